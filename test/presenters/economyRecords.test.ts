import { describe, expect, it } from 'vitest'
import { TRANSFER_KINDS } from '../../src/areas/economy/ledger/transfers.ts'
import { listStack } from '../../src/areas/economy/purchases/purchaseLists.ts'
import { listAdminTransactions } from '../../src/areas/economy/subscriptions/adminGrants.ts'
import { type HistoryRow, PROMO_CREDIT } from '../../src/areas/economy/wallet/queries.ts'
import {
  adminTransactionWire,
  earningsMetricsWire,
  economyBalancesWire,
  payoutListWire,
  payoutStatusWire,
  providerKycWire,
  purchaseHistoryWire,
  purchaseStackWire,
} from '../../src/areas/economy/wire/wallet.ts'
import {
  EarningsMetrics,
  EconomyBalances,
  EconomyPayoutList,
  EconomyPayoutStatus,
  ProductPurchaseHistory,
  ProductPurchaseRecord,
  ProductPurchaseStack,
  ProviderKyc,
} from '../../src/contract/shapes/economyRecord.ts'
import { Transaction } from '../../src/contract/shapes/subscription.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aBuyer, aSeller } from '../support/economy.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { aSubscription } from '../support/subscriptions.ts'
import { aUser } from '../support/users.ts'
import { aPurchaseRow } from './economyRows.ts'
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'

const app = await sharedApp()

describe('earningsMetricsWire', () => {
  it('presents the sums of the time and of each part', () => {
    const sums = (first: number) => ({
      ...{ otpEarnings: first, otpPurchaseCount: first + 1, subscriberEarnings: first + 2 },
      ...{ subscriberMonths: first + 3, totalEarnings: first + 4 },
    })
    const sellerId = newId('user', new Date())
    const parts = [{ part: '2026-07', ...sums(10) }]
    expectPresented(earningsMetricsWire({ sellerId, totals: sums(1), parts }), EarningsMetrics, { sellerId })
  })
})

describe('economyBalancesWire', () => {
  it('presents what can be spent, what was earned, and their sum', () => {
    const record = economyBalancesWire({ standard: 7, earnings: 5, held: 3 })
    expectPresented(record, EconomyBalances, {})
  })
})

describe('payoutListWire', () => {
  it('presents no payouts', () => expectPresented(payoutListWire(), EconomyPayoutList, {}))
})

describe('payoutStatusWire', () => {
  it('presents the earnings and what keeps them from being paid out', () => {
    for (const { hasEarnings = false, isInGoodStanding = false } of flagCombinations('hasEarnings', 'isInGoodStanding'))
      expectPresented(payoutStatusWire({ earnings: 9, hasEarnings, isInGoodStanding }), EconomyPayoutStatus, {
        hasEarnings,
        isInGoodStanding,
      })
  })
})

describe('providerKycWire', () => {
  it('presents that nothing was checked', () => {
    expectPresented(providerKycWire(), ProviderKyc, {})
  })
})

describe('purchaseStackWire', () => {
  it('presents the columns of a purchase that are told', async () => {
    const people = { buyer: await aBuyer(app), receiver: await aUser(app), seller: await aSeller(app) }
    const row = await aPurchaseRow(app, people)
    const [purchase] = await listStack(viewerScopeOf(app, people.seller), row.id)
    if (!purchase) throw new Error('the purchase is not there')
    expectPresented(purchaseStackWire(purchase), ProductPurchaseStack, { row })
    expect(purchaseStackWire({ ...purchase, endsAt: null })).toMatchObject({ purchaseEndDate: null })
  })
})

const ROW: HistoryRow = {
  ...{ entryNumber: 11, transferNumber: 12, amount: -13, after: 14, kind: 'purchase', memo: '', at: moment(3) },
  ...{ fromName: 'Ada', purchaseId: newId('purchase', new Date()), boughtName: 'A hat', listingType: 'duration' },
  provider: 'shop',
}

describe('purchaseHistoryWire', () => {
  const span = { from: moment(1), until: moment(2) }
  const recordOf = (row: HistoryRow) => {
    const [record] = purchaseHistoryWire(span, [row]).transactions
    if (!record) throw new Error('the record is not there')
    return record
  }

  it('presents the time, and each field of what has changed the tokens', () => {
    expectDistinct({ ...ROW })
    expectPresented(purchaseHistoryWire(span, []), ProductPurchaseHistory, {})
    expectPresented(recordOf(ROW), ProductPurchaseRecord, { ROW })
  })

  it('has other values in place of what is not there', () => {
    const bare = recordOf({ ...ROW, purchaseId: null, boughtName: null, listingType: null, provider: null })
    expect(bare).toMatchObject({
      ...{ listingDisplayName: '', listingType: 'instant', platform: 'plaza' },
      purchaseId: 'pur_00000000-0000-0000-0000-000000000000',
    })
  })

  it('numbers the reason of each kind', () => {
    const numbers = TRANSFER_KINDS.map((kind) => recordOf({ ...ROW, kind }).reason)
    expect(numbers).toEqual([1001, 1002, 1003, 2001, 2002, 3001, 3003, 4001, 5001])
    const promo = { reason: 3002, reasonLabel: 'Promo Credit' }
    expect(recordOf({ ...ROW, kind: 'grant', memo: PROMO_CREDIT })).toMatchObject(promo)
    expect(() => recordOf({ ...ROW, kind: 'other' })).toThrow('There is no kind of transfers other')
  })
})

describe('adminTransactionWire', () => {
  it('presents each column of what an admin gave', async () => {
    const person = await aUser(app)
    const { id } = await aSubscription(app, person)
    const times = { createdAt: moment(1), updatedAt: moment(2) }
    const row = await app.scope().db.userSubscription.update({ where: { id }, data: { ...times, isGift: true } })
    const [given] = await listAdminTransactions(viewerScopeOf(app, person))
    if (!given) throw new Error('the transaction is not there')
    expectPresented(adminTransactionWire(given), Transaction, { given, id, person, row })
    expect(adminTransactionWire({ ...given, plan: { steamItemId: '' } }).subscription.steamItemId).toBe(row.planId)
    for (const status of ['expired', 'failed', 'chargeback'])
      expect(adminTransactionWire({ ...given, status })).toMatchObject({ status })
    expect(adminTransactionWire({ ...given, status: 'cancelled' })).toMatchObject({ status: 'active' })
  })
})
