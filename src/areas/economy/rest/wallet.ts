import type { walletRows } from '../../../contract/economy.ts'
import type { balanceRows, recordRows } from '../../../contract/economyRecords.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { assertOwnerOrAdmin } from '../../../kernel/access.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { listTokenBundles } from '../catalogue/offers.ts'
import { readEconomyState } from '../economyState.ts'
import { timeSpanOf } from '../period.ts'
import { listStack, readPurchase } from '../purchases/purchaseLists.ts'
import { readEarnings, readSellerEligibility } from '../sellers.ts'
import { listAdminTransactions, readAdminTransaction } from '../subscriptions/adminGrants.ts'
import { readCreditsEligible } from '../subscriptions/eligibility.ts'
import { readHistory } from '../wallet/queries.ts'
import {
  readEconomyAccount,
  readOwnBalance,
  readOwnBalances,
  readPayoutStatus,
  readTermsAccepted,
  updateProviderTos,
} from '../wallet/wallet.ts'
import { purchaseWire } from '../wire/purchase.ts'
import { tokenBundleWire } from '../wire/subscription.ts'
import {
  adminTransactionWire,
  balanceWire,
  earningsMetricsWire,
  economyAccountWire,
  economyBalancesWire,
  payoutListWire,
  payoutStatusWire,
  providerKycWire,
  providerStatusWire,
  purchaseHistoryWire,
  purchaseStackWire,
} from '../wire/wallet.ts'

export const walletRest: Handlers<typeof walletRows, ScopeByAccess> = {
  getBalance: async (scope, { userId }) => {
    const balance = await readOwnBalance(scope, userId, 'standard')
    const { online } = await scope.payments.status()
    return balanceWire(balance.posted - balance.held, balance, online)
  },
  getBalanceEarnings: async (scope, { userId }) => {
    const balance = await readOwnBalance(scope, userId, 'earnings')
    const { online } = await scope.payments.status()
    return balanceWire(balance.posted, balance, online)
  },
  getEconomyAccount: async (scope, { userId }) => economyAccountWire(await readEconomyAccount(scope, userId)),
  getProviderStatus: async (scope) => providerStatusWire(await readEconomyState(scope)),
  getProviderTos: async (scope, { userId }) => ({ signed_tos: await readTermsAccepted(scope, userId) }),
  updateProviderTos: async (scope, { userId, body }) => {
    await updateProviderTos(scope, userId, body.accepted)
    return {}
  },
  getTokenBundles: async (scope) => (await listTokenBundles(scope)).map((bundle) => tokenBundleWire(scope, bundle)),
  getUserCreditsEligible: (scope, { userId, query }) => readCreditsEligible(scope, userId, query.subscriptionId),
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** A day lasts until its end, as shipped clients name the last day of a time. */
const endOf = (text: string | undefined) =>
  dateOf(text?.length === '2026-07-29'.length ? `${text}T23:59:59.999Z` : text)

const HISTORY_NAMES = { from: 'dateMin', until: 'dateMax' }
const METRIC_NAMES = { from: 'metricDateStart', until: 'metricDateEnd' }

const GROUPINGS = { day: 'day', days: 'day', week: 'week', weeks: 'week', month: 'month', months: 'month' } as const

export const recordsRest: Handlers<typeof recordRows & typeof balanceRows, ScopeByAccess> = {
  getProductPurchase: async (scope, { productPurchaseId }) =>
    purchaseWire(scope, await readPurchase(scope, productPurchaseId)),
  getProductPurchaseStacks: async (scope, { productPurchaseId }) =>
    (await listStack(scope, productPurchaseId)).map(purchaseStackWire),
  getEarningsMetrics: async (scope, { query: { sellerId, metricDateStart, metricDateEnd, groupByDuration } }) => {
    const given = { from: dateOf(metricDateStart), until: endOf(metricDateEnd), names: METRIC_NAMES }
    const groupBy = GROUPINGS[groupByDuration]
    return earningsMetricsWire(await readEarnings(scope, { sellerId, groupBy, ...timeSpanOf(scope, given) }))
  },
  getSellerEligibility: async (scope) => ({ eligible: (await readSellerEligibility(scope)).isEligible }),
  getAdminTransactions: async (scope) => (await listAdminTransactions(scope)).map(adminTransactionWire),
  getAdminTransaction: async (scope, { transactionId }) =>
    adminTransactionWire(await readAdminTransaction(scope, transactionId)),
  getEconomyBalance: walletRest.getBalance,
  getEconomyBalances: async (scope, { userId }) => economyBalancesWire(await readOwnBalances(scope, userId)),
  getProductPurchaseHistory: async (scope, { userId, query: { n: limit, order, dateMin, dateMax, ...people } }) => {
    const { fromUserId, toUserId } = people
    const span = timeSpanOf(scope, { from: dateOf(dateMin), until: dateOf(dateMax), names: HISTORY_NAMES })
    const page = { limit, isDescending: order === 'desc' }
    return purchaseHistoryWire(span, await readHistory(scope, { userId, fromUserId, toUserId, ...span, ...page }))
  },
  getEconomyPayouts: async (scope, { userId }) => {
    assertOwnerOrAdmin(scope, userId)
    return payoutListWire()
  },
  getEconomyPayoutStatus: async (scope, { userId }) => payoutStatusWire(await readPayoutStatus(scope, userId)),
  getUserProviderKyc: async (scope, { userId }) => {
    assertOwnerOrAdmin(scope, userId)
    return providerKycWire()
  },
}
