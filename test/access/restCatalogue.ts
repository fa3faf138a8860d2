import type { Things } from './fixtures.ts'
import type { RestAccess } from './restTable.ts'

const SIGNED = [401, 401, 200, 200, 200] as const

const OWNER = [401, 401, 403, 200, 200] as const
/** Admins need the permission to sell for themselves. */
const SELLER = [401, 401, 403, 200, 403] as const

const TEXTS = { displayName: 'Hat', description: '', tags: [] }
const listing = ({ listingId }: Things) => ({ productId: listingId })
const store = ({ storeId }: Things) => ({ query: { storeId } })

/** Operations on products, listings and stores, in test order: the last ones archive. */
export const catalogueOperations = {
  getProductListing: { call: listing, answers: SIGNED },
  getProductListingAlternate: { call: listing, answers: SIGNED },
  getProductListings: { call: ({ userId }) => ({ userId }), answers: SIGNED },
  getStore: { call: store, answers: SIGNED },
  getStoreShelves: { call: store, answers: SIGNED },
  listStores: { call: ({ userId: sellerId }) => ({ query: { sellerId } }), answers: SIGNED },
  listUserProducts: { call: ({ userId }) => ({ userId }), answers: SIGNED },
  createProduct: {
    call: ({ pictureId: imageId }) => ({
      body: { ...TEXTS, imageId, productType: 'udon', useForSubscriberList: false },
    }),
    answers: SELLER,
  },
  updateProduct: { call: ({ productId }) => ({ productId, body: { displayName: 'Cap' } }), answers: OWNER },
  deleteProduct: { call: ({ goneProductId: productId }) => ({ productId }), answers: OWNER },
  createProductListingDirect: {
    call: ({ pictureId: imageId, productId }) => ({
      body: { ...TEXTS, imageId, listingType: 'permanent', priceTokens: 5, productIds: [productId], storeIds: [] },
    }),
    answers: SELLER,
  },
  updateProductListingDirect: {
    call: ({ goneListingId: productId }) => ({ productId, body: { active: false } }),
    answers: OWNER,
  },
  deleteProductListingDirect: { call: ({ goneListingId: productId }) => ({ productId }), answers: OWNER },
} as const satisfies Readonly<Record<string, RestAccess>>
