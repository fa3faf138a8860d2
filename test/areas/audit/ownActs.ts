import type { OwnerOrAdminAct } from '../../../src/areas/audit/actNames.ts'
import type { TestApp } from '../../support/app.ts'
import { aFileWithoutContent, anImage, anUploadedFile, IMAGE_FILE, md5Of, uploadBytes } from '../../support/files.ts'
import { aFriendOf } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aGroup, aMember, subscribe, type TestGroup } from '../../support/groups.ts'
import { createGroupInstanceAs, createInstanceAs, enterAs } from '../../support/instances.ts'
import { aPrivateInstance } from '../../support/invites.ts'
import { aNotification } from '../../support/notifications.ts'
import { anAdmin, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const FILE_BYTES = Buffer.from('what somebody else has uploaded')

/** An admin, a friend of theirs, and a group of other people. */
export interface Stage {
  readonly app: TestApp
  readonly admin: TestUser
  readonly friend: TestUser
  /** An instance of the admin. */
  readonly place: string
  readonly group: TestGroup
}

export async function aStage(app: TestApp): Promise<Stage> {
  const admin = await anAdmin(app)
  const place = await aPrivateInstance(app, admin)
  return { app, admin, friend: await aFriendOf(app, admin), place, group: await aGroup(app) }
}

const send = ({ app, admin }: Stage, field: string) =>
  aGraphClient(app, admin.api).send(`mutation { ${field} { clientMutationId } }`)

const pictureOf = async (app: TestApp, person: TestUser) =>
  (await anUploadedFile(app, person, await anImage(64), IMAGE_FILE)).id

/** A member who fulfils what a new owner of the group must. */
async function aSuccessor({ app, group }: Stage): Promise<TestUser> {
  const person = await aMember(app, group)
  await subscribe(app, person)
  await app.scope().db.account.update({ where: { userId: person.id }, data: { emailVerified: true } })
  return person
}

/** A new gallery of the group; returns the key of it. */
async function aGallery({ group: { id: groupId, owner } }: Stage) {
  const { id: groupGalleryId = '' } = await owner.api.call('createGroupGallery', { groupId, body: { name: 'Views' } })
  return { groupId, groupGalleryId }
}

/** The input of a mutation upon a member who is in an instance of the group. */
async function besideMember({ app, group }: Stage, more: (userId: string) => string): Promise<string> {
  const worldId = await aWorld(app, group.owner)
  const location = await createGroupInstanceAs(group.owner, worldId, group, { groupAccessType: 'public' })
  const member = await aMember(app, group)
  await enterAs(app, member, location)
  return `(input: { location: "${location}", ${more(member.id)} })`
}

/** How an admin performs, with what is another's, the acts that the access tables perform only on own objects or in vain. */
export const ownActs = {
  async addGroupGalleryImage(stage) {
    const fileId = await pictureOf(stage.app, stage.admin)
    return stage.admin.api.call('addGroupGalleryImage', { ...(await aGallery(stage)), body: { fileId } })
  },
  announceInGroupInstance: async (stage) =>
    send(stage, `announceInGroupInstance${await besideMember(stage, () => 'title: "t", message: "m"')}`),
  async cancelGroupTransfer(stage) {
    const { id: groupId, owner } = stage.group
    const body = { transferTargetId: (await aSuccessor(stage)).id }
    await owner.api.call('initiateOrAcceptGroupTransfer', { groupId, body })
    return stage.admin.api.call('cancelGroupTransfer', { groupId })
  },
  async createInstance({ app, admin, group }) {
    const worldId = await aWorld(app, group.owner)
    const wanted = { type: 'group', ownerId: group.id, groupAccessType: 'public' } as const
    return createInstanceAs(admin, worldId, wanted)
  },
  createListing: async (stage) =>
    send(
      stage,
      'createListing(input: { displayName: "x", type: PERMANENT, productType: UDON, price: 1, isOfPlatform: true })',
    ),
  async createProduct(stage) {
    const imageId = await pictureOf(stage.app, stage.admin)
    return send(
      stage,
      `createProduct(input: { displayName: "x", type: UDON, imageId: "${imageId}", isOfPlatform: true })`,
    )
  },
  async finishFileDataUpload({ app, admin, friend }) {
    const { id: fileId } = await aFileWithoutContent(friend, FILE_BYTES)
    const key = { fileId, versionId: 1, fileType: 'file' } as const
    const { url } = await friend.api.call('startFileDataUpload', key)
    await uploadBytes(app, url, FILE_BYTES, { md5: md5Of(FILE_BYTES) })
    return admin.api.call('finishFileDataUpload', { ...key, body: { maxParts: 0, nextPartNumber: 0 } })
  },
  async initiateOrAcceptGroupTransfer(stage) {
    const body = { transferTargetId: (await aSuccessor(stage)).id }
    return stage.admin.api.call('initiateOrAcceptGroupTransfer', { groupId: stage.group.id, body })
  },
  async inviteUser(stage) {
    const { app, friend, place } = stage
    const fileId = await pictureOf(app, friend)
    return send(stage, `inviteUser(input: { userId: "${friend.id}", location: "${place}", fileId: "${fileId}" })`)
  },
  kickFromGroupInstance: async (stage) =>
    send(stage, `kickFromGroupInstance${await besideMember(stage, (id) => `userId: "${id}"`)}`),
  async requestInvite(stage) {
    const { app, friend } = stage
    return send(stage, `requestInvite(input: { userId: "${friend.id}", fileId: "${await pictureOf(app, friend)}" })`)
  },
  async respondInvite(stage) {
    const { app, admin, friend } = stage
    const id = await aNotification(app, admin.id, { type: 'invite', senderId: friend.id })
    const fileId = await pictureOf(app, friend)
    return send(stage, `respondInvite(input: { notificationId: "${id}", responseSlot: 0, fileId: "${fileId}" })`)
  },
  async setGroupGalleryFileOrder(stage) {
    const { app, admin, group } = stage
    const gallery = await aGallery(stage)
    const fileId = await pictureOf(app, group.owner)
    await group.owner.api.call('addGroupGalleryImage', { ...gallery, body: { fileId } })
    const body = { galleryId: gallery.groupGalleryId, ids: [fileId] }
    return admin.api.call('setGroupGalleryFileOrder', { body })
  },
  warnInGroupInstance: async (stage) =>
    send(stage, `warnInGroupInstance${await besideMember(stage, (id) => `userId: "${id}"`)}`),
} satisfies Partial<Record<OwnerOrAdminAct, (stage: Stage) => Promise<unknown>>>
