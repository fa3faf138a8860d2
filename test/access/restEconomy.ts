import type { Things } from './fixtures.ts'
import type { RestAccess } from './restTable.ts'

const SIGNED = [401, 401, 200, 200, 200] as const
const OWNER = [401, 401, 403, 200, 200] as const
/** Not even admins accept terms for others. */
const OWNER_ALONE = [401, 401, 403, 200, 403] as const

const own = ({ userId }: Things) => ({ userId })

/** Operations of the economy, in test order. */
export const economyOperations = {
  getBalance: { call: own, answers: OWNER },
  getBalanceEarnings: { call: own, answers: OWNER },
  getEconomyAccount: { call: own, answers: OWNER },
  getProviderStatus: { answers: SIGNED },
  getProviderTos: { call: own, answers: OWNER },
  updateProviderTos: { call: (things) => ({ ...own(things), body: { accepted: true } }), answers: OWNER_ALONE },
  getTokenBundles: { answers: SIGNED },
  getUserCreditsEligible: {
    call: (things) => ({ ...own(things), query: { subscriptionId: 'plus-monthly' } }),
    answers: OWNER,
  },
  getSubscriptions: { answers: SIGNED },
  getCurrentSubscriptions: { answers: SIGNED },
  // The others have none.
  getRecentSubscription: { answers: [401, 401, 404, 200, 404] },
  getUserSubscriptionEligible: { call: own, answers: SIGNED },
  getBulkGiftPurchases: { answers: SIGNED },
  getActiveLicenses: { answers: SIGNED },
  getLicenseGroup: { call: ({ licenseGroupId }) => ({ licenseGroupId }), answers: SIGNED },
  getEconomyBalance: { call: own, answers: OWNER },
  getEconomyBalances: { call: own, answers: OWNER },
  getEconomyPayouts: { call: own, answers: OWNER },
  getEconomyPayoutStatus: { call: own, answers: OWNER },
  getProductPurchaseHistory: { call: own, answers: OWNER },
  getUserProviderKyc: { call: own, answers: OWNER },
  getEarningsMetrics: { call: ({ userId: sellerId }) => ({ query: { sellerId } }), answers: OWNER },
  getSellerEligibility: { answers: SIGNED },
  getAdminTransactions: { answers: SIGNED },
  getAdminTransaction: {
    call: ({ adminTransactionId: transactionId }) => ({ transactionId }),
    answers: [401, 401, 404, 200, 200],
  },
  getExternalStoreTransactions: { answers: SIGNED },
  getExternalStoreTransaction: {
    call: ({ paidTransactionId: transactionId }) => ({ transactionId }),
    answers: [401, 401, 404, 200, 200],
  },
} as const satisfies Readonly<Record<string, RestAccess>>
