import type { Things } from './fixtures.ts'
import type { RestAccess } from './restTable.ts'

const GRANTED = [401, 401, 404, 200, 200] as const
const purchase = ({ purchaseId: productPurchaseId }: Things) => ({ productPurchaseId })

/** Operations on purchases, in test order. */
export const purchaseOperations = {
  // The others have no tokens.
  purchaseProductListing: {
    call: ({ soldListingId: listingId }) => ({
      body: { listingId, totalPrice: 100, contextData: { locationType: 'web_any' } },
    }),
    answers: [401, 401, 400, 200, 400],
  },
  getProductPurchases: {
    call: ({ userId: buyerId }) => ({ query: { buyerId } }),
    answers: [401, 401, 403, 200, 200],
  },
  getProductPurchase: { call: purchase, answers: GRANTED },
  getProductPurchaseStacks: { call: purchase, answers: GRANTED },
} as const satisfies Readonly<Record<string, RestAccess>>
