import type { balanceRows, recordRows } from '../../../contract/economyRecords.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { assertOwnerOrAdmin } from '../../../kernel/access.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { timeSpanOf } from '../period.ts'
import { readEarnings } from '../purchases/earnings.ts'
import { listStack, readPurchase } from '../purchases/purchaseLists.ts'
import { readSellerEligibility } from '../sellers.ts'
import { listAdminTransactions, readAdminTransaction } from '../subscriptions/adminGrants.ts'
import { readHistory } from '../wallet/queries.ts'
import { readOwnBalances, readPayoutStatus } from '../wallet/wallet.ts'
import { purchaseWire } from '../wire/purchase.ts'
import {
  adminTransactionWire,
  earningsMetricsWire,
  economyBalancesWire,
  payoutListWire,
  payoutStatusWire,
  providerKycWire,
  purchaseHistoryWire,
  purchaseStackWire,
} from '../wire/record.ts'
import { walletRest } from './wallet.ts'

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** A day lasts until its end, as shipped clients name the last day of a time. */
const endOf = (text: string | undefined) =>
  dateOf(text?.length === '2026-07-29'.length ? `${text}T23:59:59.999Z` : text)

const HISTORY_NAMES = { from: 'dateMin', until: 'dateMax' }
const METRIC_NAMES = { from: 'metricDateStart', until: 'metricDateEnd' }

const GROUPINGS = { day: 'day', days: 'day', week: 'week', weeks: 'week', month: 'month', months: 'month' } as const

export const balancesRest: Handlers<typeof balanceRows, ScopeByAccess> = {
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

export const recordsRest: Handlers<typeof recordRows, ScopeByAccess> = {
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
}
