import { analyseFiles } from '../../src/areas/files/analyses.ts'
import { newId, type UserId, type WorldId } from '../../src/kernel/ids.ts'
import { type Api, anApi } from '../support/api.ts'
import type { TestApp } from '../support/app.ts'
import { anAvatarId, mark } from '../support/favorites.ts'
import { anAnnounced, aPicture, aStored, PICTURE, WORLD } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { made } from '../support/instances.ts'
import { anEdited } from '../support/invites.ts'
import { moderate } from '../support/moderation.ts'
import { tell } from '../support/notifications.ts'
import { anAdmin, aUser, login, type Person, withTotp } from '../support/people.ts'
import { aPrint, aProp, aPropRequest } from '../support/props.ts'
import { aReport, report } from '../support/reports.ts'
import { aPackage, aWorld, aWorldRequest } from '../support/worlds.ts'

export const CALLERS = ['anonymous', 'owing', 'other', 'owner', 'admin'] as const
/** Nobody; somebody who still owes the second factor; somebody else; whose things they are; an admin. */
export type Caller = (typeof CALLERS)[number]

/** What the calls are about: all of it is the owner's. */
export interface Things {
  readonly userId: UserId
  readonly username: string
  readonly password: string
  /** Somebody whom the owner's note is about. */
  readonly targetId: UserId
  readonly noteId: string
  readonly sessionId: string
  readonly badgeId: string
  readonly permissionId: string
  /** Friends of the owner: one who stays, and one with whom it may end. */
  readonly friendId: UserId
  readonly formerId: UserId
  /** Somebody to whom nobody is anything. */
  readonly strangerId: UserId
  /** Friend requests that the owner has received. */
  readonly requestId: string
  readonly declinedId: string
  /** Notifications that the owner has received: one to read and one to put away of each generation, and two to answer. */
  readonly inviteId: string
  readonly hiddenId: string
  readonly noticeId: string
  readonly deletedId: string
  readonly offerId: string
  readonly questionId: string
  /** Invites from the owner's friend, each to answer. */
  readonly friendlyInviteId: string
  readonly otherInviteId: string
  /** A private world for two platforms, one of them android; it keeps something for the owner. */
  readonly worldId: WorldId
  /** One to delete. */
  readonly goneWorldId: WorldId
  /** What the owner sends to make one. */
  readonly newWorld: Awaited<ReturnType<typeof aWorldRequest>>
  /** A public instance of that world. */
  readonly instanceId: string
  readonly shortName: string
  /** Files of the owner: a world that is there, a picture, one that waits, one to take a version of, one to delete. */
  readonly assetId: string
  readonly pictureId: string
  readonly waitingId: string
  readonly shorterId: string
  readonly goneFileId: string
  /** Pictures that may go into something else. */
  readonly spareId: string
  readonly otherSpareId: string
  readonly assetReviewId: string
  readonly adminAssetBundleId: string
  /** A prop and a photo of the owner, each with one to delete, and what is sent to make a prop. */
  readonly propId: string
  readonly gonePropId: string
  readonly newProp: Awaited<ReturnType<typeof aPropRequest>>
  readonly printId: string
  readonly gonePrintId: string
  /** What the owner has reported. */
  readonly reportId: string
  /** How the owner wants somebody to be. */
  readonly moderationId: string
  /** An avatar among the favorites of the owner. */
  readonly favoriteId: string
}

export interface House {
  readonly things: Things
  /** A client with the caller's cookies; what it is sent afterwards does not reach the next one. */
  as(caller: Caller): Api
}

export async function aHouse(app: TestApp): Promise<House> {
  const [owner, other, owing, admin] = [await aUser(app), await aUser(app), await aUser(app), await anAdmin(app)]
  await withTotp(app, owing)
  owing.api.cookies.clear()
  await login(owing.api, owing)
  const apis: Record<Caller, Api> = {
    anonymous: anApi(app),
    owing: owing.api,
    other: other.api,
    owner: owner.api,
    admin: admin.api,
  }
  const { id: noteId } = await owner.api.call('updateUserNote', { body: { targetUserId: other.id, note: 'a friend' } })
  const given = {
    ...(await give(app, owner.id)),
    ...(await acquaint(app, owner)),
    ...(await notice(app, owner)),
    ...(await build(app, owner)),
    ...(await store(app, owner)),
    ...(await ship(app, admin)),
    ...(await make(app, owner)),
  }
  return {
    things: {
      userId: owner.id,
      username: owner.username,
      password: owner.password,
      targetId: other.id,
      noteId,
      ...given,
    },
    as(caller) {
      const api = anApi(app)
      for (const [name, value] of apis[caller].cookies) api.cookies.set(name, value)
      return api
    },
  }
}

async function acquaint(app: TestApp, owner: Person) {
  const [friend, former] = [await aFriendOf(app, owner), await aFriendOf(app, owner)]
  const { id: strangerId } = await aUser(app)
  const ask = async () => (await (await aUser(app)).api.call('friend', { userId: owner.id })).id
  // They outlast the clearing of all others, which is tried before.
  const invite = () => tell(app, owner.id, { type: 'invite', senderId: friend.id, canDelete: false })
  const invites = { friendlyInviteId: await invite(), otherInviteId: await invite() }
  const requests = { requestId: await ask(), declinedId: await ask() }
  return { friendId: friend.id, formerId: former.id, strangerId, ...requests, ...invites }
}

async function notice(app: TestApp, { id }: Person) {
  const { id: senderId } = await aUser(app)
  const responses = [{ type: 'accept', data: '', icon: 'check', text: 'Accept', textKey: null }]
  return {
    inviteId: await tell(app, id, { type: 'invite', senderId }),
    hiddenId: await tell(app, id, { type: 'invite', senderId }),
    noticeId: await tell(app, id),
    deletedId: await tell(app, id),
    offerId: await tell(app, id, { responses }),
    questionId: await tell(app, id, { senderId, canReply: true }),
  }
}

async function store(app: TestApp, owner: Person) {
  const bytes = Buffer.from('what an engine would load')
  const { id: assetId } = await aStored(app, owner, bytes, WORLD)
  await analyseFiles(app.scope())
  const { id: assetReviewId } = await app.scope().db.assetReview.findFirstOrThrow({ where: { fileId: assetId } })
  const { id: pictureId } = await aStored(app, owner, await aPicture(), PICTURE)
  const { id: waitingId } = await anAnnounced(owner, bytes)
  const { id: shorterId } = await aStored(app, owner, bytes)
  const { id: goneFileId } = await anAnnounced(owner, bytes)
  const spare = async () => (await aStored(app, owner, await aPicture(), PICTURE)).id
  const spares = { spareId: await spare(), otherSpareId: await spare() }
  return { assetId, assetReviewId, pictureId, waitingId, shorterId, goneFileId, ...spares }
}

async function ship(app: TestApp, { id: authorId }: Person) {
  const { db, now } = app.scope()
  const id = newId('adminAssetBundle', now)
  const unityPackages = [
    { assetUrl: '', assetVersion: 1, platform: 'android', unityVersion: '2022.3.22f1', variant: 'standard' },
  ]
  const texts = { assetType: 'ui', name: 'Menu', description: '', imageUrl: '', thumbnailImageUrl: '' }
  await db.adminAssetBundle.create({
    data: { ...{ id, authorId, unityPackages, releaseStatus: 'public' }, ...texts, createdAt: now, updatedAt: now },
  })
  return { adminAssetBundleId: id }
}

async function build(app: TestApp, owner: Person) {
  const worldId = await aWorld(app, owner, { releaseStatus: 'private' })
  await aPackage(app, worldId, 'android')
  const kept = { userId: owner.id, worldId, data: {}, updatedAt: app.clock.now() }
  await app.scope().db.worldPersistence.create({ data: kept })
  const { instanceId, shortName } = await made(owner, worldId)
  return {
    worldId,
    instanceId,
    shortName: shortName ?? '',
    goneWorldId: await aWorld(app, owner),
    newWorld: await aWorldRequest(app, owner.id),
  }
}

const make = async (app: TestApp, owner: Person) => ({
  propId: await aProp(app, owner),
  gonePropId: await aProp(app, owner),
  newProp: await aPropRequest(app, owner),
  printId: (await aPrint(owner)).id,
  gonePrintId: (await aPrint(owner)).id,
  reportId: await report(owner, aReport((await aUser(app)).id)),
  favoriteId: (await mark(owner, 'avatar', anAvatarId())).id,
  moderationId: (await moderate(owner, await aUser(app), 'mute')).id,
})

/** A badge, a permission, a further session and an edited invite message, made behind the doors. */
async function give(app: TestApp, userId: UserId) {
  const { db, now } = app.scope()
  const [badgeId, sessionId] = [newId('badge', now), newId('session', now)]
  const written = { createdAt: now, updatedAt: now }
  await db.badge.create({ data: { id: badgeId, name: badgeId, description: '', imageUrl: '', ...written } })
  await db.userBadge.create({ data: { userId, badgeId, assignedAt: now, updatedAt: now } })
  const { id: permissionId } = await db.permission.findFirstOrThrow()
  await db.permissionGrant.create({ data: { userId, permissionId, grantedAt: now } })
  await anEdited(app, userId)
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }
  await db.session.create({
    data: { id: sessionId, userId, tokenHash: sessionId, owes: [], address: '', userAgent: '', ...times },
  })
  return { badgeId, permissionId, sessionId }
}
