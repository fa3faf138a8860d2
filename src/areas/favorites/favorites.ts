import type { Favorite } from '../../generated/prisma/client.ts'
import { createdBetween, type Page, type Stretch } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { FavoriteType } from './kinds.ts'

/** Which favorites a list shows. What is left out does not narrow it. */
export interface FavoriteFilter {
  readonly type?: FavoriteType | undefined
  /** Those in any of these groups. */
  readonly groups?: readonly string[] | undefined
}

/** The viewer's favorites, the latest first; nobody lists another's. What a favorite marks may be gone by now. */
export function listFavorites(
  { db, viewer }: SignedScope,
  { type, groups }: FavoriteFilter,
  { offset = 0, ...stretch }: Stretch & Partial<Page>,
): Promise<Favorite[]> {
  const way = stretch.inverted ? 'asc' : 'desc'
  return db.favorite.findMany({
    where: {
      userId: viewer.id,
      ...(type && { type }),
      ...(groups && { group: { in: [...groups] } }),
      AND: createdBetween(stretch),
    },
    orderBy: [{ createdAt: way }, { id: way }],
    take: stretch.limit,
    skip: offset,
  })
}

/** How many favorites are in each of the viewer's groups; nothing of those that are empty. One statement. */
export async function countFavorites({ db, viewer }: SignedScope) {
  const counts = await db.favorite.groupBy({ by: ['type', 'group'], where: { userId: viewer.id }, _count: true })
  return counts.map(({ type, group, _count: count }) => ({ type, group, count }))
}
