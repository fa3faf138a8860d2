import { type Favorite, Prisma } from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import type { UserId } from '../../kernel/ids.ts'
import { allConditions, sortKeys } from '../../kernel/list/pageSql.ts'
import { readPagePerParent } from '../../kernel/list/readList.ts'
import type { KeysetPage } from '../../kernel/page.ts'
import type { ViewerScope } from '../../kernel/scope.ts'
import type { InTransaction } from '../../kernel/transaction.ts'
import { ownListChanged } from '../accounts/events.ts'
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

/** Deletes favorites of a person, answers them, and emits one event, which names what was the favorite if it was one. */
export async function deleteFavorites(
  { sql, emit }: Pick<InTransaction, 'sql' | 'emit'>,
  userId: UserId,
  { id, targetId, group }: DeletedFavorite,
): Promise<Favorite[]> {
  const conditions = [
    Prisma.sql`"userId" = ${userId}`,
    ...(id === undefined ? [] : [Prisma.sql`id = ${id}`]),
    ...(targetId === undefined ? [] : [Prisma.sql`"favoriteId" = ${targetId}`]),
    ...(group === undefined ? [] : [Prisma.sql`type = ${group.type} AND "group" = ${group.name}`]),
  ]
  const deleted =
    await sql<Favorite>`DELETE FROM "Favorite" WHERE ${allConditions(conditions)} RETURNING ${columnList(Prisma.FavoriteScalarFieldEnum)}`
  const [first, ...others] = deleted
  const entry = others.length === 0 && first ? { targetId: first.favoriteId } : {}
  if (first) emit(ownListChanged(userId, { list: 'favorites', ...entry }))
  return deleted
}
