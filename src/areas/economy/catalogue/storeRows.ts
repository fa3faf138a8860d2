import type { Store, StoreShelf } from '../../../generated/prisma/client.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { visibleShelves, visibleStores } from '../policy.ts'
import { SHELF_ORDER } from './shelves.ts'

/** Stores that the viewer can see, by id, or by their group or world. One statement. */
export const storesBy = (
  scope: ViewerScope,
  column: 'id' | 'groupId' | 'worldId',
  ids: readonly string[],
): Promise<Store[]> =>
  scope.db.store.findMany({ where: { AND: [{ [column]: { in: [...ids] } }, visibleStores(scope)] } })

/** A store that offers a listing. */
export interface OfferingStore extends Store {
  readonly listingId: string
}

/** The stores that offer listings, as far as the viewer can see them, oldest first. One statement. */
export async function storesOfListings(scope: ViewerScope, listingIds: readonly string[]): Promise<OfferingStore[]> {
  const listingId = { in: [...listingIds] }
  const stores = await scope.db.store.findMany({
    where: {
      AND: [
        visibleStores(scope),
        {
          OR: [
            { listings: { some: { listingId } } },
            { shelves: { some: { ...visibleShelves(scope), listings: { some: { listingId } } } } },
          ],
        },
      ],
    },
    include: {
      listings: { where: { listingId }, select: { listingId: true } },
      shelves: {
        where: visibleShelves(scope),
        select: { listings: { where: { listingId }, select: { listingId: true } } },
      },
    },
    orderBy: { id: 'asc' },
    relationLoadStrategy: 'join',
  })
  return stores.flatMap(({ listings, shelves, ...store }) => {
    const offered = [...listings, ...shelves.flatMap((shelf) => shelf.listings)]
    return [...new Set(offered.map((one) => one.listingId))].map((id) => ({ ...store, listingId: id }))
  })
}

/** Shelves by id that the viewer can see. One statement. */
export const shelvesByIds = (scope: ViewerScope, ids: readonly string[]): Promise<StoreShelf[]> =>
  scope.db.storeShelf.findMany({ where: { AND: [{ id: { in: [...ids] } }, visibleShelves(scope)] } })

/** The shelves of stores that the viewer can see, in their order. One statement. */
export const shelvesOfStores = (scope: ViewerScope, storeIds: readonly string[]): Promise<StoreShelf[]> =>
  scope.db.storeShelf.findMany({
    where: { AND: [{ storeId: { in: [...storeIds] } }, visibleShelves(scope)] },
    orderBy: [...SHELF_ORDER],
  })
