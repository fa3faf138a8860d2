import {
  ADMIN,
  BAD_INPUT,
  GRANTED,
  type GraphAccessTable,
  INVISIBLE_TO_OTHERS,
  NOT_FOUND,
  OWNER,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

const graphId = (listingId: string) => listingId.replace('prod_', 'lstg_')

export const purchaseQueries: GraphAccessTable = {
  'node of a purchase': [({ purchaseId }) => `node(id: "${purchaseId}") { id }`, GRANTED],
  productPurchases: [() => 'productPurchases { nodes { id } }', ADMIN],
  purchaseStack: [
    ({ purchaseId }) => `purchaseStack(purchaseId: "${purchaseId}") { nodes { id } }`,
    INVISIBLE_TO_OTHERS,
  ],
  earningsMetrics: [({ userId }) => `earningsMetrics(sellerId: "${userId}") { totals { total } }`, OWNER],
}

export const purchaseMutations: GraphAccessTable = {
  // The others have no tokens.
  purchaseProductListing: [
    ({ soldListingId }) =>
      `purchaseProductListing(input: { listingId: "${graphId(soldListingId)}", totalPrice: 100 }) { purchase { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, BAD_INPUT, 'ok', BAD_INPUT],
  ],
  // The owner, who is tried before the admin, has cancelled or refunded it.
  cancelRenewal: [
    ({ renewedPurchaseId }) => `cancelRenewal(input: { purchaseId: "${renewedPurchaseId}" }) { purchase { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', BAD_INPUT],
  ],
  refundPurchase: [
    ({ purchaseId }) => `refundPurchase(input: { purchaseId: "${purchaseId}" }) { purchase { id } }`,
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, NOT_FOUND, 'ok', 'CONFLICT'],
  ],
}

export const purchaseSubscriptions: GraphAccessTable = {
  purchasesChanged: [() => 'purchasesChanged { purchaseId }', SIGNED_IN],
}
