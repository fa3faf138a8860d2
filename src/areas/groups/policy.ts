import { isAdmin } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { GroupAccess } from './access.ts'
import { ALL_PERMISSIONS, type GroupPermission } from './roles/permissions.ts'

/** Legacy clients know this message and the following ones. */
export const groupNotFound = () => new Failure('missing', "Can't find group!", { reason: 'group_not_found' })
export const notMember = () => new Failure('forbidden', "You're not a member.", { reason: 'not_group_member' })
export const groupForbidden = () =>
  new Failure('forbidden', "You don't have permission.", { reason: 'group_forbidden' })
export const roleNotFound = () => new Failure('missing', "Can't find role!", { reason: 'group_role_not_found' })
export const galleryNotFound = () => new Failure('missing', "Can't find gallery!", { reason: 'gallery_not_found' })
export const galleryImageNotFound = () =>
  new Failure('missing', "Can't find gallery image!", { reason: 'gallery_image_not_found' })
export const postNotFound = () => new Failure('missing', "Can't find post!", { reason: 'post_not_found' })

/** The refusal of one more role, gallery or image of a group. */
export const groupLimitReached = (things: string) =>
  new Failure('forbidden', `This group has too many ${things}.`, { reason: 'group_limit_reached' })

/** Whether the viewer can see that a group exists: one that an admin has hidden, only members and admins can. */
export const canSeeGroup = (scope: ViewerScope, { group, status }: GroupAccess): boolean =>
  group.deletedAt === null && (group.hiddenAt === null || status === 'member' || isAdmin(scope))

/** Whether the viewer can see the members, posts, galleries and instances of a group that they can see. */
export const canSeeInside = ({ group, status, isPlatformAdmin }: GroupAccess): boolean =>
  group.privacy !== 'private' || status === 'member' || isPlatformAdmin

/** Throws `forbidden` unless the viewer can see what is inside a group. */
export function assertSeesInside(access: GroupAccess): void {
  if (!canSeeInside(access)) throw notMember()
}

/** Whether the viewer has a permission in a group, by their roles or as an admin of the platform. */
export const hasPermission = ({ permissions, isPlatformAdmin }: GroupAccess, permission: GroupPermission): boolean =>
  isPlatformAdmin || permissions.has(ALL_PERMISSIONS) || permissions.has(permission)

/** Whether the viewer can do what members can. */
export const isMemberOrAdmin = ({ status, isPlatformAdmin }: GroupAccess): boolean =>
  status === 'member' || isPlatformAdmin

const MANAGING_PEOPLE: readonly GroupPermission[] = [
  'group-bans-manage',
  'group-invites-manage',
  'group-members-manage',
]

/** Whether the viewer can look up people who are no members, as managers of bans, invites or members do. */
export const canSeeOutsiders = (access: GroupAccess): boolean =>
  MANAGING_PEOPLE.some((permission) => hasPermission(access, permission))

/** Throws `forbidden` unless the viewer is a member of the group, or an admin of the platform. */
export function assertMember(access: GroupAccess): void {
  if (!isMemberOrAdmin(access)) throw notMember()
}

/** Throws `forbidden` unless the viewer is a member, or an admin of the platform, and has the permission. */
export function assertPermission(access: GroupAccess, permission: GroupPermission): void {
  assertMember(access)
  if (!hasPermission(access, permission)) throw groupForbidden()
}

/** Throws `forbidden` unless the viewer is a member, or an admin of the platform, and has one of the permissions. */
export function assertAnyPermission(access: GroupAccess, permissions: readonly GroupPermission[]): void {
  assertMember(access)
  if (!permissions.some((permission) => hasPermission(access, permission))) throw groupForbidden()
}

/** Throws `forbidden` unless the viewer owns the group or is an admin of the platform. */
export function assertOwner(access: GroupAccess): void {
  assertMember(access)
  if (!access.isOwner && !access.isPlatformAdmin) throw groupForbidden()
}

/** Rank of the owner, whose role comes first. */
const OWNER_RANK = 0

/** Whether the viewer can act upon a member of a rank: only of a greater one than their own, and never the owner. */
const outranks = ({ rank }: Pick<GroupAccess, 'rank'>, targetRank: number): boolean =>
  targetRank !== OWNER_RANK && rank < targetRank

/** Throws `forbidden` unless the viewer can act upon a member of a rank, which `readRank` reads. */
export function assertOutranks(access: GroupAccess, targetRank: number): void {
  if (!outranks(access, targetRank)) throw groupForbidden()
}

/** Whether the viewer holds one of these roles; all members hold Everyone. */
export const holdsOneOf = (access: GroupAccess, roleIds: readonly string[]): boolean =>
  heldRoleIds(access).some((id) => roleIds.includes(id))

/** Ids of the roles that the viewer holds, with Everyone for members. */
export const heldRoleIds = ({ roles, everyoneRoleId }: GroupAccess): string[] => [
  ...roles.map(({ id }) => id),
  ...(everyoneRoleId === null ? [] : [everyoneRoleId]),
]

/** Throws `forbidden` for a group that an admin has hidden, in which nothing new is published. */
export function assertNotHidden({ group }: GroupAccess): void {
  if (group.hiddenAt !== null) throw groupForbidden()
}
