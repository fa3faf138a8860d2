import type { GroupMember } from '../../../generated/prisma/client.ts'
import { type BindParameter, createBindings, type KeysetPage, keysetConditions } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { areUnblockedFriends, type Relation } from '../../users/relations.ts'
import { type GroupAccess, inviteHorizon, statusAt } from '../access.ts'
import { canSeeInside, canSeeOutsiders, hasPermission } from '../policy.ts'
import { type MemberFilter, memberConditionsSql } from './queries.ts'

/** Lists of a group by what stands between it and their people. */
export type MemberListKind = 'members' | 'invites' | 'requests' | 'blockedRequests' | 'bans'

/** Which rows of memberships a list has; role and search are for members only. */
export interface MemberListFilter extends Pick<MemberFilter, 'roleId' | 'search'> {
  readonly kind: MemberListKind
}

/** The columns by which lists are sorted; no row of a list has null in them. */
export const MEMBER_LIST_COLUMNS = {
  members: ['joinedAt', 'id'],
  invites: ['invitedAt', 'id'],
  requests: ['requestedAt', 'id'],
  blockedRequests: ['requestBlockedAt', 'id'],
  bans: ['bannedAt', 'id'],
} as const satisfies Readonly<Record<MemberListKind, readonly [keyof GroupMember, 'id']>>

interface MemberListing {
  /** What the viewer may do in each group; the caller has checked that they can see the list. */
  readonly accesses: readonly GroupAccess[]
  readonly filter: MemberListFilter
}

function conditionsSql(
  scope: ViewerScope,
  access: GroupAccess,
  { kind, ...filter }: MemberListFilter,
  bind: BindParameter,
): string {
  const groupId = () => `m."groupId" = ${bind(access.group.id)}`
  switch (kind) {
    case 'members':
      return memberConditionsSql(scope, access, filter, bind)
    case 'invites':
      return `${groupId()} AND m.status = 'invited' AND m."invitedAt" > ${bind(inviteHorizon(scope.now))}::timestamptz`
    case 'requests':
      return `${groupId()} AND m.status = 'requested'`
    case 'blockedRequests':
      return `${groupId()} AND m.status = 'none' AND m."requestBlockedAt" IS NOT NULL`
    case 'bans':
      return `${groupId()} AND m.status = 'banned'`
  }
}

/** A page of the same list of each group, in the order of the page within a group. One statement. */
export async function readMemberPages(
  scope: ViewerScope,
  { accesses, filter }: MemberListing,
  page: KeysetPage,
): Promise<GroupMember[]> {
  if (accesses.length === 0) return []
  const { values, bind } = createBindings()
  const columns = MEMBER_LIST_COLUMNS[filter.kind]
  const direction = page.descending ? 'DESC' : 'ASC'
  const order = columns.map((column) => `m."${column}" ${direction}`).join(', ')
  const lists = accesses.map((access) => {
    const conditions = [conditionsSql(scope, access, filter, bind), ...keysetConditions(page, columns, bind)]
    return `(SELECT m.* FROM "GroupMember" AS m WHERE ${conditions.join(' AND ')}
      ORDER BY ${order} LIMIT ${bind(page.limit)})`
  })
  return scope.read<GroupMember>(null, lists.join(' UNION ALL '), values)
}

/** The length of the same list of each group. One statement. */
export async function countMemberLists(
  scope: ViewerScope,
  { accesses, filter }: MemberListing,
): Promise<(readonly [groupId: string, count: number])[]> {
  if (accesses.length === 0) return []
  const { values, bind } = createBindings()
  const counts = accesses.map(
    (access) => `SELECT ${bind(access.group.id)}::text AS id, count(*)::int AS count
      FROM "GroupMember" AS m WHERE ${conditionsSql(scope, access, filter, bind)}`,
  )
  const rows = await scope.read<{ id: string; count: number }>(null, counts.join(' UNION ALL '), values)
  return rows.map(({ id, count }) => [id, count])
}

interface RelatedMember {
  readonly member: GroupMember
  /** Between the viewer and the person, if there is any. */
  readonly relation: Relation | undefined
}

/**
 * Whether the viewer can see a membership, as the lists of members show it: one's own always, those of outsiders as manager
 * of bans, invites or members.
 */
export function canSeeMembership(
  { viewer, now }: ViewerScope,
  access: GroupAccess,
  { member, relation }: RelatedMember,
): boolean {
  if (member.userId === viewer.id) return true
  const status = statusAt(member, now)
  if (status !== 'member') return canSeeOutsiders(access)
  if (!canSeeInside(access)) return false
  if (relation?.isBlocked && !hasPermission(access, 'group-members-manage')) return false
  if (hasPermission(access, 'group-members-viewall') || member.userId === access.group.ownerId) return true
  return relation !== undefined && areUnblockedFriends(relation) && member.visibility !== 'hidden'
}
