import { describe, expect, it } from 'vitest'
import { readBalance } from '../../src/areas/economy/ledger/accounts.ts'
import { userAccount } from '../../src/areas/economy/ledger/transfers.ts'
import { type NamedPayment, readSettledPayment } from '../../src/areas/economy/payments/payments.ts'
import { readPurchases } from '../../src/areas/economy/purchases/queries.ts'
import { type EconomyAccountFacts, readEconomyAccount } from '../../src/areas/economy/wallet/wallet.ts'
import { purchaseWire } from '../../src/areas/economy/wire/purchase.ts'
import { transactionWire } from '../../src/areas/economy/wire/subscription.ts'
import { balanceWire, economyAccountWire, providerStatusWire } from '../../src/areas/economy/wire/wallet.ts'
import { Balance, EconomyAccount, ProductPurchase, ProviderStatus } from '../../src/contract/shapes/economy.ts'
import { Transaction } from '../../src/contract/shapes/subscription.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aBuyer, aSeller } from '../support/economy.ts'
import { aPayment } from '../support/payments.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { aUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { aBoughtProduct, aPurchaseRow } from './economyRows.ts'
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'

const app = await sharedApp()
const { db } = app.scope()
const people = { buyer: await aBuyer(app, 5_000), receiver: await aUser(app), seller: await aSeller(app) }
const { buyer, receiver, seller } = people
const accountOf = (id: string) =>
  db.ledgerAccount.findUniqueOrThrow({ where: { code: userAccount(id, 'standard').code } })

describe('balanceWire', () => {
  it('presents the tokens of an account', async () => {
    const person = await aBuyer(app, 321)
    const balance = await readBalance(app.scope(), userAccount(person.id, 'standard'))
    const { posted } = await accountOf(person.id)
    for (const isUnused of [true, false])
      for (const isOnline of [true, false])
        expectPresented(balanceWire(balance.posted, { ...balance, isUnused }, isOnline), Balance, { posted })
    expect(balanceWire(balance.posted, balance, true)).toMatchObject({ balance: 321, noTransactions: false })
  })
})

describe('economyAccountWire', () => {
  it('presents each column of the account of a person', async () => {
    const person = await aBuyer(app, 5)
    const account = await accountOf(person.id)
    const facts = await readEconomyAccount(viewerScopeOf(app, person), person.id)
    expectDistinct({ ...facts })
    for (const flags of flagCombinations('isBlocked', 'canSpend', 'canEarn')) {
      expectPresented(economyAccountWire({ ...facts, ...flags }), EconomyAccount, { account, person })
    }
  })

  it('has nulls for an account that was never used', () => {
    const facts: EconomyAccountFacts = {
      ...{ userId: 'usr_1', accountId: null, activatedAt: null, isBlocked: false, canSpend: false, canEarn: false },
    }
    expect(economyAccountWire(facts)).toMatchObject({ accountId: null, accountActivatedOn: null })
  })
})

describe('providerStatusWire', () => {
  it('presents the state of the economy, and its pause if one is planned', () => {
    const [pauseStart, pauseEnd] = [moment(1), moment(2)]
    for (const isOnline of [true, false])
      expectPresented(providerStatusWire({ isOnline, pauseStart, pauseEnd }), ProviderStatus, { pauseStart, pauseEnd })
    const bare = providerStatusWire({ isOnline: true, pauseStart: null, pauseEnd: null })
    for (const field of ['plannedOfflineWindowStart', 'plannedOfflineWindowEnd']) expect(field in bare).toBe(false)
  })
})

const scope = viewerScopeOf(app, seller)

/** A purchase as it is read, of the given columns. */
async function aPurchase(given: object = {}) {
  const row = await aPurchaseRow(app, people, given)
  const [purchase] = await readPurchases(scope, [row.id])
  if (!purchase) throw new Error('the purchase is not there')
  return { row, purchase }
}

describe('purchaseWire', () => {
  it('presents each column of a purchase', async () => {
    const worldId = await aWorld(app, seller)
    const { name } = await db.world.update({ where: { id: worldId }, data: { releaseStatus: 'public' } })
    const product = aBoughtProduct()
    const given = { context: { locationType: 'world', worldId }, products: [product] }
    for (const flags of flagCombinations('isRefundable', 'isStackable', 'isRecurrable', 'willRecur')) {
      const { row, purchase } = await aPurchase({ ...given, ...flags })
      const { listingVariantId: _variant, usedAt: _used, refundedAt: _refunded, ...columns } = row
      const { key: _key, inputHash: _hash, renewsId: _renews, ...values } = columns
      expectDistinct(values)
      expectPresented(purchaseWire(scope, purchase), ProductPurchase, {
        buyer,
        name,
        product,
        receiver,
        row,
        seller,
        worldId,
      })
    }
  })

  it('tells the buyer and the receiver apart, and neither what the seller gets', async () => {
    const { purchase } = await aPurchase()
    for (const person of [buyer, receiver]) {
      const record = purchaseWire(viewerScopeOf(app, person), purchase)
      const parts = { isBuyer: person === buyer, isReceiver: person === receiver, isSeller: false }
      expect(record).toMatchObject(parts)
      expect('purchaseFee' in record || 'purchaseValue' in record).toBe(false)
    }
    expect(purchaseWire(scope, { ...purchase, receiverId: buyer.id })).toMatchObject({ isGift: false })
  })

  it('leaves out what a purchase has not', async () => {
    const none = { listingImageId: null, duration: null, durationType: null, startsAt: null, endsAt: null }
    const product = { ...aBoughtProduct(), imageId: '' }
    const { purchase } = await aPurchase({ ...none, context: {}, products: [product] })
    const record = purchaseWire(scope, { ...purchase, ledgerTransferId: null })
    const { imageId: _image, ...facts } = product
    expect(record).toMatchObject({ listingImageId: '', purchaseStartDate: null, purchaseEndDate: null })
    expect(record.purchaseContext).toEqual({ locationType: 'undefined' })
    expect(record.products).toEqual([{ ...facts, licenseId: null }])
    for (const field of ['ledgerTransactionId', 'purchaseDuration', 'purchaseDurationType'])
      expect(field in record).toBe(false)
  })

  it('presents what is over', async () => {
    const { purchase } = await aPurchase()
    const ended = purchaseWire(scope, { ...purchase, endsAt: moment(3) })
    expect(ended).toMatchObject({ purchaseActive: false, purchaseCurrentStatus: 'expired' })
    const refunded = purchaseWire(scope, { ...purchase, status: 'refunded' })
    expect(refunded).toMatchObject({ purchaseActive: false, purchaseCurrentStatus: 'refunded' })
    const past = { listingState: 'archived', isLatest: false }
    const unsold = { listingCurrentlyAvailable: false, purchaseLatest: false }
    expect(purchaseWire(scope, { ...purchase, ...past })).toMatchObject(unsold)
    const expired = purchaseWire(scope, { ...purchase, listingExpiresAt: moment(4) })
    expect(expired).toMatchObject({ listingCurrentlyAvailable: false })
  })
})

const ITEM = {
  ...{ id: 'tokens-9', amount: 5, description: 'Nine tokens', period: 'week', tier: 2, steamItemId: '11' },
  ...{ oculusSku: 'oculus', appleProductId: 'apple', googleProductId: 'google', googlePlanId: 'plan', picoSku: 'pico' },
}
const AGREEMENT = {
  ...{ agreement: 'an agreement', agreementId: '21', billingType: 'recurring', currency: 'EUR', endDate: '2024-02-01' },
  ...{ failedAttempts: 22, frequency: 23, itemId: 24, lastAmount: 25, lastAmountVat: 26, lastPayment: '2024-02-02' },
  ...{ nextPayment: '2024-02-03', outstanding: 27, period: 'Month', recurringAmt: 28, startDate: '2024-02-04' },
  ...{ status: 'Running', timeCreated: '2024-02-05' },
}
const STEAM = {
  ...{ orderId: '31', steamId: '32', steamUrl: 'https://steam.example/1', transId: '33' },
  walletInfo: { country: 'DE', currency: 'EUR', state: 'HH', status: 'Trusted' },
}

/** A payment of the buyer as it is read, of the given columns. */
async function aSettledPayment(given: object = {}): Promise<NamedPayment> {
  const columns = { item: ITEM, status: 'active', createdAt: moment(1), updatedAt: moment(2) }
  return readSettledPayment(viewerScopeOf(app, buyer), await aPayment(app, buyer, { ...columns, ...given }))
}

describe('transactionWire', () => {
  it('presents each column of a payment', async () => {
    expectDistinct(ITEM, AGREEMENT, { ...STEAM, walletInfo: undefined })
    const details = { agreement: AGREEMENT, steam: STEAM }
    for (const flags of flagCombinations('isBulkGift', 'isSandbox')) {
      const payment = await aSettledPayment({ ...flags, details, error: 'Was late.' })
      expectPresented(transactionWire(payment), Transaction, { buyer, payment, ITEM, AGREEMENT, STEAM })
    }
    const gift = await aSettledPayment({ itemType: 'subscription', receiverId: receiver.id })
    expect(transactionWire(gift)).toMatchObject({ isGift: true, isTokens: false, error: null })
  })

  it.each(['expired', 'failed', 'chargeback'])('presents the state %s', async (status) => {
    expect(transactionWire(await aSettledPayment({ status }))).toMatchObject({ status })
  })

  it('has ids of the payment where the provider has told nothing', async () => {
    const providerRef = newId('paymentTransaction', new Date())
    const payment = await aSettledPayment({ providerRef, currency: 'CHF' })
    const walletInfo = { country: 'US', currency: 'CHF', state: '', status: 'Active' }
    const steam = { orderId: providerRef, steamId: buyer.id, steamUrl: '', transId: payment.id, walletInfo }
    const record = transactionWire(payment)
    expect(record.steam).toEqual(steam)
    expect('agreement' in record).toBe(false)
    expect(transactionWire({ ...payment, providerRef: null }).steam).toEqual({ ...steam, orderId: payment.id })
    const told = { steam: { orderId: '31', walletInfo: { state: 'HH' } }, agreement: { status: 'Running' } }
    const partial = transactionWire({ ...payment, details: told })
    expect(partial.steam).toEqual({ ...steam, orderId: '31', walletInfo: { ...walletInfo, state: 'HH' } })
    expect('agreement' in partial).toBe(false)
    expect(transactionWire({ ...payment, details: { steam: { orderId: 31 } } }).steam).toEqual(steam)
  })
})
