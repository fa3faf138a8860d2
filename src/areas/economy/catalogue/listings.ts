import type { Listing, ListingVariant, Prisma, Product } from '../../../generated/prisma/client.ts'
import type { GroupId, ProductId, UserId } from '../../../kernel/ids.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { readGroupAccesses } from '../../groups/access.ts'
import { forSale, listedListings, listingNotFound, visibleListings, visibleShelves, visibleStores } from '../policy.ts'
import { IN_ORDER } from './products.ts'

/** How what a listing gives ends. */
export const LISTING_TYPES = ['duration', 'instant', 'permanent', 'subscription'] as const
export type ListingType = (typeof LISTING_TYPES)[number]

/** A listing type that was stored. */
export const listingTypeOf = ({ listingType }: Pick<Listing, 'listingType'>): ListingType =>
  LISTING_TYPES.find((type) => type === listingType) ?? 'permanent'

/** The group whose roles a listing sells. */
interface ListingGroup {
  readonly name: string
  readonly iconId: string | null
}

/** A listing with what its record shows. */
export interface ListingWithProducts extends Listing {
  readonly sellerDisplayName: string
  /** In their order. */
  readonly products: readonly Product[]
  /** Those for the smallest quantity first. */
  readonly variants: readonly ListingVariant[]
  /** Ids of the stores that offer it, as far as the viewer can see them. */
  readonly storeIds: readonly string[]
  /** Null without a group, and for one that the viewer can't see. */
  readonly group: ListingGroup | null
}

const relationsFor = (scope: ViewerScope) =>
  ({
    seller: { select: { displayName: true } },
    products: IN_ORDER,
    variants: { orderBy: [{ quantity: 'asc' }, { id: 'asc' }] },
    stores: { where: { store: visibleStores(scope) }, select: { storeId: true } },
    shelves: { where: { shelf: visibleShelves(scope) }, select: { shelf: { select: { storeId: true } } } },
  }) satisfies Prisma.ListingInclude

type ListingRecord = Prisma.ListingGetPayload<{ include: ReturnType<typeof relationsFor> }>

/** Listings that a condition selects, with their relations. One statement, and another for groups. */
async function findListings(
  scope: ViewerScope,
  query: Pick<Prisma.ListingFindManyArgs, 'where' | 'orderBy' | 'take' | 'skip'>,
): Promise<ListingWithProducts[]> {
  const records: ListingRecord[] = await scope.db.listing.findMany({
    ...query,
    include: relationsFor(scope),
    relationLoadStrategy: 'join',
  })
  const groups = await groupsOf(scope, records)
  return records.map((record) => listingOf(record, groups))
}

type GroupsById = ReadonlyMap<string, ListingGroup>

async function groupsOf(scope: ViewerScope, records: readonly Pick<Listing, 'groupId'>[]): Promise<GroupsById> {
  const ids = new Set(records.flatMap(({ groupId }) => groupId ?? []))
  const accesses = ids.size > 0 ? await readGroupAccesses(scope, [...ids]) : []
  return new Map(accesses.map(({ group }) => [group.id, group]))
}

function listingOf(record: ListingRecord, groups: GroupsById): ListingWithProducts {
  const { seller, products, stores, shelves, ...listing } = record
  const storeIds = [...stores.map(({ storeId }) => storeId), ...shelves.map(({ shelf }) => shelf.storeId)]
  return {
    ...listing,
    sellerDisplayName: seller.displayName,
    products: products.map(({ product }) => product),
    storeIds: [...new Set(storeIds)].sort(),
    group: (listing.groupId !== null && groups.get(listing.groupId)) || null,
  }
}

/** Throws `missing` for a listing that the viewer can't see. */
export async function readListing(scope: ViewerScope, id: ProductId): Promise<ListingWithProducts> {
  const [listing] = await findListings(scope, { where: { AND: [{ id }, visibleListings(scope)] } })
  if (!listing) throw listingNotFound()
  return listing
}

/** A listing by its id, or the newest one by which a product is sold. Throws `missing`. */
export async function readListingOfProduct(scope: ViewerScope, id: ProductId): Promise<ListingWithProducts> {
  const [listing] = await findListings(scope, { where: { AND: [{ id }, visibleListings(scope)] } })
  if (listing) return listing
  const where = { AND: [forSale(scope), { products: { some: { productId: id } } }] }
  const [newest] = await findListings(scope, { where, orderBy: { id: 'desc' }, take: 1 })
  if (!newest) throw listingNotFound()
  return newest
}

/** Which listings of a seller to list; omitted fields match all. */
interface ListingFilter {
  readonly listingType?: string | undefined
  readonly groupId?: GroupId | undefined
  /** Only those for sale, or only others. */
  readonly active?: boolean | undefined
}

/** The listings of a seller, newest first: others than the seller and admins find only active ones. */
export const listListingsOfSeller = (
  scope: ViewerScope,
  sellerId: UserId,
  { listingType, groupId, active, limit, offset }: ListingFilter & OffsetPage,
): Promise<ListingWithProducts[]> =>
  findListings(scope, {
    where: {
      AND: [
        { sellerId, ...(listingType !== undefined && { listingType }), ...(groupId !== undefined && { groupId }) },
        listedListings(scope),
        ...(active === undefined ? [] : [active ? forSale(scope) : { NOT: forSale(scope) }]),
      ],
    },
    orderBy: { id: 'desc' },
    take: limit,
    skip: offset,
  })

/** Listings by id, of which the viewer finds those that lists show. Two statements at most. */
export async function readListedListings(
  scope: ViewerScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListingWithProducts>> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return new Map()
  const listings = await findListings(scope, { where: { AND: [{ id: { in: distinct } }, listedListings(scope)] } })
  return new Map(listings.map((listing) => [listing.id, listing]))
}

/** Listings by id that the viewer can see. One statement. */
export const listingsByIds = (scope: ViewerScope, ids: readonly string[]): Promise<Listing[]> =>
  scope.db.listing.findMany({ where: { AND: [{ id: { in: [...ids] } }, visibleListings(scope)] } })

/** The variants of listings, those for the smallest quantity first. One statement. */
export const variantsOfListings = (
  { db }: Pick<ViewerScope, 'db'>,
  listingIds: readonly string[],
): Promise<ListingVariant[]> =>
  db.listingVariant.findMany({
    where: { listingId: { in: [...listingIds] } },
    orderBy: [{ quantity: 'asc' }, { id: 'asc' }],
  })

/** Variants by id of listings that the viewer can see. One statement. */
export const variantsByIds = (scope: ViewerScope, ids: readonly string[]): Promise<ListingVariant[]> =>
  scope.db.listingVariant.findMany({ where: { id: { in: [...ids] }, listing: visibleListings(scope) } })

/** A listing at its place in a store or on a shelf, or of a product. */
export interface PlacedListing extends Listing {
  readonly parentId: string
  readonly position: number
}

const BY_PLACE = [{ position: 'asc' }, { listingId: 'asc' }] as const

/** The listings of stores that lists show the viewer, in their order. One statement. */
export async function listingsOfStores(scope: ViewerScope, storeIds: readonly string[]): Promise<PlacedListing[]> {
  const rows = await scope.db.storeListing.findMany({
    where: { storeId: { in: [...storeIds] }, listing: listedListings(scope) },
    include: { listing: true },
    orderBy: [...BY_PLACE],
    relationLoadStrategy: 'join',
  })
  return rows.map(({ storeId: parentId, position, listing }) => ({ ...listing, parentId, position }))
}

/** The listings of shelves that lists show the viewer, in their order. One statement. */
export async function listingsOfShelves(scope: ViewerScope, shelfIds: readonly string[]): Promise<PlacedListing[]> {
  const rows = await scope.db.shelfListing.findMany({
    where: { shelfId: { in: [...shelfIds] }, listing: listedListings(scope) },
    include: { listing: true },
    orderBy: [...BY_PLACE],
    relationLoadStrategy: 'join',
  })
  return rows.map(({ shelfId: parentId, position, listing }) => ({ ...listing, parentId, position }))
}

/** The listings of products that lists show the viewer, newest first. One statement. */
export async function listingsOfProducts(scope: ViewerScope, productIds: readonly string[]): Promise<PlacedListing[]> {
  const rows = await scope.db.listingProduct.findMany({
    where: { productId: { in: [...productIds] }, listing: listedListings(scope) },
    include: { listing: true },
    orderBy: { listingId: 'desc' },
    relationLoadStrategy: 'join',
  })
  return rows.map(({ productId: parentId, position, listing }) => ({ ...listing, parentId, position }))
}

/** The listings of products with licenses for avatars that lists show the viewer, newest first. One statement. */
export async function listingsOfAvatars(scope: ViewerScope, avatarIds: readonly string[]): Promise<PlacedListing[]> {
  const rows = await scope.db.listingProduct.findMany({
    where: { product: { avatarIds: { hasSome: [...avatarIds] } }, listing: listedListings(scope) },
    include: { listing: true, product: { select: { avatarIds: true } } },
    orderBy: { listingId: 'desc' },
    relationLoadStrategy: 'join',
  })
  const byPlace = avatarIds.flatMap((parentId) =>
    rows.flatMap(({ position, listing, product }) =>
      product.avatarIds.includes(parentId) ? [{ ...listing, parentId, position }] : [],
    ),
  )
  return [...new Map(byPlace.map((placed) => [`${placed.parentId} ${placed.id}`, placed])).values()]
}
