import type { paymentRows, purchaseRows, subscriptionRows } from '../../../contract/economy.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { listPlans } from '../catalogue/offers.ts'
import { readLicenseGroup } from '../licenses/licenseGroups.ts'
import { readActiveLicenses, readLicensesOfGroups } from '../licenses/queries.ts'
import { listPayments, readSettledPayment } from '../payments/payments.ts'
import { purchaseListing } from '../purchases/purchase.ts'
import { listPurchases } from '../purchases/purchaseLists.ts'
import { readSubscriptionEligible } from '../subscriptions/eligibility.ts'
import { listBulkGifts } from '../subscriptions/gifts.ts'
import { readCurrentSubscriptions, readRecentSubscription } from '../subscriptions/ownSubscriptions.ts'
import { purchaseWire } from '../wire/purchase.ts'
import {
  bulkGiftWire,
  licenseGroupWire,
  licenseWire,
  subscriptionWire,
  transactionWire,
  userSubscriptionWire,
} from '../wire/subscription.ts'

export const purchasesRest: Handlers<
  typeof purchaseRows & typeof paymentRows & typeof subscriptionRows,
  ScopeByAccess
> = {
  purchaseProductListing: async (scope, { headers, body: { contextData, stackable: _stackable, ...request } }) => {
    const context = { ...contextData }
    const idempotencyKey = headers['idempotency-key']
    return purchaseWire(scope, await purchaseListing(scope, { ...request, context, idempotencyKey }))
  },
  getProductPurchases: async (scope, { query: { buyerId, sellerId, mostRecent = false, n, offset, order } }) => {
    const page = { limit: n, offset, isDescending: order === 'desc' }
    const purchases = await listPurchases(scope, { buyerId, sellerId, mostRecent, ...page })
    return purchases.map((purchase) => purchaseWire(scope, purchase))
  },
  getExternalStoreTransactions: async (scope) => (await listPayments(scope)).map(transactionWire),
  getExternalStoreTransaction: async (scope, { transactionId }) =>
    transactionWire(await readSettledPayment(scope, transactionId)),
  getSubscriptions: async (scope) => (await listPlans(scope)).map(subscriptionWire),
  getCurrentSubscriptions: async (scope) => (await readCurrentSubscriptions(scope)).map(userSubscriptionWire),
  getRecentSubscription: async (scope) => userSubscriptionWire(await readRecentSubscription(scope)),
  getUserSubscriptionEligible: (scope, { userId, query }) =>
    readSubscriptionEligible(scope, userId, query.externalStoreId ?? query.steamId),
  getBulkGiftPurchases: async (scope, { query }) => (await listBulkGifts(scope, query.mostRecent)).map(bulkGiftWire),
  getActiveLicenses: async (scope) => (await readActiveLicenses(scope)).map(licenseWire),
  getLicenseGroup: async (scope, { licenseGroupId }) => {
    const group = await readLicenseGroup(scope, licenseGroupId)
    return licenseGroupWire(group, await readLicensesOfGroups(scope, [group.id]))
  },
}
