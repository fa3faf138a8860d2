import { type GroupMember, Prisma } from '../../../generated/prisma/client.ts'
import type { SqlList } from '../../../kernel/list/pageSql.ts'
import { countLists, readPages } from '../../../kernel/list/readList.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { areUnblockedFriends, type Relation } from '../../users/relations.ts'
import { type GroupAccess, inviteHorizon, statusAt } from '../access.ts'
import { canSeeInside, canSeeOutsiders, hasPermission } from '../policy.ts'
import { type MemberFilter, memberConditions } from './queries.ts'

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

/** The rows `m` of memberships that a list of a group has. */
function memberListOf(scope: ViewerScope, access: GroupAccess, { kind, ...filter }: MemberListFilter): SqlList {
  const [time, id] = MEMBER_LIST_COLUMNS[kind]
  return {
    alias: 'm',
    from: Prisma.raw('"GroupMember" AS m'),
    where: kind === 'members' ? memberConditions(scope, access, filter) : outsiderConditions(scope, access, kind),
    order: [
      { by: Prisma.raw(`m."${time}"`), type: 'timestamptz' },
      { by: Prisma.raw(`m.${id}`), type: 'text' },
    ],
  }
}

function outsiderConditions(
  { now }: ViewerScope,
  { group }: GroupAccess,
  kind: Exclude<MemberListKind, 'members'>,
): Prisma.Sql[] {
  const conditions = {
    invites: Prisma.sql`m.status = 'invited' AND m."invitedAt" > ${inviteHorizon(now)}`,
    requests: Prisma.sql`m.status = 'requested'`,
    blockedRequests: Prisma.sql`m.status = 'none' AND m."requestBlockedAt" IS NOT NULL`,
    bans: Prisma.sql`m.status = 'banned'`,
  }
  return [Prisma.sql`m."groupId" = ${group.id}`, conditions[kind]]
}

const listsOf = (scope: ViewerScope, { accesses, filter }: MemberListing) =>
  accesses.map((access) => ({ key: access.group.id, list: memberListOf(scope, access, filter) }))

/** A page of the same list of each group, in the order of the page within a group. One statement. */
export const readMemberPages = (scope: ViewerScope, listing: MemberListing, page: KeysetPage) =>
  readPages<GroupMember>(scope, listsOf(scope, listing), page, { select: Prisma.raw('m.*') })

/** The length of the same list of each group. One statement. */
export const countMemberLists = (scope: ViewerScope, listing: MemberListing) =>
  countLists(scope, listsOf(scope, listing))

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
