import type { TestApp } from '../support/app.ts'
import { anEvent } from '../support/calendar.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../support/files.ts'
import { aGroup, aMember, giveRole, subscribe, type TestGroup } from '../support/groups.ts'
import { aUser, type TestUser } from '../support/users.ts'

/** Values of path parameters by name. */
type Parameters = Readonly<Record<string, string>>
type Making = (app: TestApp, somebody: TestUser) => Promise<Parameters>

async function ownGroup(app: TestApp, somebody: TestUser): Promise<TestGroup> {
  await subscribe(app, somebody)
  return aGroup(app, {}, somebody)
}

/** A new group of the person, with what is made in it. */
const inOwnGroup =
  (make: (app: TestApp, group: TestGroup) => Promise<Parameters>): Making =>
  async (app, somebody) => {
    const group = await ownGroup(app, somebody)
    return { groupId: group.id, ...(await make(app, group)) }
  }

/** A group of somebody else, to which the person may ask to belong first. */
const inOtherGroup =
  (joinState: 'open' | 'request', isJoined = true): Making =>
  async (app, { api }) => {
    const { id: groupId } = await aGroup(app, { joinState })
    if (isJoined) await api.call('joinGroup', { groupId, query: {}, body: {} })
    return { groupId }
  }

const withRole = inOwnGroup(async (app, group) => {
  const [member, other] = [await aMember(app, group), await aMember(app, group)]
  return { userId: other.id, groupRoleId: await giveRole(app, group, member, { permissions: [] }) }
})

async function aGallery({ id: groupId, owner }: TestGroup): Promise<string> {
  const { id } = await owner.api.call('createGroupGallery', { groupId, body: { name: 'Views' } })
  return id ?? ''
}

/** What operations upon groups that read no body act upon, each call upon new things. */
export const GROUP_PARAMETERS: Readonly<Record<string, Making>> = {
  deleteGroup: inOwnGroup(async () => ({})),
  cancelGroupTransfer: inOwnGroup(async (app, group) => {
    const { id: transferTargetId } = await aMember(app, group)
    const { db, now } = app.scope()
    const transferExpiresAt = new Date(now.getTime() + 60_000)
    await db.group.update({ where: { id: group.id }, data: { transferTargetId, transferExpiresAt } })
    return {}
  }),
  leaveGroup: inOtherGroup('open'),
  blockGroup: inOtherGroup('open', false),
  cancelGroupRequest: inOtherGroup('request'),
  kickGroupMember: inOwnGroup(async (app, group) => ({ userId: (await aMember(app, group)).id })),
  deleteGroupInvite: inOwnGroup(async (app, { id: groupId, owner }) => {
    const { id: userId } = await aUser(app)
    await owner.api.call('createGroupInvite', { groupId, body: { userId } })
    return { userId }
  }),
  unbanGroupMember: inOwnGroup(async (app, { id: groupId, owner }) => {
    const { id: userId } = await aUser(app)
    await owner.api.call('banGroupMember', { groupId, body: { userId } })
    return { userId }
  }),
  deleteGroupRole: withRole,
  addGroupMemberRole: withRole,
  removeGroupMemberRole: inOwnGroup(async (app, group) => {
    const member = await aMember(app, group)
    return { userId: member.id, groupRoleId: await giveRole(app, group, member, { permissions: [] }) }
  }),
  deleteGroupAnnouncement: inOwnGroup(async (_, { id: groupId, owner }) => {
    await owner.api.call('createGroupAnnouncement', { groupId, body: { title: 'Welcome' } })
    return {}
  }),
  deleteGroupPost: inOwnGroup(async (_, { id: groupId, owner }) => {
    const body = { title: 'News', text: 'Much has happened', visibility: 'group' as const }
    const { id } = await owner.api.call('addGroupPost', { groupId, body })
    return { notificationId: id ?? '' }
  }),
  deleteGroupCalendarEvent: inOwnGroup(async (_, { id, owner }) => ({ calendarId: (await anEvent(owner, id)).id })),
  deleteGroupGallery: inOwnGroup(async (_, group) => ({ groupGalleryId: await aGallery(group) })),
  deleteGroupGalleryImage: inOwnGroup(async (app, group) => {
    const { id: groupId, owner } = group
    const groupGalleryId = await aGallery(group)
    const { id: fileId } = await anUploadedFile(app, owner, await anImage(), IMAGE_FILE)
    const { id } = await owner.api.call('addGroupGalleryImage', { groupId, groupGalleryId, body: { fileId } })
    return { groupGalleryId, groupGalleryImageId: id ?? '' }
  }),
}
