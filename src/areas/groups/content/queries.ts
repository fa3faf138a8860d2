import { type GroupPost, Prisma } from '../../../generated/prisma/client.ts'
import { conditionOf, type SqlList } from '../../../kernel/list/pageSql.ts'
import { countLists, countRows, readPage, readPages } from '../../../kernel/list/readList.ts'
import type { KeysetPage, OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { GroupAccess } from '../access.ts'
import { hasPermission, heldRoleIds, isMemberOrAdmin } from '../policy.ts'

/** Which of the posts that the viewer can read a list has. */
export interface PostFilter {
  readonly publicOnly: boolean
}

/** The posts of a group that the viewer can read, by time; the caller has checked that they can see inside of the group. */
function postList({ viewer }: ViewerScope, access: GroupAccess, { publicOnly }: PostFilter): SqlList {
  const isPublicOnly = publicOnly || !isMemberOrAdmin(access)
  const forRoles = Prisma.sql`
    (p."roleIds" = '{}' OR p."roleIds" && ${heldRoleIds(access)}::text[] OR p."authorId" = ${viewer.id})`
  return {
    alias: 'p',
    from: Prisma.raw('"GroupPost" AS p'),
    where: [
      Prisma.sql`p."groupId" = ${access.group.id}`,
      ...(isPublicOnly ? [Prisma.raw(`p.visibility = 'public'`)] : []),
      ...(hasPermission(access, 'group-announcement-manage') ? [] : [forRoles]),
    ],
    order: [
      { by: Prisma.raw('p."createdAt"'), type: 'timestamptz' },
      { by: Prisma.raw('p.id'), type: 'text' },
    ],
  }
}

const POST_COLUMNS = { select: Prisma.raw('p.*') }

/** A page of the posts of a group, newest first, and the number of all of them. Two statements. */
export async function readPostsAndTotal(
  scope: ViewerScope,
  access: GroupAccess,
  { page, ...filter }: PostFilter & { readonly page: OffsetPage },
): Promise<{ readonly posts: GroupPost[]; readonly total: number }> {
  const list = postList(scope, access, filter)
  const [posts, total] = await Promise.all([
    readPage<GroupPost>(scope, list, { ...page, descending: true }, POST_COLUMNS),
    countRows(scope, list),
  ])
  return { posts, total }
}

/** The posts of several groups. */
interface PostListing {
  readonly accesses: readonly GroupAccess[]
  readonly filter: PostFilter
}

const listsOf = (scope: ViewerScope, { accesses, filter }: PostListing) =>
  accesses.map((access) => ({ key: access.group.id, list: postList(scope, access, filter) }))

/** A page of the posts of each group. One statement. */
export const readPostPages = (scope: ViewerScope, listing: PostListing, page: KeysetPage) =>
  readPages<GroupPost>(scope, listsOf(scope, listing), page, POST_COLUMNS)

/** Number of the posts of each group. One statement. */
export const countPosts = (scope: ViewerScope, listing: PostListing) => countLists(scope, listsOf(scope, listing))

/** Posts by id, of some groups, that the viewer can read, in no order. One statement, or none. */
export async function readablePostsByIds(
  scope: ViewerScope,
  accesses: readonly GroupAccess[],
  ids: readonly string[],
): Promise<GroupPost[]> {
  const lists = listsOf(scope, { accesses, filter: { publicOnly: false } })
  if (lists.length === 0) return []
  const isReadable = lists.map(({ list }) => Prisma.sql`(${conditionOf(list)})`)
  return scope.sql.custom<GroupPost>`
    SELECT p.* FROM "GroupPost" AS p WHERE p.id = ANY(${ids}) AND (${Prisma.join(isReadable, ' OR ')})`
}
