import type { Prisma, Product } from '../../../generated/prisma/client.ts'
import { type ProductId, trusted, type UserId } from '../../../kernel/ids.ts'
import { getOrCreate } from '../../../kernel/maps.ts'
import type { UrlOptions } from '../../../kernel/ownUrls.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type OffsetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { fileUrl } from '../../files/links.ts'
import { createdWithin, type ListedSpan } from '../period.ts'
import { canManageCatalogue, forSale, listedListings, productNotFound, visibleProducts } from '../policy.ts'

/** What a product gives. */
export const PRODUCT_TYPES = ['inventory', 'listing', 'role', 'udon'] as const
export type ProductType = (typeof PRODUCT_TYPES)[number]

/** A product type that was stored. */
export const productTypeOf = ({ productType }: Pick<Product, 'productType'>): ProductType =>
  PRODUCT_TYPES.find((type) => type === productType) ?? 'udon'

/** Listings by the id of a product that they sell. */
export type ListingIdsByProduct = ReadonlyMap<string, readonly string[]>

/** Ids of the listings, newest first, in which these products are and which the viewer finds in lists. One statement. */
export async function listingIdsOfProducts(
  scope: ViewerScope,
  productIds: readonly string[],
): Promise<ListingIdsByProduct> {
  const found = new Map<string, string[]>()
  if (productIds.length === 0) return found
  const rows = await scope.db.listingProduct.findMany({
    where: { productId: { in: [...productIds] }, listing: listedListings(scope) },
    select: { productId: true, listingId: true },
    orderBy: { listingId: 'desc' },
  })
  for (const { productId, listingId } of rows) getOrCreate(found, productId, (): string[] => []).push(listingId)
  return found
}

/** Products by id that the viewer can see. One statement. */
export const productsByIds = (scope: ViewerScope, ids: readonly string[]): Promise<Product[]> =>
  scope.db.product.findMany({ where: { AND: [{ id: { in: [...ids] } }, visibleProducts(scope)] } })

/** A product with who sells it and the listings that sell it. */
export interface SoldProduct extends Product {
  readonly sellerDisplayName: string
  /** Ids of those that the viewer finds in lists, newest first. */
  readonly listingIds: readonly string[]
}

/** Products that a condition selects, newest first. Two statements. */
async function findSoldProducts(
  scope: ViewerScope,
  where: Prisma.ProductWhereInput,
  { limit: take, offset: skip }: OffsetPage,
): Promise<SoldProduct[]> {
  const products = await scope.db.product.findMany({
    where,
    include: { seller: { select: { displayName: true } } },
    orderBy: { id: 'desc' },
    take,
    skip,
    relationLoadStrategy: 'join',
  })
  const ids = products.map(({ id }) => id)
  const listingIds = await listingIdsOfProducts(scope, ids)
  return products.map(({ seller, ...product }) => ({
    ...product,
    sellerDisplayName: seller.displayName,
    listingIds: listingIds.get(product.id) ?? [],
  }))
}

/** A product that the viewer can see. Throws `missing`. */
export async function readProduct(scope: ViewerScope, id: ProductId): Promise<SoldProduct> {
  const [product] = await findSoldProducts(scope, { AND: [{ id }, visibleProducts(scope)] }, { limit: 1, offset: 0 })
  if (!product) throw productNotFound()
  return product
}

/** The products of a seller, newest first: others than the seller and admins find those of listings that are for sale. */
export const listProductsOfSeller = (scope: ViewerScope, sellerId: UserId, page: OffsetPage): Promise<SoldProduct[]> =>
  findSoldProducts(
    scope,
    canManageCatalogue(scope, { sellerId })
      ? { sellerId }
      : { sellerId, listings: { some: { listing: forSale(scope) } } },
    page,
  )

/** A product of a listing, at its place. */
export interface ListedProduct extends Product {
  readonly listingId: string
}

/** The products of listings, which the viewer can see, in their order. One statement. */
export async function productsOfListings(
  { db }: Pick<ViewerScope, 'db'>,
  listingIds: readonly string[],
): Promise<ListedProduct[]> {
  const rows = await db.listingProduct.findMany({
    where: { listingId: { in: [...listingIds] } },
    include: { product: true },
    orderBy: [{ listingId: 'asc' }, { position: 'asc' }],
    relationLoadStrategy: 'join',
  })
  return rows.map(({ listingId, product }) => ({ ...product, listingId }))
}

/** The products of a listing as the caller reads them with it. */
export const IN_ORDER = {
  include: { product: true },
  orderBy: { position: 'asc' },
} satisfies Prisma.Listing$productsArgs

/** Which products of a seller to list. */
interface ProductFilter extends ListedSpan {
  readonly productType?: ProductType | undefined
  /** Only archived ones, or only others. */
  readonly isArchived?: boolean | undefined
}

const ownProducts = (
  { viewer }: ViewerScope,
  { productType, isArchived, ...span }: ProductFilter,
): Prisma.ProductWhereInput => ({
  sellerId: viewer.id,
  ...(productType !== undefined && { productType }),
  ...(isArchived !== undefined && { archivedAt: isArchived ? { not: null } : null }),
  ...createdWithin(span),
})

/** A page of the viewer's products, by id. */
export const listOwnProducts = (scope: ViewerScope, filter: ProductFilter, page: KeysetPage): Promise<Product[]> =>
  scope.db.product.findMany({
    where: { AND: [ownProducts(scope, filter), ...keysetWhere(page, ['id'])] },
    orderBy: keysetOrder(page, ['id']),
    take: page.limit,
  })

export const countOwnProducts = (scope: ViewerScope, filter: ProductFilter): Promise<number> =>
  scope.db.product.count({ where: ownProducts(scope, filter) })

/** URL of the image of a product or listing: the first version of its file. */
export const catalogueImageUrl = ({ rules }: UrlOptions, fileId: string): string =>
  fileUrl(rules.publicUrl, { fileId: trusted<'file'>(fileId), version: 1 })
