import { GROUP_PERMISSIONS, isGroupPermission } from '../../../src/areas/groups/roles/permissions.ts'
import { ACCESS_ROWS, type AccessCaller, type AccessRow, has, isOutside, needs, only } from './accessTable.ts'
import { type GraphTarget, graphPostId } from './graphAccessFixture.ts'

/** What answers of the graph are called that REST gives by its statuses. */
const OUTCOMES: Readonly<Record<number, string>> = {
  200: 'ok',
  400: 'BAD_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
}

/** The input of a mutation, with the outcome for each caller. */
export interface GraphCall {
  readonly input: (target: GraphTarget) => object
  readonly expected: (caller: AccessCaller) => string
}

const rowsOf = (operation: string): readonly AccessRow[] => [ACCESS_ROWS[operation] ?? []].flat()

const outcome =
  ({ expected }: Pick<AccessRow, 'expected'>) =>
  (caller: AccessCaller): string =>
    OUTCOMES[caller.name === 'anonymous' ? 401 : expected(caller)] ?? ''

/** Fields of bodies that are enums in the graph. */
const ENUMS = ['action', 'visibility', 'roleTemplate']

const graphBody = (body: unknown): object =>
  Object.fromEntries(
    Object.entries(Object(body)).map(([name, value]) => [
      name,
      ENUMS.includes(name) ? String(value).toUpperCase() : value,
    ]),
  )

/** The input of a mutation by what a call of the operation of its name is given: things are named by their own ids alone. */
function inputOf({ groupId, userId, body, ...ids }: Record<string, unknown>): object {
  const { groupRoleId, groupGalleryId, groupGalleryImageId, notificationId } = ids
  const thing = [
    { imageId: groupGalleryImageId },
    { galleryId: groupGalleryId },
    { roleId: groupRoleId },
    { postId: typeof notificationId === 'string' ? graphPostId(notificationId) : undefined },
    { groupId },
  ].find((id) => Object.values(id)[0] !== undefined)
  return { ...thing, ...(userId !== undefined && { userId }), ...graphBody(body) }
}

/** The calls of a mutation that has the name of an operation of groups; their inputs and outcomes are those of the operation. */
const sameAsOperation = (name: string): GraphCall[] =>
  rowsOf(name).map((row) => ({ input: (target) => inputOf(row.call(target)), expected: outcome(row) }))

const call = (input: GraphCall['input'], expected: AccessRow['expected']): GraphCall[] => [
  { input, expected: outcome({ expected }) },
]

const instance = ({ worldId, groupId: ownerId }: GraphTarget, kind: object) => ({
  ...{ worldId, ownerId, type: 'GROUP', region: 'US' },
  ...kind,
})
const at =
  (more: (target: GraphTarget) => object = () => ({})) =>
  (target: GraphTarget) => ({ location: target.location, ...more(target) })
/** Members who may not change an instance see it only if they may enter it. */
const changingInstance: AccessRow['expected'] = (caller) => {
  if (!isOutside(caller) && has(caller, 'group-instance-manage')) return 200
  return !isOutside(caller) && has(caller, 'group-instance-join') ? 403 : 404
}

/** Mutations whose operation is not one of groups, or that have none. */
const FURTHER_MUTATIONS: Readonly<Record<string, readonly GraphCall[]>> = {
  approveGroupGalleryImage: call(({ imageId }) => ({ imageId }), needs('group-galleries-manage')),
  setGroupGalleryFileOrder: call(({ galleryId }) => ({ galleryId, ids: [] }), needs('group-galleries-manage')),
  verifyGroup: call(({ groupId }) => ({ groupId, isVerified: true }), only('admin', 403)),
  createInstance: [
    ...call((target) => instance(target, { groupAccess: 'MEMBERS' }), needs('group-instance-open-create')),
    ...call(
      (target) => instance(target, { groupAccess: 'MEMBERS', isInviteOnly: true }),
      needs('group-instance-restricted-create'),
    ),
    ...call((target) => instance(target, { groupAccess: 'PLUS' }), needs('group-instance-plus-create')),
    ...call((target) => instance(target, { groupAccess: 'PUBLIC' }), needs('group-instance-public-create')),
  ],
  enterInstance: call(
    at(() => ({ platform: 'standalonewindows' })),
    needs('group-instance-join'),
  ),
  closeInstance: call(at(), changingInstance),
  renameInstance: call(
    at(() => ({ displayName: 'Hall' })),
    changingInstance,
  ),
  // The member is not inside.
  kickFromGroupInstance: call(
    at(({ memberId }) => ({ userId: memberId })),
    needs('group-instance-moderate', 404),
  ),
  warnInGroupInstance: call(
    at(({ memberId }) => ({ userId: memberId })),
    needs('group-instance-moderate', 404),
  ),
  announceInGroupInstance: call(
    at(() => ({ title: 'Hello', message: 'All' })),
    needs('group-instance-announcement-create'),
  ),
  createGroupCalendarEvent: call(
    ({ groupId, times }) => ({ groupId, ...times, title: 'T', description: 'T', category: 'ARTS', access: 'PUBLIC' }),
    needs('group-calendar-manage'),
  ),
  updateGroupCalendarEvent: call(({ eventId }) => ({ eventId, title: 'New' }), needs('group-calendar-manage')),
  deleteGroupCalendarEvent: call(({ eventId }) => ({ eventId }), needs('group-calendar-manage')),
  followGroupCalendarEvent: call(
    ({ eventId }) => ({ eventId, isFollowing: true }),
    () => 200,
  ),
  featureCalendarEvent: call(({ eventId }) => ({ eventId, isFeatured: true }), only('admin', 403)),
}

/** The calls of a mutation of groups. */
export const callsOf = (mutation: string): readonly GraphCall[] =>
  FURTHER_MUTATIONS[mutation] ?? sameAsOperation(mutation)

/** Whether the graph shows something to a caller, or says that they can do something. */
type Right = (caller: AccessCaller) => boolean

/** As the operation grants it. */
function by(operation: string, at = 0): Right {
  const row = rowsOf(operation)[at]
  if (!row) throw new Error(`the table has no row ${at} of ${operation}`)
  return (caller) => row.expected(caller) === 200
}
const inGroup =
  (...permissions: (keyof typeof GROUP_PERMISSIONS)[]): Right =>
  (caller) =>
    !isOutside(caller) && permissions.some((permission) => has(caller, permission))
const never: Right = () => false
const always: Right = () => true
const seeingOutsiders = inGroup('group-bans-manage', 'group-invites-manage', 'group-members-manage')

/** Who may follow the moderation of a group. */
export const followingModeration: Right = (caller) => seeingOutsiders(caller) || inGroup('group-audit-view')(caller)

/** What each caller sees, and what the graph says that they can do, by the alias of an object and a field. */
export const READ_RIGHTS: Readonly<Record<string, Right>> = {
  'group.invites': by('getGroupInvites'),
  'group.requests': by('getGroupRequests'),
  'group.bans': by('getGroupBans'),
  'group.auditLog': by('getGroupAuditLogs'),
  'group.auditLogTypes': by('getGroupAuditLogEntryTypes'),
  'group.permissions': by('getGroupPermissions'),
  'group.transferability': by('getGroupTransferability'),
  'group.announcement': by('getGroupPermissions'),
  'group.viewerCanSeeInside': by('getGroupMembers'),
  'group.viewerCanJoin': by('joinGroup'),
  'group.viewerCanReport': always,
  'group.viewerCanLeave': by('leaveGroup'),
  'group.viewerCanBlock': by('blockGroup'),
  'group.viewerCanRepresent': by('updateGroupRepresentation'),
  'group.viewerCanUpdate': by('updateGroup'),
  'group.viewerCanDelete': by('deleteGroup'),
  'group.viewerCanTransfer': by('getGroupTransferability'),
  'group.viewerCanAcceptTransfer': never,
  'group.viewerCanWritePosts': by('addGroupPost'),
  'group.viewerCanInvite': by('createGroupInvite'),
  'group.viewerCanAnswerRequests': by('respondGroupJoinRequest'),
  'group.viewerCanBan': by('banGroupMember'),
  'group.viewerCanRemoveMembers': by('kickGroupMember'),
  'group.viewerCanWriteNotes': by('updateGroupMember', 1),
  'group.viewerCanAssignRoles': by('addGroupMemberRole'),
  'group.viewerCanCreateRoles': by('createGroupRole'),
  'group.viewerCanCreateGalleries': by('createGroupGallery'),
  'group.viewerCanSeeAuditLog': by('getGroupAuditLogs'),
  'group.viewerCanCreateInstance': inGroup(
    'group-instance-open-create',
    'group-instance-restricted-create',
    'group-instance-plus-create',
    'group-instance-public-create',
  ),
  'group.viewerCanSeeAllMembers': inGroup('group-members-viewall'),
  'group.viewerCanManageCalendar': inGroup('group-calendar-manage'),
  'event.viewerCanUpdate': inGroup('group-calendar-manage'),
  'event.viewerCanDelete': inGroup('group-calendar-manage'),
  'role.viewerCanUpdate': by('updateGroupRole'),
  'role.viewerCanDelete': by('deleteGroupRole'),
  'role.viewerCanAssign': by('addGroupMemberRole'),
  'role.viewerCanTake': never,
  'everyone.viewerCanUpdate': by('updateGroupRole', 1),
  'everyone.viewerCanDelete': never,
  'everyone.viewerCanAssign': never,
  'post.viewerCanUpdate': by('updateGroupPost'),
  'post.viewerCanDelete': by('deleteGroupPost'),
  'announcement.viewerCanDelete': by('deleteGroupAnnouncement'),
  'gallery.viewerCanUpdate': by('updateGroupGallery'),
  'gallery.viewerCanDelete': by('deleteGroupGallery'),
  'gallery.viewerCanManageImages': by('deleteGroupGalleryImage'),
  'gallery.viewerCanSubmit': inGroup('group-galleries-manage'),
  'image.viewerCanApprove': by('deleteGroupGalleryImage'),
  'image.viewerCanDelete': by('deleteGroupGalleryImage'),
  'entry.id': by('getGroupAuditLogs'),
  'member.id': always,
  'member.managerNotes': by('updateGroupMember', 1),
  'member.viewerCanRemove': by('kickGroupMember'),
  'member.viewerCanBan': by('banGroupMember'),
  'member.viewerCanWriteNotes': by('updateGroupMember', 1),
  'member.viewerCanAssignRoles': by('addGroupMemberRole'),
  'member.viewerCanUnban': never,
  'invited.id': seeingOutsiders,
  'invited.viewerCanWithdrawInvite': by('deleteGroupInvite'),
  'invited.viewerCanBan': by('banGroupMember'),
  'invited.viewerCanRemove': never,
  'requested.id': seeingOutsiders,
  'requested.viewerCanAnswer': by('respondGroupJoinRequest'),
  'banned.id': seeingOutsiders,
  'banned.viewerCanUnban': by('unbanGroupMember'),
  'banned.viewerCanBan': never,
  'instance.viewerCanEnter': inGroup('group-instance-join'),
  'instance.viewerCanInvite': inGroup('group-instance-join'),
  'instance.viewerCanClose': inGroup('group-instance-manage'),
  'instance.viewerCanModerate': inGroup('group-instance-moderate'),
  'instance.viewerCanAnnounce': inGroup('group-instance-announcement-create'),
}

const enumName = (permission: string) =>
  permission
    .replace(/^group-/, '')
    .replaceAll('-', '_')
    .toUpperCase()

/** The permissions that a caller can give to roles, by their names in the graph. */
export const grantable = (caller: AccessCaller): string[] =>
  isOutside(caller)
    ? []
    : Object.keys(GROUP_PERMISSIONS)
        .filter(isGroupPermission)
        .filter((permission) => has(caller, permission))
        .map(enumName)
        .sort()
