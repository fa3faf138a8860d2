import type { Prisma, Store } from '../../../generated/prisma/client.ts'
import { isOwnerOrAdmin } from '../../../kernel/access.ts'
import { notOwn } from '../../../kernel/failure.ts'
import type { StoreId, UserId } from '../../../kernel/ids.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readGroupAccesses } from '../../groups/access.ts'
import { groupImageUrl } from '../../groups/group/images.ts'
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
