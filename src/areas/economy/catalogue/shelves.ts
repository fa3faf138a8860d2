import type { Prisma, StoreShelf } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { StoreId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { canManageCatalogue, isListed, listedListings, storeNotFound, visibleStores } from '../policy.ts'
import { type ListingWithProducts, readListedListings } from './listings.ts'

/** Who sees a store or shelf: `preview` ones are ready, but neither is shown to others than the seller. */
export const STATUSES = ['draft', 'preview', 'public'] as const
export type StoreStatus = (typeof STATUSES)[number]

/** A status that was stored. */
export const storeStatusOf = ({ status }: { readonly status: string }): StoreStatus =>
  STATUSES.find((one) => one === status) ?? 'draft'

/** A shelf with the ids of its listings that lists show the viewer, in their order. */
export interface ShelfWithListings extends StoreShelf {
  readonly listingIds: readonly string[]
}

export const SHELF_ORDER = [{ position: 'asc' }, { id: 'asc' }] as const

export const shelfRelations = (scope: ViewerScope) =>
  ({
    listings: {
      where: { listing: listedListings(scope) },
      select: { listingId: true },
      orderBy: [{ position: 'asc' }, { listingId: 'asc' }],
    },
    highlightListing: { select: { id: true, state: true, sellerId: true } },
  }) satisfies Prisma.StoreShelfInclude

type ShelfRecord = Prisma.StoreShelfGetPayload<{ include: ReturnType<typeof shelfRelations> }>

/** A shelf without the highlight and the listings that lists don't show the viewer. */
export const shelfOf = (
  scope: ViewerScope,
  { listings, highlightListing, ...shelf }: ShelfRecord,
): ShelfWithListings => ({
  ...shelf,
  highlightListingId: highlightListing && isListed(scope, highlightListing) ? highlightListing.id : null,
  listingIds: listings.map(({ listingId }) => listingId),
})

/** Which shelves to list, by their status. */
const VIEWS = {
  all: STATUSES,
  draft: ['draft'],
  preview: ['preview'],
  public: ['public'],
  publicPreview: ['public', 'preview'],
} as const satisfies Readonly<Record<string, readonly StoreStatus[]>>
type ShelfView = keyof typeof VIEWS

/** Shelves, and their listings by id if asked for. */
export interface Shelves {
  readonly shelves: readonly ShelfWithListings[]
  readonly listings: ReadonlyMap<string, ListingWithProducts> | null
}

/**
 * The shelves of a store in their order. Throws `missing` for a store that the viewer can't see; `forbidden` for shelves
 * that are not public, unless the viewer has the store or is an admin.
 */
export async function readShelves(
  scope: ViewerScope,
  storeId: StoreId,
  { view, withListings = false }: { readonly view: ShelfView; readonly withListings?: boolean | undefined },
): Promise<Shelves> {
  const where = { AND: [{ id: storeId }, visibleStores(scope)] }
  const store = await scope.db.store.findFirst({ where, select: { sellerId: true } })
  if (!store) throw storeNotFound()
  if (view !== 'public' && !canManageCatalogue(scope, store))
    throw new Failure('forbidden', "You don't have permission.", { reason: 'not_own' })
  const rows = await scope.db.storeShelf.findMany({
    where: { storeId, status: { in: [...VIEWS[view]] } },
    include: shelfRelations(scope),
    orderBy: [...SHELF_ORDER],
    relationLoadStrategy: 'join',
  })
  const shelves = rows.map((row) => shelfOf(scope, row))
  const wanted = shelves.flatMap(({ listingIds, highlightListingId }) => [
    ...listingIds,
    ...(highlightListingId === null ? [] : [highlightListingId]),
  ])
  return { shelves, listings: withListings ? await readListedListings(scope, wanted) : null }
}
