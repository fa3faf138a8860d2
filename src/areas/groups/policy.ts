import type { GroupGallery } from '../../generated/prisma/client.ts'
import { isAdmin, judgesContent } from '../../kernel/access.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
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
  group.deletedAt === null && (group.hiddenAt === null || status === 'member' || judgesContent(scope))

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

/** The permission that a subscription brings: with it people create groups, and are in more of them. */
export const CREATE_GROUPS_PERMISSION = 'permission-create-groups'

export const MAX_OWNED_GROUPS = 5
const MAX_JOINED_GROUPS = 100
const MAX_JOINED_GROUPS_WITH_SUBSCRIPTION = 200

/** Whether each of these people has a subscription, by id. One statement. */
async function readSubscribers(
  { db }: Pick<ViewerScope, 'db'>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const grants = await db.permissionGrant.findMany({
    where: { userId: { in: [...userIds] }, permission: { name: CREATE_GROUPS_PERMISSION } },
    select: { userId: true },
  })
  return new Set(grants.map(({ userId }) => userId))
}

/** Throws `forbidden` unless the viewer has a subscription, or is an admin of the platform. */
export async function assertSubscriber(scope: ViewerScope, message: string): Promise<void> {
  const { id } = scope.viewer
  if (!isAdmin(scope) && !(await readSubscribers(scope, [id])).has(id))
    throw new Failure('forbidden', message, { reason: 'subscription_required' })
}

/**
 * Throws `forbidden` when a person is in as many groups as they can be: 100, or 200 with a subscription; admins of the
 * platform in any number. The caller has locked the person.
 */
export async function assertCanJoinMore(scope: ViewerScope, userId: string): Promise<void> {
  const person = await scope.db.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      displayName: true,
      tags: true,
      _count: { select: { groupMemberships: { where: { status: 'member', group: { deletedAt: null } } } } },
    },
  })
  const joined = person._count.groupMemberships
  const isOwn = userId === scope.viewer.id
  if (joined < MAX_JOINED_GROUPS || (isOwn && isAdmin(scope))) return
  if (joined < MAX_JOINED_GROUPS_WITH_SUBSCRIPTION && (await readSubscribers(scope, [userId])).has(userId)) return
  const message = isOwn
    ? "You're in too many groups."
    : `${person.displayName} can't join right now because they're in too many groups.`
  throw new Failure('forbidden', message, { reason: 'too_many_groups' })
}

/** Throws `forbidden` for a person who owns five groups, unless an admin of the platform. The caller has locked the person. */
export async function assertCanOwnMore(scope: ViewerScope, userId: string): Promise<void> {
  const owned = await scope.db.group.count({ where: { ownerId: userId, deletedAt: null } })
  if (owned >= MAX_OWNED_GROUPS && !(scope.viewer.id === userId && isAdmin(scope)))
    throw new Failure('forbidden', 'You own too many groups.', { reason: 'too_many_groups' })
}

/** Throws `invalid` unless a file is a complete image of the person's own. */
export async function assertOwnImage(
  { db }: Pick<InTransaction, 'db'>,
  field: string,
  fileId: string,
  ownerId: string,
): Promise<void> {
  const complete = { version: { gt: 0 }, deletedAt: null, data: { some: { type: 'file', status: 'complete' } } }
  const where = { id: fileId, ownerId, mimeType: { startsWith: 'image/' }, versions: { some: complete } }
  if ((await db.file.count({ where })) === 0)
    throw invalid(field, `${field} must be a complete image of yours`, 'unknown_reference')
}

/** Whether the viewer can approve, order and remove the images of a gallery: by the permission or a role of the gallery. */
export const canManageImages = (access: GroupAccess, gallery: GroupGallery): boolean =>
  hasPermission(access, 'group-galleries-manage') || holdsOneOf(access, gallery.roleIdsToManage)

/** Whether the viewer can submit images to a gallery that they can see. */
export const canSubmitImages = (access: GroupAccess, gallery: GroupGallery): boolean =>
  canManageImages(access, gallery) || holdsOneOf(access, gallery.roleIdsToSubmit)

/** Whether images that the viewer submits to a gallery need no approval. */
export const isApprovedAtOnce = (access: GroupAccess, gallery: GroupGallery): boolean =>
  canManageImages(access, gallery) || holdsOneOf(access, gallery.roleIdsToAutoApprove)

/** Whether the viewer can see a gallery of a group: those who manage its images always, others by their roles. */
export function canSeeGallery(access: GroupAccess, gallery: GroupGallery): boolean {
  if (!canSeeInside(access)) return false
  if (canManageImages(access, gallery)) return true
  if (gallery.membersOnly && access.status !== 'member') return false
  return !gallery.restrictsView || holdsOneOf(access, gallery.roleIdsToView)
}

/** Galleries of a group that the viewer can see, oldest first. */
export const visibleGalleries = (access: GroupAccess): GroupGallery[] =>
  access.group.galleries.filter((gallery) => canSeeGallery(access, gallery))
