import { beforeAll, describe, expect, it } from 'vitest'
import { groups } from '../../src/contract/groups.ts'
import { instances } from '../../src/contract/instances.ts'
import { isId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { anImage } from '../support/files.ts'
import { aShortCode, subscribe } from '../support/groups.ts'
import { enterAs } from '../support/instances.ts'
import { aWorld } from '../support/worlds.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser, type SdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
let ada: SdkUser
let grace: SdkUser
let linus: SdkUser
/** The group that Ada founds, and its members' role. */
let path: { groupId: string }
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
  ;[ada, grace, linus] = [await anSdkUser(app, sdk), await anSdkUser(app, sdk), await anSdkUser(app, sdk)]
  for (const user of [ada, grace]) await subscribe(app, user)
})

/** Throws unless an operation without a result has succeeded. */
async function done(outcome: Promise<{ readonly response: Response; readonly error?: unknown }>): Promise<void> {
  const { response, error } = await outcome
  if (!response.ok) throw error
}

const statusSeenBy = async ({ client }: SdkUser) => (await dataOf(client.getGroup({ path }))).membershipStatus
const isGranted = (list: { readonly allowedToAdd?: boolean }[]) =>
  list.filter(({ allowedToAdd }) => allowedToAdd).length

describe('groups by the public SDK', () => {
  it('founds a group from a template, changes it and finds it', async () => {
    const { client } = ada
    const templates = await dataOf(client.getGroupRoleTemplates())
    expect(Object.keys(templates)).toEqual(['default', 'managedFree', 'managedInvite', 'managedRequest'])
    const body = { name: 'Lighthouse Keepers', shortCode: aShortCode(), roleTemplate: 'managedInvite' as const }
    const made = await dataOf(client.createGroup({ body }))
    path = { groupId: made.id ?? '' }
    expect(made).toMatchObject({
      ...{ name: body.name, shortCode: body.shortCode },
      joinState: 'invite',
      ownerId: ada.id,
    })
    const changed = await dataOf(client.updateGroup({ path, body: { description: 'At the sea.', rules: 'Be kind.' } }))
    expect(changed).toMatchObject({ description: 'At the sea.', rules: 'Be kind.' })
    const found = await dataOf(grace.client.searchGroups({ query: { query: 'Lighthouse' } }))
    expect(found.map(({ id }) => id)).toContain(path.groupId)
    const read = await dataOf(grace.client.getGroup({ path, query: { includeRoles: true } }))
    expect(read.roles?.map(({ name }) => name)).toEqual(['Group Owner', 'Admin', 'Moderator', 'Member', 'Everyone'])
  })

  it('invites, accepts, declines and withdraws', async () => {
    const { client } = ada
    await done(client.createGroupInvite({ path, body: { userId: grace.id } }))
    expect(await dataOf(client.getGroupInvites({ path }))).toMatchObject([{ userId: grace.id }])
    expect(await dataOf(grace.client.getInvitedGroups({ path: { userId: grace.id } }))).toHaveLength(1)
    expect(await dataOf(grace.client.joinGroup({ path }))).toMatchObject({ membershipStatus: 'member' })
    await done(client.createGroupInvite({ path, body: { userId: linus.id } }))
    await done(linus.client.declineGroupInvite({ path, body: {} }))
    await done(client.createGroupInvite({ path, body: { userId: linus.id } }))
    await done(client.deleteGroupInvite({ path: { ...path, userId: linus.id } }))
    expect(await statusSeenBy(linus)).toBe('inactive')
  })

  it('takes requests, and answers them', async () => {
    await done(ada.client.updateGroup({ path, body: { joinState: 'request' } }))
    expect(await dataOf(linus.client.joinGroup({ path }))).toMatchObject({ membershipStatus: 'requested' })
    expect(await dataOf(linus.client.getUserGroupRequests({ path: { userId: linus.id } }))).toHaveLength(1)
    await done(linus.client.cancelGroupRequest({ path }))
    await done(linus.client.joinGroup({ path }))
    expect(await dataOf(ada.client.getGroupRequests({ path }))).toMatchObject([{ userId: linus.id }])
    const asking = { ...path, userId: linus.id }
    await done(ada.client.respondGroupJoinRequest({ path: asking, body: { action: 'accept' } }))
    expect(await statusSeenBy(linus)).toBe('member')
  })

  it('shows members, their groups and what they may do', async () => {
    const { client } = ada
    const member = { ...path, userId: grace.id }
    expect((await dataOf(client.getGroupMembers({ path }))).map(({ userId }) => userId).sort()).toEqual(
      [grace.id, linus.id].sort(),
    )
    expect(await dataOf(client.getGroupMember({ path: member }))).toMatchObject({ userId: grace.id })
    const { displayName } = await dataOf(client.getUser({ path: { userId: grace.id } }))
    const query = { query: displayName }
    expect(await dataOf(client.searchGroupMembers({ path, query }))).toMatchObject({ total: 1 })
    await done(grace.client.updateGroupMember({ path: member, body: { visibility: 'friends' } }))
    await done(linus.client.updateGroupRepresentation({ path, body: { isRepresenting: true } }))
    const [own, ofLinus] = [{ userId: ada.id }, { userId: linus.id }]
    expect(await dataOf(client.getUserRepresentedGroup({ path: ofLinus }))).toMatchObject(path)
    expect(await dataOf(client.getUserGroups({ path: ofLinus }))).toMatchObject([path])
    expect(await dataOf(client.getMutualGroups({ path: ofLinus }))).toMatchObject([path])
    expect(await dataOf(client.getMutuals({ path: ofLinus }))).toEqual({ friends: 0, groups: 1 })
    const permissions = await dataOf(
      client.getUserAllGroupPermissions({ path: own, query: { groupIds: path.groupId } }),
    )
    expect(permissions).toEqual({ [path.groupId]: ['*'] })
    expect(isGranted(await dataOf(client.getGroupPermissions({ path })))).toBe(27)
  })

  it('makes, gives, takes and deletes a role', async () => {
    const { client } = ada
    const role = await dataOf(
      client.createGroupRole({ path, body: { name: 'Guide', permissions: ['group-audit-view'] } }),
    )
    const of = { ...path, groupRoleId: role.id ?? '' }
    const roles = await dataOf(client.updateGroupRole({ path: of, body: { name: 'Pilot', order: 1 } }))
    expect(roles[1]).toMatchObject({ id: role.id, name: 'Pilot', order: 1 })
    const held = await dataOf(client.addGroupMemberRole({ path: { ...of, userId: grace.id } }))
    expect(held).toContain(role.id)
    expect(isGranted(await dataOf(grace.client.getGroupPermissions({ path })))).toBeGreaterThan(0)
    expect(await dataOf(client.removeGroupMemberRole({ path: { ...of, userId: grace.id } }))).not.toContain(role.id)
    expect(await dataOf(client.deleteGroupRole({ path: of }))).toEqual(await dataOf(client.getGroupRoles({ path })))
  })

  it('announces and posts', async () => {
    const { client } = ada
    const said = { title: 'Storm', text: 'Keep the lamp lit.' }
    await done(client.createGroupAnnouncement({ path, body: { ...said, sendNotification: true } }))
    expect(await dataOf(grace.client.getGroupAnnouncements({ path }))).toMatchObject(said)
    await done(client.deleteGroupAnnouncement({ path }))
    const body = { ...said, sendNotification: false, visibility: 'group' as const }
    const { id = '' } = await dataOf(client.addGroupPost({ path, body }))
    const of = { ...path, notificationId: id }
    expect(await dataOf(client.updateGroupPost({ path: of, body: { ...body, title: 'Calm' } }))).toMatchObject({ id })
    expect(await dataOf(grace.client.getGroupPosts({ path }))).toMatchObject({ posts: [{ id, title: 'Calm' }] })
    await done(client.deleteGroupPost({ path: of }))
  })

  it('keeps galleries', async () => {
    const { client } = ada
    const file = new Blob([new Uint8Array(await anImage())], { type: 'image/png' })
    const { id: fileId } = await dataOf(client.uploadImage({ body: { file, tag: 'gallery' } }))
    const { id = '' } = await dataOf(client.createGroupGallery({ path, body: { name: 'Ships' } }))
    const of = { ...path, groupGalleryId: id }
    expect(await dataOf(client.updateGroupGallery({ path: of, body: { name: 'Boats' } }))).toMatchObject({
      name: 'Boats',
    })
    const image = await dataOf(client.addGroupGalleryImage({ path: of, body: { fileId } }))
    expect(image).toMatchObject({ approved: true, fileId })
    expect(await dataOf(client.setGroupGalleryFileOrder({ body: { galleryId: id, ids: [fileId] } }))).toEqual({
      ids: [fileId],
    })
    expect(await dataOf(grace.client.getGroupGalleryImages({ path: of }))).toHaveLength(1)
    await done(client.deleteGroupGalleryImage({ path: { ...of, groupGalleryImageId: image.id ?? '' } }))
    await done(client.deleteGroupGallery({ path: of }))
  })

  it('has instances, which it lists', async () => {
    const { client, id: userId } = ada
    if (!isId('user', userId)) throw new Error(`${userId} is not a user id`)
    const worldId = await aWorld(app, { id: userId })
    const body = { worldId, type: 'group', region: 'eu', ownerId: path.groupId, groupAccessType: 'members' } as const
    const { location } = await dataOf(client.createInstance({ body }))
    await enterAs(app, { id: userId }, location)
    expect(await dataOf(client.getGroupInstances({ path }))).toMatchObject([{ location, memberCount: 1 }])
    expect(await dataOf(client.getUserGroupInstances({ path: { userId } }))).toMatchObject({
      instances: [{ location }],
    })
    const ofGroup = { userId, ...path }
    expect(await dataOf(client.getUserGroupInstancesForGroup({ path: ofGroup }))).toMatchObject({
      instances: [{ location }],
    })
  })

  it('removes, bans and blocks', async () => {
    const { client } = ada
    const member = { ...path, userId: linus.id }
    await done(client.kickGroupMember({ path: member }))
    expect(await dataOf(client.banGroupMember({ path, body: { userId: linus.id } }))).toMatchObject({
      membershipStatus: 'banned',
    })
    expect(await dataOf(client.getGroupBans({ path }))).toMatchObject([{ userId: linus.id }])
    expect(await sdkRefusal(linus.client.joinGroup({ path }))).toMatchObject({
      status: 403,
      message: expect.stringContaining("You're banned from this group."),
    })
    await done(client.unbanGroupMember({ path: member }))
    await done(linus.client.blockGroup({ path }))
    expect(await dataOf(linus.client.getBlockedGroups({ path: { userId: linus.id } }))).toHaveLength(1)
    expect(await statusSeenBy(linus)).toBe('userblocked')
  })

  it('hands a group over', async () => {
    const userIds = [ada.id, grace.id]
    await app.scope().db.account.updateMany({ where: { userId: { in: userIds } }, data: { emailVerified: true } })
    const query = { transferTargetId: grace.id }
    const { requirements } = await dataOf(ada.client.getGroupTransferability({ path, query }))
    expect(Object.values(requirements)).toEqual([true, true, true, true, true])
    await done(ada.client.initiateOrAcceptGroupTransfer({ path, body: query }))
    await done(ada.client.cancelGroupTransfer({ path }))
    await done(ada.client.initiateOrAcceptGroupTransfer({ path, body: query }))
    await done(grace.client.initiateOrAcceptGroupTransfer({ path }))
    expect(await dataOf(ada.client.getGroup({ path }))).toMatchObject({ ownerId: grace.id })
    await done(ada.client.leaveGroup({ path }))
  })

  it('reads the audit log, and deletes the group', async () => {
    const { client } = grace
    const types = await dataOf(client.getGroupAuditLogEntryTypes({ path }))
    expect(types).toEqual(expect.arrayContaining(['group.create', 'group.role.create', 'group.transfer.accept']))
    const { results = [] } = await dataOf(client.getGroupAuditLogs({ path, query: { n: 100 } }))
    expect(results[0]).toMatchObject({ eventType: 'group.member.leave', actorId: ada.id })
    await done(client.deleteGroup({ path }))
    expect(await sdkRefusal(ada.client.getGroup({ path }))).toMatchObject({ status: 404 })
  })

  it('calls every operation of groups, but the search that the SDK does not know', () => {
    const { getGroupInstances, getUserGroupInstances, getUserGroupInstancesForGroup } = instances
    const rows = { ...groups, getGroupInstances, getUserGroupInstances, getUserGroupInstancesForGroup }
    expect(methodsOf(rows).filter((name) => !sdk.called.has(name))).toEqual(['strictSearchGroups'])
  })
})
