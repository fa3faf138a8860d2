import type { Listing, ListingVariant } from '../../../generated/prisma/client.ts'
import { textList } from '../../../kernel/database.ts'
import {
  type BindParameter,
  createBindings,
  type KeysetPage,
  type PerParentList,
  pagePerParent,
} from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { listedListings, listedListingsSql, visibleListings } from '../policy.ts'
import type { ListingType } from './listings.ts'

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

/** Which listings of sellers to list; omitted fields match all. */
export interface SellerListFilter {
  readonly listingType?: ListingType | undefined
  readonly groupId?: string | undefined
  /** Only those for sale, or only others. */
  readonly isForSale?: boolean | undefined
}

const FOR_SALE_SQL = (now: string) => `(state = 'active' AND ("expiresAt" IS NULL OR "expiresAt" > ${now}))`

/** SQL conditions of a filter on rows of "Listing". */
function conditionsOf(scope: ViewerScope, filter: SellerListFilter, bind: BindParameter): string[] {
  const { listingType, groupId, isForSale } = filter
  const forSale = () => FOR_SALE_SQL(`${bind(scope.now)}::timestamptz`)
  return [
    listedListingsSql(scope, bind),
    ...(listingType === undefined ? [] : [`"listingType" = ${bind(listingType)}`]),
    ...(groupId === undefined ? [] : [`"groupId" = ${bind(groupId)}`]),
    ...(isForSale === undefined ? [] : [`${isForSale ? '' : 'NOT '}${forSale()}`]),
  ]
}

/** What tells the text of a statement with a filter apart from others. */
const nameOf = ({ listingType, groupId, isForSale }: SellerListFilter) =>
  `${listingType === undefined ? '' : ' of type'}${groupId === undefined ? '' : ' of group'}${isForSale === undefined ? '' : ` for sale ${isForSale}`}`

/** A page of the listings of each seller that lists show the viewer, by id. One statement. */
export function listingPages(
  scope: ViewerScope,
  { sellerIds, filter }: { readonly sellerIds: readonly string[]; readonly filter: SellerListFilter },
  page: KeysetPage,
): Promise<Listing[]> {
  const list: PerParentList = {
    name: `listings of sellers${nameOf(filter)}`,
    table: 'Listing',
    alias: 'l',
    select: 'l.*',
    parents: { sellerId: sellerIds },
    where: (bind) => conditionsOf(scope, filter, bind).join(' AND '),
    columns: ['id'],
  }
  return pagePerParent<Listing>(scope.read, list, page)
}

/** Numbers of listings of each seller that lists show the viewer. One statement. */
export async function countListings(
  scope: ViewerScope,
  sellerIds: readonly string[],
  filter: SellerListFilter,
): Promise<(readonly [sellerId: string, count: number])[]> {
  const { values, bind } = createBindings()
  const where = [`"sellerId" = ANY(${textList(bind(sellerIds))})`, ...conditionsOf(scope, filter, bind)].join(' AND ')
  const text = `SELECT "sellerId", count(*)::integer AS count FROM "Listing" WHERE ${where} GROUP BY "sellerId"`
  const rows = await scope.read<{ readonly sellerId: string; readonly count: number }>(
    `count listings of sellers${nameOf(filter)}`,
    text,
    values,
  )
  return rows.map(({ sellerId, count }) => [sellerId, count] as const)
}

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
