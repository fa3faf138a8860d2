import { textList } from '../../../kernel/database.ts'
import { type BindParameter, createBindings, type KeysetPage, pagePerParent } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { GroupColumns, UnparsedFields } from '../groupColumns.ts'

type Reader = Pick<ViewerScope, 'read' | 'viewer'>

/** SQL condition for the memberships that the viewer can see, of those whose group they can see: rows of "GroupMember". */
const visibleMemberSql = (own: string) => `status = 'member'
    AND ("userId" = ${own} OR "userId" <> ALL(ARRAY(
        SELECT "targetUserId" FROM "PlayerModeration" WHERE "sourceUserId" = ${own} AND matter = 'block'
        UNION ALL SELECT "sourceUserId" FROM "PlayerModeration" WHERE "targetUserId" = ${own} AND type = 'block'))
      AND (visibility = 'visible' OR visibility = 'friends' AND EXISTS (
        SELECT FROM "Friendship" AS f
        WHERE f."userId" = ${own} AND f."friendId" = "GroupMember"."userId" AND NOT f.blocked)))`

/** FROM clause of the group of a row of "GroupMember", with no row if the list of a profile must not show it to the viewer. */
const visibleGroupSql = (own: string) => `FROM "Group" WHERE id = "GroupMember"."groupId" AND "deletedAt" IS NULL
    AND ("GroupMember"."userId" = ${own} OR "hiddenAt" IS NULL AND privacy = 'default')`

/** The condition of `visibleMemberships` in SQL, for rows of "GroupMember". */
function visibleMembershipsSql({ viewer }: Pick<ViewerScope, 'viewer'>, bind: BindParameter): string {
  const own = bind(viewer.id)
  return `${visibleMemberSql(own)} AND EXISTS (SELECT ${visibleGroupSql(own)})`
}

/** A membership in the list of a profile, with its place there, by which the list is sorted. */
export interface ProfileEntry {
  readonly membershipId: string
  readonly memberId: string
  readonly joinedAt: Date
}

const PLACE = `m.id AS "membershipId", m."joinedAt"`

/** The people whose memberships are listed, and the page that is read of each list. */
interface ProfileLists {
  readonly userIds: readonly string[]
  readonly page: KeysetPage
}

const PROFILE_LIST = { table: 'GroupMember', alias: 'm', columns: ['joinedAt', 'id'] } as const

/** For each person, a page of the memberships that their profile shows to the viewer, first joined first. One statement. */
export const readProfilePages = (scope: Reader, { userIds, page }: ProfileLists) =>
  pagePerParent<ProfileEntry & { readonly groupId: string }>(
    scope.read,
    {
      ...PROFILE_LIST,
      name: 'groups of profiles',
      select: `m."userId" AS "memberId", ${PLACE}, m."groupId"`,
      parents: { userId: userIds },
      where: (bind) => visibleMembershipsSql(scope, bind),
    },
    page,
  )

/** What is read of the groups of a list. */
interface ProfileGroupColumns extends Pick<GroupColumns, 'name' | 'names' | 'select'> {
  /** Whether the columns that the list is sorted by are read, too: cursors are made of them. */
  readonly withPlaces: boolean
}

/** Like `readProfilePages`, with some columns of each group. */
export function readProfilePagesWith(
  scope: Reader,
  { name, names, select, withPlaces }: ProfileGroupColumns,
  { userIds, page }: ProfileLists,
) {
  // The columns of the group have other names in the join, as both tables have some of the same name.
  const joined = names.map((_, at) => `group_${at}`)
  const columns = names.map((column, at) => `m.group_${at} AS "${column}"`)
  return pagePerParent<ProfileEntry & UnparsedFields>(
    scope.read,
    {
      ...PROFILE_LIST,
      name: `groups of profiles ${name}${withPlaces ? ' with places' : ''}`,
      select: ['m."userId" AS "memberId"', ...(withPlaces ? [PLACE] : []), ...columns].join(', '),
      parents: { userId: userIds },
      innerJoin: (bind) =>
        `CROSS JOIN LATERAL (SELECT ${select} ${visibleGroupSql(bind(scope.viewer.id))}) AS g (${joined})`,
      where: (bind) => visibleMemberSql(bind(scope.viewer.id)),
    },
    page,
  )
}

/** The number of memberships that the profile of each person shows to the viewer. One statement. */
export async function countProfileGroups(scope: Reader, userIds: readonly string[]) {
  const { values, bind } = createBindings()
  const text = `SELECT "userId", count(*)::int AS count FROM "GroupMember"
    WHERE "userId" = ANY(${textList(bind(userIds))}) AND ${visibleMembershipsSql(scope, bind)} GROUP BY "userId"`
  const rows = await scope.read<{ readonly userId: string; readonly count: number }>(
    'numbers of groups of profiles',
    text,
    values,
  )
  return rows.map(({ userId, count }) => [userId, count] as const)
}
