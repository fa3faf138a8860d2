import { type Favorite, Prisma } from '../../generated/prisma/client.ts'
import { allConditions, sortKeys } from '../../kernel/list/pageSql.ts'
import { readPagePerParent } from '../../kernel/list/readList.ts'
import type { KeysetPage } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { FavoriteGroupKey } from './favoriteTypes.ts'

/** A page of the viewer's favorites in each group, by `createdAt` and `id`. One statement. */
export function favoritesByGroups(
  scope: Pick<ViewerScope, 'sql' | 'viewer'>,
  groups: readonly FavoriteGroupKey[],
  page: KeysetPage,
): Promise<Favorite[]> {
  const list = {
    alias: 'f',
    from: Prisma.raw('"Favorite" AS f'),
    where: [Prisma.sql`f."userId" = ${scope.viewer.id}`],
    order: sortKeys('f', { createdAt: 'timestamptz', id: 'text' }),
  }
  const parents = { type: groups.map(({ type }) => type), group: groups.map(({ name }) => name) }
  return readPagePerParent<Favorite>(scope, { list, parents }, page, { select: Prisma.raw('f.*') })
}

/** Which of a person's favorites are deleted; omitted members do not narrow it. */
export interface DeletedFavorite {
  readonly id?: string
  /** Id of what is the favorite. */
  readonly targetId?: string
  readonly group?: FavoriteGroupKey
}

/** Deletes favorites of a person, the viewer by default, and answers them. One statement. */
export function deleteFavorites(
  { sql, viewer }: Pick<ViewerScope, 'sql' | 'viewer'>,
  { id, targetId, group }: DeletedFavorite,
  userId: string = viewer.id,
): Promise<Favorite[]> {
  const conditions = [
    Prisma.sql`"userId" = ${userId}`,
    ...(id === undefined ? [] : [Prisma.sql`id = ${id}`]),
    ...(targetId === undefined ? [] : [Prisma.sql`"favoriteId" = ${targetId}`]),
    ...(group === undefined ? [] : [Prisma.sql`type = ${group.type} AND "group" = ${group.name}`]),
  ]
  return sql<Favorite>`DELETE FROM "Favorite" WHERE ${allConditions(conditions)} RETURNING *`
}
