import { type GroupMember, Prisma, type User } from '../../../generated/prisma/client.ts'
import { columnList } from '../../../kernel/columns.ts'
import { allConditions, escapeLikePattern, type SqlList } from '../../../kernel/list/pageSql.ts'
import { countLists, readCountedPage, readPage, readPages } from '../../../kernel/list/readList.ts'
import type { KeysetPage, OffsetPage } from '../../../kernel/page.ts'
import { defineRowKind, type RecordSource, type RowVersion } from '../../../kernel/records.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { nameKey } from '../../accounts/account/names.ts'
import { blockedUsersSql } from '../../users/policy.ts'
import { type GroupAccess, inviteHorizon } from '../access.ts'
import { hasPermission } from '../policy.ts'
import type { OwnMember } from '../queries.ts'

/** What the record of a membership shows of the person. */
export type MemberPerson = Pick<
  User,
  'id' | 'displayName' | 'userIcon' | 'profilePicOverride' | 'currentAvatarTags' | 'currentAvatarThumbnailImageUrl'
>

/** A membership with its person. Its revision is the sum of those of both, which only rise. */
interface PersonalMember extends RowVersion {
  readonly member: OwnMember
  readonly person: MemberPerson
}

/** A membership on a page of a list. */
export interface MemberVersion extends RowVersion {
  readonly isOwn: boolean
  /** Display name of who has accepted the person's request to join. */
  readonly acceptedBy: string | null
}

/** SELECT list for the MemberVersion of the member `m`, who is the person `u`. */
const memberVersionColumns = (viewerId: string) => Prisma.sql`
  m.id, m.revision + u.revision AS revision, m."userId" = ${viewerId} AS "isOwn",
  (SELECT "displayName" FROM "User" WHERE id = m."acceptedById") AS "acceptedBy"`

interface MemberWithPerson extends OwnMember {
  readonly revisionOfBoth: number
  readonly person: MemberPerson
}

const MEMBER_COLUMNS = columnList(Prisma.GroupMemberScalarFieldEnum, 'm')

async function readRows({ sql }: Pick<RecordSource, 'sql'>, ids: readonly string[]): Promise<PersonalMember[]> {
  const rows = await sql<MemberWithPerson>`
    SELECT ${MEMBER_COLUMNS}, m."roleIds", m.revision + u.revision AS "revisionOfBoth", json_build_object('id', u.id, 'displayName', u."displayName",
      'userIcon', u."userIcon", 'profilePicOverride', u."profilePicOverride", 'currentAvatarTags', u."currentAvatarTags",
      'currentAvatarThumbnailImageUrl', u."currentAvatarThumbnailImageUrl") AS person
    FROM "GroupMember" AS m JOIN "User" AS u ON u.id = m."userId" WHERE m.id = ANY(${ids})`
  return rows.map(({ revisionOfBoth: revision, person, ...member }) => ({ id: member.id, revision, member, person }))
}

export const MEMBER_ROWS = defineRowKind<PersonalMember>({
  name: 'member',
  readRows,
})

/** Which members of a group a list has. */
interface MemberFilter {
  /** Only holders of this role; null or empty for members without a role. */
  readonly roleId?: string | null | undefined
  /** Whether the viewer is left out. */
  readonly withoutViewer?: boolean
  /** Only people whose display name has this part. */
  readonly search?: string | undefined
}

/**
 * The member `m` and the viewer, neither of whom has blocked the other; managers of members see them across blocks, too. As
 * an array, which the database reads once, the members of the group among the blocked people let it read an index in its
 * order.
 */
const unblockedConditions = (access: GroupAccess, viewerId: string): Prisma.Sql[] =>
  hasPermission(access, 'group-members-manage')
    ? []
    : [
        Prisma.sql`m."userId" <> ALL(ARRAY(
          SELECT x."userId" FROM "GroupMember" AS x
          WHERE x."groupId" = ${access.group.id} AND x."userId" IN (${blockedUsersSql(viewerId)})))`,
      ]

/** The owner, the viewer, and friends of the viewer who do not hide their membership. */
const isAcquainted = (viewerId: string, ownerId: string) => Prisma.sql`
  m."userId" = ANY(ARRAY(
    SELECT "friendId" FROM "Friendship" WHERE "userId" = ${viewerId} AND NOT blocked
    UNION ALL VALUES (${viewerId}::text), (${ownerId}::text)
  )) AND (m.visibility <> 'hidden' OR m."userId" IN (${viewerId}, ${ownerId}))`

/** Conditions for the members `m` of a group that the viewer can see. */
const visibleMembers = (access: GroupAccess, viewerId: string): Prisma.Sql[] => [
  Prisma.sql`m."groupId" = ${access.group.id} AND m.status = 'member'`,
  ...(hasPermission(access, 'group-members-viewall') ? [] : [isAcquainted(viewerId, access.group.ownerId ?? '')]),
  ...unblockedConditions(access, viewerId),
]

/** Conditions for the members `m` of a group that the viewer can see and a filter matches. */
function memberConditions({ viewer }: ViewerScope, access: GroupAccess, filter: MemberFilter): Prisma.Sql[] {
  const { roleId, withoutViewer, search } = filter
  return [
    ...visibleMembers(access, viewer.id),
    ...(withoutViewer ? [Prisma.sql`m."userId" <> ${viewer.id}`] : []),
    ...(roleId === '' || roleId === null ? [Prisma.sql`m."roleIds" = '{}'`] : []),
    ...(roleId ? [holdsRole(roleId)] : []),
    ...(search === undefined ? [] : [hasName(search)]),
  ]
}

const holdsRole = (roleId: string) => Prisma.sql`
  EXISTS (SELECT FROM "GroupMemberRole" AS r
    WHERE r."roleId" = ${roleId} AND r."userId" = m."userId" AND r."groupId" = m."groupId")`

/** People are found by the index of display names, then their memberships by key. */
const hasName = (search: string) => Prisma.sql`
  m."userId" IN (SELECT id FROM "User" WHERE "displayNameKey" LIKE ${`%${escapeLikePattern(nameKey(search))}%`})`

/** A page of members: which ones, and in which order of joining. */
export interface MemberPage extends MemberFilter, OffsetPage {
  readonly newestFirst?: boolean | undefined
}

const orderBy = (...columns: readonly string[]): SqlList['order'] =>
  columns.map((column) => ({ by: Prisma.raw(`m.${column}`), type: column === '"joinedAt"' ? 'timestamptz' : 'text' }))

/**
 * The members that a page is of, by the time of joining. An index alone answers it: that of all members, of those without a
 * role, or of the holders of a role.
 */
function memberList(scope: ViewerScope, access: GroupAccess, { roleId, ...filter }: MemberFilter): SqlList {
  if (!roleId || !hasPermission(access, 'group-members-viewall'))
    return {
      alias: 'm',
      from: Prisma.raw('"GroupMember" AS m'),
      where: memberConditions(scope, access, { ...filter, roleId }),
      order: orderBy('"joinedAt"', 'id'),
    }
  const groupRoleId = access.group.groupRoles.find(({ id }) => id === roleId)?.id ?? null
  return {
    alias: 'm',
    from: Prisma.raw('"GroupMemberRole" AS m'),
    where: [
      Prisma.sql`m."roleId" = ${groupRoleId}`,
      ...(filter.withoutViewer ? [Prisma.sql`m."userId" <> ${scope.viewer.id}`] : []),
      ...unblockedConditions(access, scope.viewer.id),
    ],
    order: orderBy('"joinedAt"', '"memberId"'),
  }
}

/** Whether a page of all members that the viewer can see is nearer to the end of the list. */
const isNearEnd = (access: GroupAccess, { roleId, search, withoutViewer, offset }: MemberPage): boolean =>
  offset > access.group.memberCount / 2 &&
  withoutViewer === true &&
  roleId === undefined &&
  search === undefined &&
  hasPermission(access, 'group-members-viewall')

/**
 * Number of the members that the viewer can see, without the viewer: the group has the number of all, and few are left out.
 * OFFSET 0 makes the planner find those few by key, rather than in an index of all members.
 */
function visibleMemberCount({ viewer }: ViewerScope, access: GroupAccess): Prisma.Sql {
  const blocked = hasPermission(access, 'group-members-manage')
    ? Prisma.empty
    : Prisma.sql`UNION ${blockedUsersSql(viewer.id)}`
  return Prisma.sql`(SELECT "memberCount" - (
      SELECT count(*) FROM (SELECT ${viewer.id}::text AS id ${blocked}) AS person CROSS JOIN LATERAL (
        SELECT status FROM "GroupMember" AS x WHERE x."groupId" = ${access.group.id} AND x."userId" = person.id OFFSET 0
      ) AS x WHERE x.status = 'member'
    ) FROM "Group" WHERE id = ${access.group.id})`
}

/** A page of members in the order of their joining, as versions of their records. One statement. */
export function readMemberVersions(
  scope: ViewerScope,
  access: GroupAccess,
  { newestFirst = false, limit, offset, ...filter }: MemberPage,
): Promise<MemberVersion[]> {
  const list = memberList(scope, access, filter)
  const page = { limit, offset, descending: newestFirst }
  const nearEnd = isNearEnd(access, { ...filter, limit, offset }) && { length: visibleMemberCount(scope, access) }
  return readPage<MemberVersion>(
    scope,
    list,
    { ...page, ...nearEnd },
    {
      alias: 'page',
      select: memberVersionColumns(scope.viewer.id),
      joins: Prisma.raw('JOIN "GroupMember" AS m ON m.id = page.sort1 JOIN "User" AS u ON u.id = m."userId"'),
    },
  )
}

/** A page of the members with a part in their display name, by display name, and the number of all of them. Two statements. */
export async function searchMemberVersions(
  scope: ViewerScope,
  access: GroupAccess,
  { search, ...page }: OffsetPage & { readonly search: string },
): Promise<{ readonly members: readonly MemberVersion[]; readonly total: number }> {
  const list: SqlList = {
    alias: 'm',
    from: Prisma.raw('"GroupMember" AS m JOIN "User" AS u ON u.id = m."userId"'),
    where: memberConditions(scope, access, { search }),
    order: [
      { by: Prisma.raw('u."displayNameKey"'), type: 'text' },
      { by: Prisma.raw('m.id'), type: 'text' },
    ],
    plan: 'custom',
  }
  const columns = {
    select: memberVersionColumns(scope.viewer.id),
    joins: Prisma.raw('JOIN "User" AS u ON u.id = m."userId"'),
  }
  const { rows, total } = await readCountedPage<MemberVersion>(scope, list, { ...page, descending: false }, columns)
  return { members: rows, total }
}

/** Whether the viewer can see a member of the group. One statement. */
export async function canSeeMember(
  { sql, viewer }: ViewerScope,
  access: GroupAccess,
  userId: string,
): Promise<boolean> {
  const rows = await sql`
    SELECT FROM "GroupMember" AS m WHERE ${allConditions(visibleMembers(access, viewer.id))} AND m."userId" = ${userId}`
  return rows.length > 0
}

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
