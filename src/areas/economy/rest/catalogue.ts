import type { catalogueRows, listingRows, productRows } from '../../../contract/catalogue.ts'
import type { Handlers, Input } from '../../../contract/operation.ts'
import type { ProductId } from '../../../kernel/ids.ts'
import type { ScopeByAccess, ViewerScope } from '../../../kernel/scope.ts'
import type { ListingUpdate } from '../catalogue/listingFields.ts'
import {
  type ListingWithProducts,
  listListingsOfSeller,
  readListing,
  readListingOfProduct,
} from '../catalogue/listings.ts'
import { archiveListing, createListing, updateListing } from '../catalogue/manageListings.ts'
import { archiveProduct, createProduct, updateProduct } from '../catalogue/manageProducts.ts'
import {
  type ListingIdsByProduct,
  listingIdsOfProducts,
  listProductsOfSeller,
  readProduct,
  type SoldProduct,
} from '../catalogue/products.ts'
import { readShelves } from '../catalogue/shelves.ts'
import { listStores, readStore } from '../catalogue/stores.ts'
import { listingWire, productWire, shelfWire, storeWire } from '../wire/catalogue.ts'

/** The listings of each product of these listings, if products are asked for. */
async function parentsOf(
  scope: ViewerScope,
  listings: readonly ListingWithProducts[],
  isHydrated: boolean | undefined,
): Promise<ListingIdsByProduct | null> {
  if (!isHydrated) return null
  return listingIdsOfProducts(scope, [...new Set(listings.flatMap(({ products }) => products.map(({ id }) => id)))])
}

const soldProductWire = (scope: Parameters<typeof productWire>[0], product: SoldProduct) =>
  productWire(scope, product, product.listingIds)

type Body = Input<typeof listingRows.updateProductListingDirect>['body']

const dateOf = (text: string | null | undefined) => (typeof text === 'string' ? new Date(text) : text)

/** A body as the area takes it. */
const fieldsOf = (body: Omit<Body, 'active'> & { readonly active?: boolean | undefined }): ListingUpdate => ({
  displayName: body.displayName,
  subtitle: body.subtitle,
  description: body.description,
  imageId: body.imageId,
  priceTokens: body.priceTokens,
  plusDiscountPrice: body.vrcPlusDiscountPrice,
  duration: body.duration,
  durationType: body.durationType,
  isQuantifiable: body.quantifiable,
  isStackable: body.stackable,
  isBuyerRefundable: body.buyerRefundable,
  tags: body.tags,
  expiresAt: dateOf(body.whenToExpire),
  isActive: body.active,
  productIds: body.productIds,
  storeIds: body.storeIds,
})

const readListingWire = async (scope: ViewerScope, id: ProductId) =>
  listingWire(scope, await readListing(scope, id), null)

export const catalogueRest: Handlers<typeof catalogueRows & typeof productRows & typeof listingRows, ScopeByAccess> = {
  getProductListing: async (scope, { productId, query }) => {
    const listing = await readListing(scope, productId)
    return listingWire(scope, listing, await parentsOf(scope, [listing], query.hydrate))
  },
  getProductListingAlternate: async (scope, { productId }) =>
    listingWire(scope, await readListingOfProduct(scope, productId), null),
  getProductListings: async (scope, { userId, query: { n: limit, offset, hydrate, ...filter } }) => {
    const listings = await listListingsOfSeller(scope, userId, { ...filter, limit, offset })
    const parents = await parentsOf(scope, listings, hydrate)
    return listings.map((listing) => listingWire(scope, listing, parents))
  },
  getStore: async (scope, { query: { storeId, hydrateListings, hydrateProducts } }) => {
    const store = await readStore(scope, storeId, { withListings: hydrateListings ?? false })
    const parents = await parentsOf(scope, [...(store.listings?.values() ?? [])], hydrateProducts)
    return storeWire(scope, store, parents)
  },
  getStoreShelves: async (scope, { query: { storeId, hydrateListings, fetch: view } }) => {
    const { shelves, listings } = await readShelves(scope, storeId, { view, withListings: hydrateListings })
    return shelves.map((shelf) => shelfWire(scope, shelf, listings))
  },
  listStores: async (scope, { query: { n: limit, offset, sellerId, managementPov: isForSeller } }) => {
    const stores = await listStores(scope, { sellerId, isForSeller, limit, offset })
    return stores.map((store) => storeWire(scope, store, null))
  },
  createProduct: async (scope, { body }) =>
    soldProductWire(scope, await readProduct(scope, await createProduct(scope, body))),
  updateProduct: async (scope, { productId, body }) => {
    await updateProduct(scope, productId, body)
    return soldProductWire(scope, await readProduct(scope, productId))
  },
  deleteProduct: async (scope, { productId }) => {
    await archiveProduct(scope, productId)
    return { success: true }
  },
  listUserProducts: async (scope, { userId, query: { n: limit, offset } }) => {
    const products = await listProductsOfSeller(scope, userId, { limit, offset })
    return products.map((product) => soldProductWire(scope, product))
  },
  createProductListingDirect: async (scope, { body }) => {
    const { displayName, priceTokens, listingType } = body
    return readListingWire(
      scope,
      await createListing(scope, { ...fieldsOf(body), displayName, priceTokens, listingType }),
    )
  },
  updateProductListingDirect: async (scope, { productId, body }) => {
    await updateListing(scope, productId, fieldsOf(body))
    return readListingWire(scope, productId)
  },
  deleteProductListingDirect: async (scope, { productId }) => {
    await archiveListing(scope, productId)
    return { success: true }
  },
}
