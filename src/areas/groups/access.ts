import type { GroupGallery, GroupMember, GroupRole } from '../../generated/prisma/client.ts'
import { isAdmin } from '../../kernel/access.ts'
import { addMilliseconds, DAY } from '../../kernel/clock.ts'
import { type GroupId, trusted } from '../../kernel/ids.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import { fileUrl } from '../files/links.ts'
import { canSeeGroup, canSeeInside, groupNotFound, visibleGalleries } from './policy.ts'
import { type AccessRow, type GroupRow, loadAccessRows } from './queries.ts'
import { EVERYONE_ORDER, effectivePermissions, type HeldPermission } from './roles/permissions.ts'

/** What stands between a person and a group. A lapsed invite is none. */
export type MembershipStatus = 'none' | 'requested' | 'invited' | 'member' | 'banned'

const INVITE_LIFETIME = 30 * DAY

/** Time when an invite of this time lapses. */
export const inviteExpiry = (invitedAt: Date): Date => addMilliseconds(invitedAt, INVITE_LIFETIME)

/** Invites of this time or earlier have lapsed. */
export const inviteHorizon = (now: Date): Date => addMilliseconds(now, -INVITE_LIFETIME)

const STATUSES: readonly MembershipStatus[] = ['requested', 'invited', 'member', 'banned']

/** The status of a membership at this time. */
export function statusAt(
  row: Pick<GroupMember, 'status' | 'invitedAt'> | null | undefined,
  now: Date,
): MembershipStatus {
  const status = STATUSES.find((one) => one === row?.status) ?? 'none'
  const isLapsed = status === 'invited' && (!row?.invitedAt || row.invitedAt <= inviteHorizon(now))
  return isLapsed ? 'none' : status
}

/** The status of a membership as it is shown: a person's own block comes before everything else but a membership. */
export function shownStatus(
  { status, member }: { readonly status: MembershipStatus; readonly member: Pick<GroupMember, 'userBlockedAt'> | null },
  isOwn: boolean,
): Exclude<MembershipStatus, 'none'> | 'inactive' | 'userblocked' {
  if (isOwn && member?.userBlockedAt && status !== 'member') return 'userblocked'
  return status === 'none' ? 'inactive' : status
}

/** Rank of admins of the platform. */
const ADMIN_RANK = -1

/** What a person is and can do in a group. */
export interface GroupAccess {
  readonly group: GroupRow
  /** The person's row, whatever its status; null for a stranger. */
  readonly member: GroupMember | null
  /** Display name of who has accepted the person's request to join. */
  readonly acceptedBy: string | null
  readonly status: MembershipStatus
  readonly isOwner: boolean
  /** Whether the person is an admin of the platform, who can do everything in every group. */
  readonly isPlatformAdmin: boolean
  /** The roles that a member holds, without Everyone, in their order. */
  readonly roles: readonly GroupRole[]
  /** Id of the role Everyone, which members hold beside `roles`; null for others. */
  readonly everyoneRoleId: string | null
  /** What the roles of a member allow; empty for others. */
  readonly permissions: ReadonlySet<HeldPermission>
  /** The least order among a member's roles: members act upon those of a greater rank only. */
  readonly rank: number
  readonly hasTwoFactor: boolean
}

/** Groups that the viewer can see, with what the viewer can do in each, in no particular order. One statement for those that are cached, else two. */
export async function readGroupAccesses(scope: ViewerScope, ids: readonly string[]): Promise<GroupAccess[]> {
  return (await readAllAccesses(scope, ids)).filter((access) => canSeeGroup(scope, access))
}

/**
 * Like `readGroupAccess`, but admins of the platform also get a deleted group whose content is kept. Only for reads of that
 * content.
 */
export async function readKeptGroupAccess(scope: ViewerScope, id: string): Promise<GroupAccess> {
  const [access] = await readAllAccesses(scope, [id])
  if (!access || !(canSeeGroup(scope, access) || canReadRemains(scope, access))) throw groupNotFound()
  return access
}

const canReadRemains = (scope: ViewerScope, { group: { purgeAt } }: GroupAccess): boolean =>
  isAdmin(scope) && purgeAt !== null && purgeAt > scope.now

/** What the viewer is in groups, even in those that they can't see. */
async function readAllAccesses(scope: ViewerScope, ids: readonly string[]): Promise<GroupAccess[]> {
  const rows = await loadAccessRows(scope, scope.viewer.id, ids)
  return rows.map((row) => accessOf(scope, row))
}

/** Throws `missing` for a group that the viewer can't see. */
export async function readGroupAccess(scope: ViewerScope, id: string): Promise<GroupAccess> {
  const [access] = await readGroupAccesses(scope, [id])
  if (!access) throw groupNotFound()
  return access
}

/** What the viewer is and can do in a group, from the rows of both. */
function accessOf(scope: ViewerScope, { group, own, hasTwoFactor, acceptedBy }: AccessRow): GroupAccess {
  const status = statusAt(own, scope.now)
  const isMember = status === 'member'
  const everyone = group.groupRoles.find(({ kind }) => kind === 'everyone')
  const roles = isMember ? group.groupRoles.filter(({ id }) => own?.roleIds.includes(id)) : []
  const isPlatformAdmin = isAdmin(scope)
  return {
    group: withoutLapsedTransfer(group, scope.now),
    member: own,
    acceptedBy,
    status,
    isOwner: isMember && group.ownerId === own?.userId,
    isPlatformAdmin,
    roles,
    everyoneRoleId: isMember ? (everyone?.id ?? null) : null,
    permissions: effectivePermissions(isMember && everyone ? [everyone, ...roles] : [], hasTwoFactor),
    rank: isPlatformAdmin ? ADMIN_RANK : (roles[0]?.order ?? EVERYONE_ORDER),
    hasTwoFactor,
  }
}

/** An offer to take the group over that nobody has accepted in time is none. */
function withoutLapsedTransfer(group: GroupRow, now: Date): GroupRow {
  const isLapsed = group.transferExpiresAt !== null && group.transferExpiresAt <= now
  return isLapsed ? { ...group, transferTargetId: null, transferExpiresAt: null } : group
}

/** A group as the viewer can see it. */
export interface GroupView {
  readonly access: GroupAccess
  /** The galleries that the viewer can see. */
  readonly galleries: readonly GroupGallery[]
  /** Only if they were asked for and the viewer can see them. */
  readonly roles?: readonly GroupRole[]
}

/** Throws `missing` for a group that the viewer can't see. */
export const readGroup = async (scope: ViewerScope, id: GroupId, { includeRoles = false } = {}): Promise<GroupView> =>
  groupView(await readGroupAccess(scope, id), { includeRoles })

/** Adds galleries, and roles if asked for, to a group. */
export const groupView = (access: GroupAccess, { includeRoles = false } = {}): GroupView => ({
  access,
  galleries: visibleGalleries(access),
  ...(includeRoles && canSeeInside(access) && { roles: access.group.groupRoles }),
})

/** What URLs of images need: a scope has it. */
export interface GroupUrlOptions {
  readonly rules: { readonly publicUrl: string }
}

/** Pictures of groups without icon or banner. */
const DEFAULTS = { icon: 'group-icon.png', banner: 'group-banner.png' } as const

/** URL of the icon or banner of a group: that of a file, or of the default picture. */
export const groupImageUrl = (
  { rules }: GroupUrlOptions,
  kind: keyof typeof DEFAULTS,
  fileId: string | null,
): string => (fileId === null ? `${rules.publicUrl}/public/${DEFAULTS[kind]}` : imageFileUrl({ rules }, fileId))

/** URL of an image of a group: the first version of its file. */
export const imageFileUrl = ({ rules }: GroupUrlOptions, fileId: string): string =>
  fileUrl(rules.publicUrl, { fileId: trusted<'file'>(fileId), version: 1 })
