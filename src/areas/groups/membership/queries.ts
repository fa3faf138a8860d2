import { statementName } from '../../../kernel/database.ts'
import { escapeLikePattern } from '../../../kernel/likePattern.ts'
import { type BindParameter, bindSql, createBindings, type OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { nameKey } from '../../accounts/account/names.ts'
import type { GroupAccess } from '../access.ts'
import { hasPermission } from '../policy.ts'
import { type MemberVersion, memberVersionColumns } from './memberRows.ts'

/** Which members of a group a list has. */
export interface MemberFilter {
  /** Only holders of this role; null or empty for members without a role. */
  readonly roleId?: string | null | undefined
  /** Whether the viewer is left out. */
  readonly withoutViewer?: boolean
  /** Only people whose display name has this part. */
  readonly search?: string | undefined
}

/**
 * The member `m` and the viewer, neither of whom has blocked the other. As an array, which the database reads once, the
 * members of the group among the blocked people let it read an index in its order.
 */
const unblockedSql = (viewer: string, group: string) => `
  m."userId" <> ALL(ARRAY(
    SELECT x."userId" FROM "GroupMember" AS x WHERE x."groupId" = ${group} AND x."userId" IN (${blockedSql(viewer)})
  ))`

/** People whom the viewer has blocked, or who have blocked the viewer. */
const blockedSql = (viewer: string) => `
  SELECT "targetUserId" FROM "PlayerModeration" WHERE "sourceUserId" = ${viewer} AND matter = 'block'
  UNION ALL SELECT "sourceUserId" FROM "PlayerModeration" WHERE "targetUserId" = ${viewer} AND type = 'block'`

/** Managers of members see them across blocks, too. */
const unblockedConditions = (access: GroupAccess, viewerId: string, bind: BindParameter): string[] =>
  hasPermission(access, 'group-members-manage')
    ? []
    : [unblockedSql(`${bind(viewerId)}::text`, `${bind(access.group.id)}::text`)]

/** The owner, the viewer, and friends of the viewer who do not hide their membership. */
const acquaintedSql = (viewer: string, owner: string) => `
  m."userId" = ANY(ARRAY(
    SELECT "friendId" FROM "Friendship" WHERE "userId" = ${viewer} AND NOT blocked UNION ALL VALUES (${viewer}), (${owner})
  )) AND (m.visibility <> 'hidden' OR m."userId" IN (${viewer}, ${owner}))`

/** SQL conditions for the members `m` of a group that the viewer can see, to be combined by AND. */
function visibleMembersSql(access: GroupAccess, viewerId: string, bind: BindParameter): string[] {
  const asText = (id: string) => `${bind(id)}::text`
  return [
    `m."groupId" = ${bind(access.group.id)} AND m.status = 'member'`,
    ...(hasPermission(access, 'group-members-viewall')
      ? []
      : [acquaintedSql(asText(viewerId), asText(access.group.ownerId ?? ''))]),
    ...unblockedConditions(access, viewerId, bind),
  ]
}

/** SQL conditions for the members `m` of a group that the viewer can see and a filter lets through. */
export function memberConditionsSql(
  { viewer }: ViewerScope,
  access: GroupAccess,
  filter: MemberFilter,
  bind: BindParameter,
): string {
  const { roleId, withoutViewer, search } = filter
  const holds = (role: string) =>
    `EXISTS (SELECT FROM "GroupMemberRole" AS r
      WHERE r."roleId" = ${role} AND r."userId" = m."userId" AND r."groupId" = m."groupId")`
  return [
    ...visibleMembersSql(access, viewer.id, bind),
    ...(withoutViewer ? [`m."userId" <> ${bind(viewer.id)}`] : []),
    ...(roleId === '' || roleId === null ? [`m."roleIds" = '{}'`] : []),
    ...(roleId ? [holds(bind(roleId))] : []),
    ...(search === undefined ? [] : [nameCondition(search, bind)]),
  ].join(' AND ')
}

/** People are found by the index of display names, then their memberships by key. */
const nameCondition = (search: string, bind: BindParameter) => `
  m."userId" IN (SELECT id FROM "User" WHERE "displayNameKey" LIKE ${bind(`%${escapeLikePattern(nameKey(search))}%`)})`

/** A page of members: which ones, and in which order of joining. */
export interface MemberPage extends MemberFilter, OffsetPage {
  readonly newestFirst?: boolean | undefined
}

type MemberConditions = (bind: BindParameter) => string

/**
 * SELECT of the ids of a page of members. An index alone answers it, so that the last page of a large group costs little:
 * that of all members, of those without a role, or of the holders of a role.
 */
function pageOfIds(scope: ViewerScope, access: GroupAccess, page: MemberPage, bind: BindParameter): string {
  const { newestFirst, limit, offset, roleId, ...filter } = page
  const direction = newestFirst ? 'DESC' : 'ASC'
  const range = () => `LIMIT ${bind(limit)} OFFSET ${bind(offset)}`
  if (roleId && hasPermission(access, 'group-members-viewall')) {
    const where = holderConditionsSql(scope, access, { ...filter, roleId }, bind)
    return `SELECT m."memberId" FROM "GroupMemberRole" AS m WHERE ${where}
      ORDER BY m."joinedAt" ${direction}, m."memberId" ${direction} ${range()}`
  }
  const conditions: MemberConditions = (bind) => memberConditionsSql(scope, access, { ...filter, roleId }, bind)
  if (isNearEnd(access, page)) return lastIds(scope, access, page, { conditions, bind })
  return `SELECT m.id FROM "GroupMember" AS m WHERE ${conditions(bind)}
    ORDER BY m."joinedAt" ${direction}, m.id ${direction} ${range()}`
}

/** The holders `m` of a role among the people whom a viewer of all members can see. */
function holderConditionsSql(
  { viewer }: ViewerScope,
  access: GroupAccess,
  { roleId, withoutViewer }: MemberFilter,
  bind: BindParameter,
): string {
  const groupRoleId = access.group.groupRoles.find(({ id }) => id === roleId)?.id ?? null
  return [
    `m."roleId" = ${bind(groupRoleId)}`,
    ...(withoutViewer ? [`m."userId" <> ${bind(viewer.id)}`] : []),
    ...unblockedConditions(access, viewer.id, bind),
  ].join(' AND ')
}

/** Whether a page of all members that the viewer can see is nearer to the end of the list, from which it is then read. */
const isNearEnd = (access: GroupAccess, { roleId, search, withoutViewer, offset }: MemberPage): boolean =>
  offset > access.group.memberCount / 2 &&
  withoutViewer === true &&
  roleId === undefined &&
  search === undefined &&
  hasPermission(access, 'group-members-viewall')

interface LastIds {
  readonly conditions: MemberConditions
  readonly bind: BindParameter
}

/**
 * A page that is counted from the end: the group has the number of its members, and few are left out of the list. OFFSET 0
 * lets the planner find those few by key, rather than in an index of all members.
 */
function lastIds(
  { viewer }: ViewerScope,
  access: GroupAccess,
  { newestFirst, limit, offset }: MemberPage,
  { conditions, bind }: LastIds,
): string {
  const direction = newestFirst ? 'ASC' : 'DESC'
  const [group, person] = [`${bind(access.group.id)}::text`, `${bind(viewer.id)}::text`]
  const blocked = hasPermission(access, 'group-members-manage') ? '' : `UNION ${blockedSql(person)}`
  const rest = `(SELECT greatest(0, "memberCount" - ${bind(offset)}::int - (
      SELECT count(*)::int FROM (SELECT ${person} AS id ${blocked}) AS person CROSS JOIN LATERAL (
        SELECT status FROM "GroupMember" AS x WHERE x."groupId" = ${group} AND x."userId" = person.id OFFSET 0
      ) AS x WHERE x.status = 'member'
    )) AS rows FROM "Group" WHERE id = ${group})`
  const most = `${bind(limit)}::int`
  return `WITH rest AS MATERIALIZED ${rest}
    SELECT m.id FROM "GroupMember" AS m WHERE ${conditions(bind)} ORDER BY m."joinedAt" ${direction}, m.id ${direction}
    LIMIT (SELECT least(rows, ${most}) FROM rest) OFFSET (SELECT greatest(rows - ${most}, 0) FROM rest)`
}

/** A page of members in the order of their joining, as versions of their records. One statement. */
export async function readMemberVersions(
  source: ViewerScope,
  access: GroupAccess,
  page: MemberPage,
): Promise<MemberVersion[]> {
  const { values, bind } = createBindings()
  const direction = page.newestFirst ? 'DESC' : 'ASC'
  const text = `SELECT ${bindSql(memberVersionColumns(source.viewer.id), bind)}
    FROM "GroupMember" AS m JOIN "User" AS u ON u.id = m."userId"
    WHERE m.id = ANY(ARRAY(${pageOfIds(source, access, page, bind)}))
    ORDER BY m."joinedAt" ${direction}, m.id ${direction}`
  return source.read<MemberVersion>(statementName('group-members', text), text, values)
}

/** Versions of the records of these members, in their order. One statement. */
export const readMemberVersionsByIds = ({ sql, viewer }: ViewerScope, ids: readonly string[]) => sql<MemberVersion>`
  SELECT ${memberVersionColumns(viewer.id)} FROM unnest(${ids}::text[]) WITH ORDINALITY AS page (id, place)
    JOIN "GroupMember" AS m ON m.id = page.id JOIN "User" AS u ON u.id = m."userId" ORDER BY page.place`

/** Ids of a page of members with a part in their display name, by display name, and the number of all of them. */
export async function searchMemberIds(
  scope: ViewerScope,
  access: GroupAccess,
  search: string,
  page: OffsetPage,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const { values, bind } = createBindings()
  const where = memberConditionsSql(scope, access, { search }, bind)
  const text = `
    WITH found AS MATERIALIZED (
      SELECT m.id, u."displayNameKey" AS name FROM "GroupMember" AS m JOIN "User" AS u ON u.id = m."userId" WHERE ${where}
    ), page AS (SELECT id, name FROM found ORDER BY name, id LIMIT ${bind(page.limit)} OFFSET ${bind(page.offset)})
    SELECT (SELECT count(*)::int FROM found) AS total, ARRAY(SELECT id FROM page ORDER BY name, id) AS ids`
  // Without a name of the statement it is planned for each text: a frequent part of names needs another plan.
  const [found] = await scope.read<{ ids: string[]; total: number }>(null, text, values)
  return found ?? { ids: [], total: 0 }
}

/** Whether the viewer can see a member of the group. One statement. */
export async function canSeeMember(scope: ViewerScope, access: GroupAccess, userId: string): Promise<boolean> {
  const { values, bind } = createBindings()
  const where = visibleMembersSql(access, scope.viewer.id, bind).join(' AND ')
  const text = `SELECT m.id FROM "GroupMember" AS m WHERE ${where} AND m."userId" = ${bind(userId)}`
  return (await scope.read(statementName('group-members', text), text, values)).length > 0
}
