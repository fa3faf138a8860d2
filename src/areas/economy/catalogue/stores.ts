import type { Prisma, Store, StoreShelf } from '../../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { notOwn } from '../../../kernel/failure.ts'
import type { StoreId, UserId } from '../../../kernel/ids.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { groupImageUrl, readGroupAccesses } from '../../groups/access.ts'
import { canReadWorld } from '../../worlds/policy.ts'
import { loadWorldRow } from '../../worlds/queries.ts'
import { listedListings, storeNotFound, visibleShelves, visibleStores } from '../policy.ts'
import { type ListingWithProducts, readListedListings } from './listings.ts'
import { SHELF_ORDER, type ShelfWithListings, shelfOf, shelfRelations } from './shelves.ts'

/** Who has a store. */
const STORE_TYPES = ['group', 'house', 'world'] as const
type StoreType = (typeof STORE_TYPES)[number]

/** A store type that was stored. */
export const storeTypeOf = ({ storeType }: Pick<Store, 'storeType'>): StoreType =>
  STORE_TYPES.find((type) => type === storeType) ?? 'house'

/** The group or world of a store. */
interface StoreContext {
  readonly id: string
  readonly name: string
  readonly imageUrl: string | null
}

/** A store with what its record shows. */
export interface StoreWithListings extends Store {
  readonly sellerDisplayName: string
  /** Ids of its listings that lists show the viewer, in their order. */
  readonly listingIds: readonly string[]
  /** Its shelves that the viewer can see, in their order. */
  readonly shelves: readonly ShelfWithListings[]
  /** Null for the store of the platform, and for a group or world that the viewer can't see. */
  readonly context: StoreContext | null
  /** The listings of the store and its shelves, if they were asked for. */
  readonly listings: ReadonlyMap<string, ListingWithProducts> | null
}

const relationsFor = (scope: ViewerScope) =>
  ({
    seller: { select: { displayName: true } },
    listings: {
      where: { listing: listedListings(scope) },
      select: { listingId: true },
      orderBy: [{ position: 'asc' }, { listingId: 'asc' }],
    },
    shelves: { where: visibleShelves(scope), orderBy: [...SHELF_ORDER], include: shelfRelations(scope) },
  }) satisfies Prisma.StoreInclude

/** A store, with its listings if asked for. Throws `missing` for a store that the viewer can't see. */
export async function readStore(
  scope: ViewerScope,
  id: StoreId,
  { withListings = false } = {},
): Promise<StoreWithListings> {
  const where = { AND: [{ id }, visibleStores(scope)] }
  const [store] = await findStores(scope, { where })
  if (!store) throw storeNotFound()
  if (!withListings) return store
  const wanted = [...store.listingIds, ...store.shelves.flatMap((shelf) => shelf.listingIds)]
  return { ...store, listings: await readListedListings(scope, wanted) }
}

/** Stores that a condition selects, without their listings. Three statements at most. */
async function findStores(
  scope: ViewerScope,
  query: Pick<Prisma.StoreFindManyArgs, 'where' | 'orderBy' | 'take' | 'skip'>,
): Promise<StoreWithListings[]> {
  const records = await scope.db.store.findMany({
    ...query,
    include: relationsFor(scope),
    relationLoadStrategy: 'join',
  })
  const contexts = await contextsOf(scope, records)
  return records.map(({ seller, listings, shelves, ...row }) => ({
    ...row,
    sellerDisplayName: seller.displayName,
    listingIds: listings.map(({ listingId }) => listingId),
    shelves: shelves.map((shelf) => shelfOf(scope, shelf)),
    context: contexts.get(row.groupId ?? row.worldId ?? '') ?? null,
    listings: null,
  }))
}

type Placed = Pick<Store, 'groupId' | 'worldId'>

/** The groups and worlds of stores by id, as the viewer can see them. */
async function contextsOf(scope: ViewerScope, stores: readonly Placed[]): Promise<ReadonlyMap<string, StoreContext>> {
  const groupIds = stores.flatMap(({ groupId }) => groupId ?? [])
  const worldIds = stores.flatMap(({ worldId }) => worldId ?? [])
  const [accesses, worlds] = await Promise.all([
    groupIds.length > 0 ? readGroupAccesses(scope, groupIds) : [],
    loadWorldRow.many(scope, worldIds),
  ])
  const groups = accesses.map(({ group: { id, name, iconId } }) => ({
    ...{ id, name },
    imageUrl: groupImageUrl(scope, 'icon', iconId),
  }))
  const readable = [...worlds.values()].filter((world) => canReadWorld(scope, world))
  const places = [...groups, ...readable.map(({ id, name, imageUrl }) => ({ id, name, imageUrl }))]
  return new Map(places.map((place) => [place.id, place]))
}

/** Which stores to list. */
interface StoreFilter {
  readonly sellerId?: UserId | undefined
  /** Whether those of the seller that are not public are listed too; the viewer is the seller by default. */
  readonly isForSeller?: boolean | undefined
}

/** Public stores, newest first; or all of a seller. Throws `forbidden` for all of others. */
export async function listStores(
  scope: ViewerScope,
  { sellerId, isForSeller = false, limit: take, offset: skip }: StoreFilter & OffsetPage,
): Promise<StoreWithListings[]> {
  const ownerId = isForSeller ? (sellerId ?? scope.viewer.id) : sellerId
  if (isForSeller && !isOwnerOrAdmin(scope, ownerId ?? scope.viewer.id)) throw notOwn()
  const where = { ...(ownerId !== undefined && { sellerId: ownerId }), ...(!isForSeller && { status: 'public' }) }
  return findStores(scope, { where, orderBy: { id: 'desc' }, take, skip })
}

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
