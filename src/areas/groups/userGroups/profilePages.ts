import { epochMillisecondsColumn } from '../../../kernel/database.ts'
import { type BindParameter, type KeysetPage, type PerParentList, pagePerParent } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { GroupColumns, UnparsedFields } from '../groupColumns.ts'

type Reader = Pick<ViewerScope, 'read' | 'viewer'>

/** The condition of `visibleMemberships` in SQL, for rows of "GroupMember". */
function visibleMembershipsSql({ viewer }: Pick<ViewerScope, 'viewer'>, bind: BindParameter): string {
  const own = bind(viewer.id)
  return `status = 'member' AND EXISTS (
      SELECT FROM "Group" AS g WHERE g.id = "GroupMember"."groupId" AND g."deletedAt" IS NULL
        AND ("GroupMember"."userId" = ${own} OR g."hiddenAt" IS NULL AND g.privacy = 'default'))
    AND ("userId" = ${own} OR "userId" <> ALL(ARRAY(
        SELECT "targetUserId" FROM "PlayerModeration" WHERE "sourceUserId" = ${own} AND matter = 'block'
        UNION ALL SELECT "sourceUserId" FROM "PlayerModeration" WHERE "targetUserId" = ${own} AND type = 'block'))
      AND (visibility = 'visible' OR visibility = 'friends' AND EXISTS (
        SELECT FROM "Friendship" AS f
        WHERE f."userId" = ${own} AND f."friendId" = "GroupMember"."userId" AND NOT f.blocked)))`
}

/** The place of a membership in the list of a profile. */
export interface ProfileEntry {
  readonly membershipId: string
  readonly memberId: string
  /** In milliseconds since 1970. */
  readonly joinedAt: number
}

const ENTRY = `m.id AS "membershipId", m."userId" AS "memberId", ${epochMillisecondsColumn('joinedAt')}`

const profileList = (
  { viewer }: Reader,
  userIds: readonly string[],
  list: Pick<PerParentList, 'name' | 'select' | 'joins'>,
): PerParentList => ({
  ...list,
  table: 'GroupMember',
  alias: 'm',
  parents: { userId: userIds },
  where: (bind) => visibleMembershipsSql({ viewer }, bind),
  columns: ['joinedAt', 'id'],
})

/** For each person, a page of the memberships that their profile shows to the viewer, first joined first. One statement. */
export function readProfilePages(scope: Reader, userIds: readonly string[], page: KeysetPage) {
  const list = { name: 'groups of profiles', select: `${ENTRY}, m."groupId"` }
  return pagePerParent<ProfileEntry & { readonly groupId: string }>(scope.read, profileList(scope, userIds, list), page)
}

/** Like `readProfilePages`, with some columns of each group: whoever sees the membership sees the group, too. */
export function readProfilePagesWith(
  scope: Reader,
  { name, select }: GroupColumns,
  { userIds, page }: { readonly userIds: readonly string[]; readonly page: KeysetPage },
) {
  const joins = `CROSS JOIN LATERAL (SELECT ${select} FROM "Group" WHERE id = m."groupId") AS g`
  const list = { name: `groups of profiles ${name}`, select: `${ENTRY}, g.*`, joins }
  return pagePerParent<ProfileEntry & UnparsedFields>(scope.read, profileList(scope, userIds, list), page)
}

/** The number of memberships that the profile of each person shows to the viewer. One statement. */
export async function countProfileGroups(scope: Reader, userIds: readonly string[]) {
  const values: unknown[] = []
  const bind: BindParameter = (value) => `$${values.push(value)}`
  const text = `SELECT "userId", count(*)::int AS count FROM "GroupMember"
    WHERE "userId" = ANY(${bind(userIds)}::text[]) AND ${visibleMembershipsSql(scope, bind)} GROUP BY "userId"`
  const rows = await scope.read<{ readonly userId: string; readonly count: number }>(
    'numbers of groups of profiles',
    text,
    values,
  )
  return rows.map(({ userId, count }) => [userId, count] as const)
}
