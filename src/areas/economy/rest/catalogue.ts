import type { catalogueRows } from '../../../contract/catalogue.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess, ViewerScope } from '../../../kernel/scope.ts'
import {
  type ListingWithProducts,
  listListingsOfSeller,
  readListing,
  readListingOfProduct,
} from '../catalogue/listings.ts'
import { type ListingIdsByProduct, listingIdsOfProducts } from '../catalogue/products.ts'
import { readShelves } from '../catalogue/shelves.ts'
import { listStores, readStore } from '../catalogue/stores.ts'
import { listingWire, shelfWire, storeWire } from '../wire/catalogue.ts'

/** The listings of each product of these listings, if products are asked for. */
async function parentsOf(
  scope: ViewerScope,
  listings: readonly ListingWithProducts[],
  isHydrated: boolean | undefined,
): Promise<ListingIdsByProduct | null> {
  if (!isHydrated) return null
  return listingIdsOfProducts(scope, [...new Set(listings.flatMap(({ products }) => products.map(({ id }) => id)))])
}

export const catalogueRest: Handlers<typeof catalogueRows, ScopeByAccess> = {
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
}
