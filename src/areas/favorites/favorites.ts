import type { Favorite, Prisma } from '../../generated/prisma/client.ts'
import { momentIn } from '../../kernel/page.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import type { FavoriteType } from './kinds.ts'

/** Which favorites a list shows. What is left out does not narrow it. */
export interface FavoriteFilter {
  readonly type?: FavoriteType | undefined
  /** Those in any of these groups. */
  readonly groups?: readonly string[] | undefined
}

/** Which part of a list is wanted: by counting, or by the places of those before and after it. */
export interface Stretch {
  readonly limit: number
  readonly offset?: number | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  /** Read from the list's end. */
  readonly inverted?: boolean | undefined
}

/** Where a favorite stands in a list. */
export const placeIn = ({ createdAt, id }: Pick<Favorite, 'createdAt' | 'id'>) => `${createdAt.toISOString()} ${id}`

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (fvrt_\S{36})$/

/** The time and id of a place. Throws `invalid` for a cursor of another list. */
export function readPlace(field: 'after' | 'before', place: string): { readonly time: Date; readonly id: string } {
  const [, time = '', id = ''] = PLACE.exec(place) ?? []
  return { time: momentIn(field, time), id }
}

/** The viewer's favorites, the latest first; nobody lists another's. What a favorite marks may be gone by now. */
export function listFavorites(
  { db, viewer }: SignedScope,
  { type, groups }: FavoriteFilter,
  { limit, offset = 0, after, before, inverted = false }: Stretch,
): Promise<Favorite[]> {
  const way = inverted ? 'asc' : 'desc'
  return db.favorite.findMany({
    where: {
      userId: viewer.id,
      ...(type && { type }),
      ...(groups && { group: { in: [...groups] } }),
      AND: [...beyond('after', after, 'lt'), ...beyond('before', before, 'gt')],
    },
    orderBy: [{ createdAt: way }, { id: way }],
    take: limit,
    skip: offset,
  })
}

function beyond(field: 'after' | 'before', place: string | undefined, than: 'lt' | 'gt'): Prisma.FavoriteWhereInput[] {
  if (place === undefined) return []
  const { time, id } = readPlace(field, place)
  return [{ OR: [{ createdAt: { [than]: time } }, { createdAt: time, id: { [than]: id } }] }]
}

/** How many favorites are in each of the viewer's groups; nothing of those that are empty. One statement. */
export async function countFavorites({ db, viewer }: SignedScope) {
  const counts = await db.favorite.groupBy({ by: ['type', 'group'], where: { userId: viewer.id }, _count: true })
  return counts.map(({ type, group, _count: count }) => ({ type, group, count }))
}
