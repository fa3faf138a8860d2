import { addMilliseconds, HOUR } from '../../src/kernel/clock.ts'
import type { TestApp } from '../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../support/files.ts'
import { aGroup, aMember, giveRole, subscribe, type TestGroup } from '../support/groups.ts'
import { createGroupInstanceAs } from '../support/instances.ts'
import type { OperationName } from '../support/restClient.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import type { EventStage, PrepareAct } from './restActs.ts'

/** Ada's group, and Bob, who is related to it or not. */
export interface GroupStage {
  readonly group: TestGroup
  readonly ada: TestUser
  readonly bob: TestUser
}

type Relation = 'stranger' | 'member' | 'requested' | 'invited'

/** A group of Ada, and Bob in this relation to it. */
export async function aGroupWithBob(
  { app, name }: EventStage,
  relation: Relation,
  given: object = {},
): Promise<GroupStage> {
  const group = await aGroup(app, { joinState: relation === 'requested' ? 'request' : 'open', ...given })
  const { id: groupId, owner: ada } = group
  const bob = relation === 'member' ? await aMember(app, group) : await aUser(app)
  if (relation === 'requested') await bob.api.call('joinGroup', { groupId, query: {}, body: {} })
  if (relation === 'invited') await ada.api.call('createGroupInvite', { groupId, body: { userId: bob.id } })
  for (const [id, word] of [
    [groupId, 'group of ada'],
    [ada.id, 'ada'],
    [bob.id, 'bob'],
  ] as const)
    name(id, word)
  return { group, ada, bob }
}

/** A new image of Ada in a new gallery of her group. */
export async function aGalleryImage(app: TestApp, { group, ada }: Pick<GroupStage, 'group' | 'ada'>) {
  const gallery = { groupId: group.id, body: { name: 'Views' } }
  const { id: groupGalleryId = '' } = await ada.api.call('createGroupGallery', gallery)
  const { id: fileId } = await anUploadedFile(app, ada, await anImage(), IMAGE_FILE)
  const { id = '' } = await ada.api.call('addGroupGalleryImage', {
    groupId: group.id,
    groupGalleryId,
    body: { fileId },
  })
  return { id, groupGalleryId, fileId }
}

type CallOf = (stage: GroupStage) => Record<string, unknown>

/** An act of one of both, about Ada's group. */
const inGroup =
  (by: 'ada' | 'bob', operation: OperationName, relation: Relation, callOf: CallOf = () => ({})): PrepareAct =>
  async (stage) => {
    const people = await aGroupWithBob(stage, relation)
    return () => people[by].api.try(operation, { groupId: people.group.id, ...callOf(people) })
  }

const bodyOfBob =
  (more: object = {}): CallOf =>
  ({ bob }) => ({ body: { userId: bob.id, ...more } })
const answerToBob =
  (body: object): CallOf =>
  ({ bob }) => ({ userId: bob.id, body })
const ANNOUNCED = { title: 'News', text: 'Much has happened' }

/** Ada's group, which Bob fulfils all requirements to own. */
async function aTransferableGroup(stage: EventStage): Promise<GroupStage> {
  const people = await aGroupWithBob(stage, 'member')
  await subscribe(stage.app, people.bob)
  const ids = [people.ada.id, people.bob.id]
  await stage.app.scope().db.account.updateMany({ where: { userId: { in: ids } }, data: { emailVerified: true } })
  return people
}

const offer = ({ group, ada, bob }: GroupStage) =>
  ada.api.try('initiateOrAcceptGroupTransfer', { groupId: group.id, body: { transferTargetId: bob.id } })

async function anOfferedGroup(stage: EventStage): Promise<GroupStage> {
  const people = await aTransferableGroup(stage)
  await offer(people)
  return people
}

/** Acts upon groups whose events the access table does not produce, or not in every relevant case. */
export const groupActs: Readonly<Record<string, PrepareAct>> = {
  'updateGroup, nothing': inGroup('ada', 'updateGroup', 'stranger', () => ({ body: {} })),
  initiateOrAcceptGroupTransfer: async (stage) => {
    const people = await aTransferableGroup(stage)
    return () => offer(people)
  },
  'initiateOrAcceptGroupTransfer, accepting': async (stage) => {
    const { group, bob } = await anOfferedGroup(stage)
    return () => bob.api.try('initiateOrAcceptGroupTransfer', { groupId: group.id, body: {} })
  },
  cancelGroupTransfer: async (stage) => {
    const { group, ada } = await anOfferedGroup(stage)
    return () => ada.api.try('cancelGroupTransfer', { groupId: group.id })
  },
  'cancelGroupTransfer, declining': async (stage) => {
    const { group, bob } = await anOfferedGroup(stage)
    return () => bob.api.try('cancelGroupTransfer', { groupId: group.id })
  },
  'joinGroup, asking': async (stage) => {
    const { group, bob } = await aGroupWithBob(stage, 'stranger', { joinState: 'request' })
    return () => bob.api.try('joinGroup', { groupId: group.id, query: {}, body: {} })
  },
  'joinGroup, invited': inGroup('bob', 'joinGroup', 'invited', () => ({ query: {}, body: {} })),
  'blockGroup, invited': inGroup('bob', 'blockGroup', 'invited'),
  'updateGroupMember, oneself': inGroup('bob', 'updateGroupMember', 'member', answerToBob({ visibility: 'hidden' })),
  'createGroupInvite, who has asked': inGroup('ada', 'createGroupInvite', 'requested', bodyOfBob()),
  declineGroupInvite: inGroup('bob', 'declineGroupInvite', 'invited'),
  'deleteGroupInvite, with its notification': inGroup('ada', 'deleteGroupInvite', 'invited', answerToBob({})),
  cancelGroupRequest: inGroup('bob', 'cancelGroupRequest', 'requested'),
  'respondGroupJoinRequest, rejecting': inGroup(
    'ada',
    'respondGroupJoinRequest',
    'requested',
    answerToBob({ action: 'reject' }),
  ),
  'banGroupMember, a member': inGroup('ada', 'banGroupMember', 'member', bodyOfBob()),
  'updateGroupRole, which Bob holds': async (stage) => {
    const { group, ada, bob } = await aGroupWithBob(stage, 'member')
    const groupRoleId = await giveRole(stage.app, group, bob, { permissions: [] })
    stage.name(groupRoleId, 'role of bob')
    return () => ada.api.try('updateGroupRole', { groupId: group.id, groupRoleId, body: { name: 'Host' } })
  },
  'createGroupAnnouncement, notifying': inGroup('ada', 'createGroupAnnouncement', 'member', () => ({
    body: { ...ANNOUNCED, sendNotification: true },
  })),
  'addGroupPost, notifying': inGroup('ada', 'addGroupPost', 'member', () => ({
    body: { ...ANNOUNCED, visibility: 'group', sendNotification: true },
  })),
  setGroupGalleryFileOrder: async (stage) => {
    const { group, ada } = await aGroupWithBob(stage, 'stranger')
    const { groupGalleryId, fileId } = await aGalleryImage(stage.app, { group, ada })
    return () => ada.api.try('setGroupGalleryFileOrder', { body: { galleryId: groupGalleryId, ids: [fileId] } })
  },
  'createInstance, of a group': async (stage) => {
    const { group, ada } = await aGroupWithBob(stage, 'stranger')
    const worldId = await aWorld(stage.app, ada)
    const body = { worldId, type: 'group', ownerId: group.id, groupAccessType: 'members', region: 'us' }
    return () => ada.api.try('createInstance', { body })
  },
  'closeInstance, of a group': async (stage) => {
    const { group, ada } = await aGroupWithBob(stage, 'stranger')
    const worldId = await aWorld(stage.app, ada)
    const location = await createGroupInstanceAs(ada, worldId, group)
    stage.name(location, 'instance of the group')
    const closedAt = addMilliseconds(stage.app.clock.now(), HOUR).toISOString()
    const instanceId = location.slice(worldId.length + 1)
    return () => ada.api.try('closeInstance', { worldId, instanceId, query: { closedAt } })
  },
}
