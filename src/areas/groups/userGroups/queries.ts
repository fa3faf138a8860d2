import { type Group, Prisma } from '../../../generated/prisma/client.ts'
import { judgesContent } from '../../../kernel/access.ts'
import { type SqlList, sortKeys } from '../../../kernel/list/pageSql.ts'
import { countPerParent, readPagePerParent, selectedColumns } from '../../../kernel/list/readList.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { blockedUsersSql } from '../../users/policy.ts'

type Reader = Pick<ViewerScope, 'sql' | 'viewer'>

/** Columns that fields of a group show to everybody who can see it. */
const GROUP_COLUMNS: readonly (keyof Group)[] = [
  'id',
  'name',
  'shortCode',
  'discriminator',
  'description',
  'rules',
  'links',
  'languages',
  'tags',
  'iconId',
  'bannerId',
  'privacy',
  'joinState',
  'allowGroupJoinPrompt',
  'isVerified',
  'storeId',
  'ownerId',
  'memberCount',
  'onlineMemberCount',
  'lastPostCreatedAt',
  'createdAt',
  'updatedAt',
]

/** SELECT list for the selected columns of the group `g` and its id; null where whole rows are read instead. */
export const selectedGroupColumns = (selected: ReadonlySet<string> | null): Prisma.Sql | null =>
  selectedColumns('g', GROUP_COLUMNS, selected && new Set(['id', ...selected]))

/** The rule of `canSeeGroup` in SQL, for the group `g`. */
const visibleGroup = ({ viewer }: Reader) => Prisma.sql`
  g."deletedAt" IS NULL AND (g."hiddenAt" IS NULL OR ${judgesContent({ viewer })} OR EXISTS (
    SELECT FROM "GroupMember" AS own WHERE own."groupId" = g.id AND own."userId" = ${viewer.id} AND own.status = 'member'))`

/** Reads columns of groups that the viewer can see, in no order. One statement. */
export const readVisibleGroups = <Row>(scope: Reader, columns: Prisma.Sql, ids: readonly string[]): Promise<Row[]> =>
  scope.sql<Row>`SELECT ${columns} FROM "Group" AS g WHERE g.id = ANY(${ids}) AND ${visibleGroup(scope)}`

/** The condition of `visibleMemberships` in SQL, for the membership `m`. */
const visibleMembership = ({ viewer }: Reader) => Prisma.sql`
  m.status = 'member'
  AND (m."userId" = ${viewer.id} OR m."userId" <> ALL(ARRAY(${blockedUsersSql(viewer.id)}))
    AND (m.visibility = 'visible' OR m.visibility = 'friends' AND EXISTS (
      SELECT FROM "Friendship" AS f WHERE f."userId" = ${viewer.id} AND f."friendId" = m."userId" AND NOT f.blocked)))
  AND EXISTS (SELECT FROM "Group" AS shown WHERE shown.id = m."groupId" AND shown."deletedAt" IS NULL
    AND (m."userId" = ${viewer.id} OR shown."hiddenAt" IS NULL AND shown.privacy = 'default'))`

/** The memberships that profiles show to the viewer, first joined first. */
const profileGroups = (scope: Reader): SqlList => ({
  alias: 'm',
  from: Prisma.raw('"GroupMember" AS m'),
  where: [visibleMembership(scope)],
  order: sortKeys('m', { joinedAt: 'timestamptz', id: 'text' }),
})

/** A membership in the list of a profile, with its place there, by which the list is sorted. */
export interface ProfileEntry {
  readonly membershipId: string
  readonly memberId: string
  readonly groupId: string
  readonly joinedAt: Date
}

/** The people whose memberships are listed, and the page that is read of each list. */
interface ProfileLists {
  readonly userIds: readonly string[]
  readonly page: KeysetPage
}

/**
 * For each person, a page of the memberships that their profile shows to the viewer, first joined first, with these columns of
 * each group. One statement.
 */
export function readProfilePages<Columns>(
  scope: Reader,
  { userIds: userId, page }: ProfileLists,
  columns: Prisma.Sql | null,
): Promise<(ProfileEntry & Columns)[]> {
  const entry = Prisma.raw('m.id AS "membershipId", m."userId" AS "memberId", m."groupId", m."joinedAt"')
  const select = columns
    ? { select: Prisma.sql`${entry}, ${columns}`, joins: Prisma.raw('JOIN "Group" AS g ON g.id = m."groupId"') }
    : { select: entry }
  return readPagePerParent(scope, { list: profileGroups(scope), parents: { userId } }, page, select)
}

/** The number of memberships that the profile of each person shows to the viewer. One statement. */
export const countProfileGroups = (scope: Reader, userIds: readonly string[]) =>
  countPerParent(scope, profileGroups(scope), ['userId', userIds])
