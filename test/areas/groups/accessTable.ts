import {
  ALL_PERMISSIONS,
  GROUP_PERMISSIONS,
  type GroupPermission,
} from '../../../src/areas/groups/roles/permissions.ts'
import { aGroupRequest } from '../../support/groups.ts'

/** Permissions that count only beside another one, with it. */
const PAIRS = [
  ['group-bans-manage', 'group-members-manage'],
  ['group-members-remove', 'group-members-manage'],
  ['group-roles-assign', 'group-members-manage'],
  ['group-default-role-manage', 'group-roles-manage'],
  ['group-instance-plus-portal-unlocked', 'group-instance-plus-portal'],
] as const satisfies readonly (readonly [GroupPermission, GroupPermission])[]

const OUTSIDERS = ['anonymous', 'stranger', 'requested', 'invited', 'banned'] as const

/** Who calls: somebody outside, a member with no, one or two permissions, the owner, an admin of the platform. */
export interface AccessCaller {
  readonly name: string
  readonly kind: (typeof OUTSIDERS)[number] | 'member' | 'owner' | 'admin'
  readonly permissions: readonly string[]
}

const withPermissions = (permissions: readonly string[]): AccessCaller => ({
  name: permissions.join(' and ') || 'member',
  kind: 'member',
  permissions,
})

export const ACCESS_CALLERS: readonly AccessCaller[] = [
  ...OUTSIDERS.map((kind) => ({ name: kind, kind, permissions: [] })),
  withPermissions([]),
  ...Object.keys(GROUP_PERMISSIONS).map((permission) => withPermissions([permission])),
  ...PAIRS.map(withPermissions),
  { name: 'owner', kind: 'owner', permissions: [ALL_PERMISSIONS] },
  { name: 'admin', kind: 'admin', permissions: [] },
]

/** Names of members who hold several permissions together that make no difference to an outcome. */
export const JOINT_CALLERS = ['joint 1', 'joint 2', 'joint 3', 'joint 4'] as const

/**
 * The callers of an operation with these outcomes. Permissions that make no difference to the outcome are held by one member
 * together, whose outcome would differ if one of them did; with FULL_ROUNDS set, by a member each.
 */
export function callersOf(outcome: (caller: AccessCaller) => unknown): readonly AccessCaller[] {
  if (process.env.FULL_ROUNDS) return ACCESS_CALLERS
  const isWithoutEffect = (permissions: readonly string[]) =>
    outcome(withPermissions(permissions)) === outcome(withPermissions([]))
  const isJoint = ({ kind, permissions }: AccessCaller) =>
    kind === 'member' && permissions.length > 0 && isWithoutEffect(permissions)
  const joint = jointPermissions(ACCESS_CALLERS.filter(isJoint), isWithoutEffect)
  return [
    ...ACCESS_CALLERS.filter((caller) => !isJoint(caller)),
    ...joint.map((permissions, at) => ({ name: JOINT_CALLERS[at] ?? '', kind: 'member' as const, permissions })),
  ]
}

/** All permissions of these callers, in as few lists as are without effect. */
function jointPermissions(
  callers: readonly AccessCaller[],
  isWithoutEffect: (permissions: readonly string[]) => boolean,
): readonly (readonly string[])[] {
  const lists: string[][] = []
  for (const { permissions } of callers) {
    const list = lists.find((held) => isWithoutEffect([...held, ...permissions]))
    if (list) list.push(...permissions.filter((permission) => !list.includes(permission)))
    else lists.push([...permissions])
  }
  return lists
}

/** A group and what is in it, made for one call. */
export interface AccessTarget {
  readonly groupId: string
  readonly callerId: string
  /** A member without roles, and people who are invited, asking and banned. */
  readonly memberId: string
  readonly invitedId: string
  readonly requestedId: string
  readonly bannedId: string
  /** Somebody who has nothing to do with the group. */
  readonly otherId: string
  /** A role without permissions, which nobody holds, one that the member holds, and Everyone. */
  readonly roleId: string
  readonly heldRoleId: string
  readonly everyoneId: string
  readonly postId: string
  readonly galleryId: string
  readonly imageId: string
}

export type Expectation = (caller: AccessCaller) => number

/** A call with the status that each caller is to be answered. */
export interface AccessRow {
  readonly call: (target: AccessTarget) => Record<string, unknown>
  readonly expected: Expectation
}

export const isOutside = ({ kind }: AccessCaller) => kind !== 'member' && kind !== 'owner' && kind !== 'admin'
const isInside = ({ kind }: AccessCaller) => kind === 'member' || kind === 'owner'

/** Whether a permission counts for a caller: for itself, or beside the one that it needs. */
export function has({ kind, permissions }: AccessCaller, permission: GroupPermission): boolean {
  if (kind === 'owner' || kind === 'admin') return true
  const [, needed] = PAIRS.find(([dependent]) => dependent === permission) ?? []
  return permissions.includes(permission) && (needed === undefined || permissions.includes(needed))
}

const session = (): number => 200
export const needs =
  (permission: GroupPermission, granted = 200): Expectation =>
  (caller) =>
    !isOutside(caller) && has(caller, permission) ? granted : 403
const owner =
  (granted = 200): Expectation =>
  ({ kind }) =>
    kind === 'owner' || kind === 'admin' ? granted : 403
export const only =
  (kind: AccessCaller['kind'], others: number): Expectation =>
  (caller) =>
    caller.kind === kind ? 200 : others
const membership: Expectation = (caller) => (isInside(caller) ? 200 : 403)

const group = ({ groupId }: AccessTarget) => ({ groupId })
const withBody = (body: (target: AccessTarget) => object) => (target: AccessTarget) => ({
  ...group(target),
  body: body(target),
})
const upon =
  (who: 'memberId' | 'invitedId' | 'requestedId' | 'bannedId' | 'callerId', rest: object = {}) =>
  (target: AccessTarget) => ({
    ...group(target),
    userId: target[who],
    ...rest,
  })
const role =
  (id: 'roleId' | 'heldRoleId' | 'everyoneId', rest: object = {}) =>
  (target: AccessTarget) => ({
    ...group(target),
    groupRoleId: target[id],
    ...rest,
  })
const gallery =
  (rest: object = {}) =>
  (target: AccessTarget) => ({ ...group(target), groupGalleryId: target.galleryId, ...rest })
const own = ({ callerId }: AccessTarget) => ({ userId: callerId })
const POST = { title: 'News', text: 'Much has happened', visibility: 'group' }

const joining: Expectation = (caller) => {
  if (isInside(caller)) return 400
  return caller.kind === 'banned' ? 403 : 200
}
const blocking: Expectation = (caller) => (isInside(caller) ? 403 : 200)
const leaving: Expectation = ({ kind }) => (kind === 'member' ? 200 : 403)
/** Those who see all members, and those who pick people to invite, ban or describe. */
const seeingMember: Expectation = (caller) => {
  const rights = ['group-members-viewall', 'group-invites-manage', 'group-members-manage', 'group-bans-manage'] as const
  return !isOutside(caller) && rights.some((right) => has(caller, right)) ? 200 : 403
}

/** Every operation of groups, several times where its object decides; `anonymous` is always answered 401. */
export const ACCESS_ROWS: Readonly<Record<string, AccessRow | readonly AccessRow[]>> = {
  searchGroups: { call: () => ({}), expected: session },
  strictSearchGroups: { call: () => ({}), expected: session },
  getGroupRoleTemplates: { call: () => ({}), expected: session },
  createGroup: { call: () => ({ body: aGroupRequest() }), expected: only('admin', 403) },
  getGroup: { call: group, expected: session },
  getGroupRoles: { call: group, expected: session },
  joinGroup: { call: group, expected: joining },
  blockGroup: { call: group, expected: blocking },
  declineGroupInvite: { call: group, expected: only('invited', 400) },
  cancelGroupRequest: { call: group, expected: only('requested', 400) },
  getGroupInstances: { call: group, expected: session },
  getGroupPosts: { call: group, expected: session },
  getGroupAnnouncements: { call: group, expected: session },
  getGroupGalleryImages: { call: gallery(), expected: session },
  getGroupMembers: { call: group, expected: session },
  searchGroupMembers: { call: (target) => ({ ...group(target), query: { query: 'abc' } }), expected: session },
  getGroupMember: [
    { call: upon('memberId'), expected: seeingMember },
    { call: upon('callerId'), expected: session },
  ],
  leaveGroup: { call: group, expected: leaving },
  updateGroupRepresentation: { call: withBody(() => ({ isRepresenting: true })), expected: membership },
  updateGroupMember: [
    { call: upon('callerId', { body: { visibility: 'friends' } }), expected: membership },
    { call: upon('memberId', { body: { managerNotes: 'Kind' } }), expected: needs('group-members-manage') },
    { call: upon('memberId', { body: { visibility: 'hidden' } }), expected: () => 403 },
  ],
  getGroupPermissions: { call: group, expected: (caller) => (isOutside(caller) ? 403 : 200) },
  addGroupGalleryImage: {
    // The image is somebody else's.
    call: (target) => gallery({ body: { fileId: `file_${target.postId.slice(4)}` } })(target),
    expected: needs('group-galleries-manage', 400),
  },
  updateGroup: { call: withBody(() => ({ description: 'New' })), expected: needs('group-data-manage') },
  createGroupAnnouncement: { call: withBody(() => ({ title: 'Hello' })), expected: needs('group-announcement-manage') },
  deleteGroupAnnouncement: { call: group, expected: needs('group-announcement-manage') },
  addGroupPost: { call: withBody(() => POST), expected: needs('group-announcement-manage') },
  updateGroupPost: {
    call: (target) => ({ ...group(target), notificationId: target.postId, body: POST }),
    expected: needs('group-announcement-manage'),
  },
  deleteGroupPost: {
    call: (target) => ({ ...group(target), notificationId: target.postId }),
    expected: needs('group-announcement-manage'),
  },
  getGroupAuditLogs: { call: group, expected: needs('group-audit-view') },
  getGroupAuditLogEntryTypes: { call: group, expected: needs('group-audit-view') },
  getGroupBans: { call: group, expected: needs('group-bans-manage') },
  banGroupMember: { call: withBody(({ otherId }) => ({ userId: otherId })), expected: needs('group-bans-manage') },
  unbanGroupMember: { call: upon('bannedId'), expected: needs('group-bans-manage') },
  createGroupGallery: { call: withBody(() => ({ name: 'Views' })), expected: needs('group-galleries-manage') },
  updateGroupGallery: { call: gallery({ body: { name: 'Sights' } }), expected: needs('group-galleries-manage') },
  deleteGroupGallery: { call: gallery(), expected: needs('group-galleries-manage') },
  deleteGroupGalleryImage: {
    call: (target) => gallery({ groupGalleryImageId: target.imageId })(target),
    expected: needs('group-galleries-manage'),
  },
  getGroupInvites: { call: group, expected: needs('group-invites-manage') },
  createGroupInvite: {
    call: withBody(({ otherId }) => ({ userId: otherId })),
    expected: needs('group-invites-manage'),
  },
  deleteGroupInvite: { call: upon('invitedId'), expected: needs('group-invites-manage') },
  getGroupRequests: { call: group, expected: needs('group-invites-manage') },
  respondGroupJoinRequest: {
    call: upon('requestedId', { body: { action: 'accept' } }),
    expected: needs('group-invites-manage'),
  },
  kickGroupMember: { call: upon('memberId'), expected: needs('group-members-remove') },
  addGroupMemberRole: {
    call: (target) => role('roleId', { userId: target.memberId })(target),
    expected: needs('group-roles-assign'),
  },
  removeGroupMemberRole: {
    call: (target) => role('heldRoleId', { userId: target.memberId })(target),
    expected: needs('group-roles-assign'),
  },
  createGroupRole: { call: withBody(() => ({ name: 'Guide' })), expected: needs('group-roles-manage') },
  updateGroupRole: [
    { call: role('roleId', { body: { name: 'Guide' } }), expected: needs('group-roles-manage') },
    { call: role('everyoneId', { body: { permissions: [] } }), expected: needs('group-default-role-manage') },
  ],
  deleteGroupRole: { call: role('roleId'), expected: needs('group-roles-manage') },
  deleteGroup: { call: group, expected: owner() },
  getGroupTransferability: { call: group, expected: owner() },
  // The requirements do not hold: nobody has a subscription.
  initiateOrAcceptGroupTransfer: {
    call: withBody(({ memberId }) => ({ transferTargetId: memberId })),
    expected: () => 403,
  },
  cancelGroupTransfer: { call: group, expected: owner(400) },
  ...Object.fromEntries(
    [
      'getInvitedGroups',
      'getUserGroupRequests',
      'getBlockedGroups',
      'getUserAllGroupPermissions',
      'getUserGroupInstances',
    ].map((name) => [
      name,
      [
        { call: own, expected: session },
        { call: ({ otherId }: AccessTarget) => ({ userId: otherId }), expected: () => 403 },
      ],
    ]),
  ),
  getUserGroupInstancesForGroup: [
    { call: upon('callerId'), expected: session },
    { call: upon('memberId'), expected: () => 403 },
  ],
  getUserGroups: { call: ({ otherId }) => ({ userId: otherId }), expected: session },
  getUserRepresentedGroup: { call: ({ otherId }) => ({ userId: otherId }), expected: session },
  getMutualGroups: { call: ({ otherId }) => ({ userId: otherId }), expected: session },
}
