import type { subscriptionRows } from '../../../contract/economy.ts'
import type { Handlers } from '../../../contract/operation.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { listPlans } from '../catalogue/offers.ts'
import { readLicenseGroup } from '../licenses/licenseGroups.ts'
import { readActiveLicenses, readLicensesOfGroups } from '../licenses/queries.ts'
import { readSubscriptionEligible } from '../subscriptions/eligibility.ts'
import { listBulkGifts } from '../subscriptions/gifts.ts'
import { readCurrentSubscriptions, readRecentSubscription } from '../subscriptions/ownSubscriptions.ts'
import {
  bulkGiftWire,
  licenseGroupWire,
  licenseWire,
  subscriptionWire,
  userSubscriptionWire,
} from '../wire/subscription.ts'

export const subscriptionsRest: Handlers<typeof subscriptionRows, ScopeByAccess> = {
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
