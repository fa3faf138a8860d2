import { type Favorite, Prisma } from '../../generated/prisma/client.ts'
import { sortKeys } from '../../kernel/list/pageSql.ts'
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
