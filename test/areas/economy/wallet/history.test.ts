import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import {
  houseAccount,
  postTransfer,
  type TransferKind,
  userAccount,
} from '../../../../src/areas/economy/ledger/transfers.ts'
import { PROMO_CREDIT } from '../../../../src/areas/economy/wallet/queries.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { addMilliseconds, DAY } from '../../../../src/kernel/clock.ts'
import { newUuid, PLATFORM_USER_ID } from '../../../../src/kernel/ids.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { aBuyer, aListing, aSeller, forDays, withTokens } from '../../../support/economy.ts'
import { countStatements } from '../../../support/graphClient.ts'
import { aPayment, tell } from '../../../support/payments.ts'
import { actOnPurchase, buy, settleDue } from '../../../support/purchases.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, logIn, type TestUser } from '../../../support/users.ts'

const app = await sharedClockApp()
const NO_PURCHASE = 'pur_00000000-0000-0000-0000-000000000000'

const historyOf = ({ id: userId, api }: TestUser, query: Record<string, string> = {}) =>
  api.call('getProductPurchaseHistory', { userId, query })
const recordsOf = async (person: TestUser, query: Record<string, string> = {}) =>
  (await historyOf(person, query)).transactions
const nameOf = async ({ id }: Pick<TestUser, 'id'>) =>
  (await app.scope().db.user.findUniqueOrThrow({ where: { id } })).displayName

/** Moves tokens between a person and the platform. */
const move = ({ id }: TestUser, kind: TransferKind, amount: number, memo = '') =>
  transact(app.scope(), (tx) =>
    postTransfer(tx, {
      key: `test:${newUuid(tx.now)}`,
      kind,
      memo,
      postings: [
        { account: houseAccount('grants'), amount: -amount },
        { account: userAccount(id, 'standard'), amount },
      ],
    }),
  )

describe('the history of tokens', () => {
  it('tells each entry of the accounts, newest first, with the balance after it', async () => {
    const [seller, buyer] = [await aSeller(app), await aBuyer(app, 500)]
    const { purchaseId } = await buy(buyer, await aListing(app, seller, { displayName: 'Red hat' }))
    expect(await actOnPurchase(app, buyer, 'refundPurchase', purchaseId)).toBe('done')
    const records = await recordsOf(buyer)
    expect(records.map(({ amount, balance, reason }) => [amount, balance, reason])).toEqual([
      [100, 500, 3001],
      [-100, 400, 2001],
      [500, 500, 1002],
    ])
    const platform = await app.scope().db.user.findUniqueOrThrow({ where: { id: PLATFORM_USER_ID } })
    expect(records[1]).toEqual({
      amount: -100,
      balance: 400,
      date: expect.any(String),
      fromUserDisplayName: await nameOf(buyer),
      listingDisplayName: 'Red hat',
      listingType: 'permanent',
      platform: 'plaza',
      purchaseId,
      reason: 2001,
      reasonLabel: 'Purchase',
      transactionId: expect.any(Number),
      transactionLineId: expect.any(Number),
    })
    expect(records[0]).toMatchObject({ fromUserDisplayName: await nameOf(seller), purchaseId, reasonLabel: 'Refund' })
    const granted = { purchaseId: NO_PURCHASE, listingType: 'instant', listingDisplayName: '', reasonLabel: 'Grant' }
    expect(records[2]).toMatchObject({ ...granted, fromUserDisplayName: platform.displayName })
    const sales = await recordsOf(seller)
    expect(sales.map(({ amount, balance, reason }) => [amount, balance, reason])).toEqual([
      [-90, 0, 3001],
      [90, 90, 2001],
    ])
    expect(sales[1]?.fromUserDisplayName).toBe(await nameOf(buyer))
  })

  it('names what was paid for with money, and by which provider', async () => {
    const person = await aUser(app)
    const paid = await aPayment(app, person)
    await tell(app, paid, 'payment.succeeded')
    await tell(app, paid, 'payment.disputed')
    expect(await recordsOf(person)).toMatchObject([
      { amount: -600, balance: 0, reason: 3003, reasonLabel: 'Chargeback', platform: 'test' },
      { amount: 600, balance: 600, reason: 1001, listingDisplayName: '600 tokens', platform: 'test' },
    ])
  })

  it('tells the reason of each kind of transfer', async () => {
    const person = await aBuyer(app, 0)
    await move(person, 'grant', 100, PROMO_CREDIT)
    await move(person, 'revoke', -10)
    await move(person, 'payout', -20)
    const listingId = await aListing(app, await aSeller(app), { ...forDays(1, 'subscription'), priceTokens: 20 })
    await buy(person, listingId, { totalPrice: 20 })
    app.clock.advance(DAY)
    await settleDue(app)
    await logIn(person.api, person)
    const records = await recordsOf(person, { order: 'asc' })
    expect(records.map(({ reason, reasonLabel }) => [reason, reasonLabel])).toEqual([
      [3002, 'Promo Credit'],
      [1003, 'Revocation'],
      [4001, 'Payout'],
      [2001, 'Purchase'],
      [2002, 'Renewal'],
    ])
  })

  it('stays for admins after the account is erased', async () => {
    const [gone, admin] = [await aBuyer(app, 70), await anAdmin(app)]
    await app.scope().db.account.update({ where: { userId: gone.id }, data: { deletionAt: app.clock.now() } })
    await eraseDueAccounts(app.scope(), erasers)
    const { transactions } = await admin.api.call('getProductPurchaseHistory', { userId: gone.id, query: {} })
    expect(transactions[0]).toMatchObject({ amount: -70, reason: 5001, fromUserDisplayName: 'Deleted user' })
  })

  it('can be limited to whom tokens came from, or went to', async () => {
    const [seller, other, buyer] = [await aSeller(app), await aSeller(app), await aBuyer(app, 500)]
    const first = await buy(buyer, await aListing(app, seller))
    await buy(buyer, await aListing(app, other))
    await actOnPurchase(app, buyer, 'refundPurchase', first.purchaseId)
    const amounts = async (query: Record<string, string>) =>
      (await recordsOf(buyer, query)).map(({ amount, purchaseId }) => [amount, purchaseId === first.purchaseId])
    expect(await amounts({ toUserId: seller.id })).toEqual([[-100, true]])
    expect(await amounts({ fromUserId: seller.id })).toEqual([[100, true]])
    expect(await amounts({ fromUserId: buyer.id, toUserId: other.id })).toEqual([[-100, false]])
  })

  it('takes as many statements at every size', async () => {
    const person = await aBuyer(app, 1)
    const one = await countStatements(app, () => recordsOf(person))
    for (let count = 0; count < 5; count++) await withTokens(app, person, 1)
    expect(await countStatements(app, () => recordsOf(person))).toBe(one)
    expect((await recordsOf(person, { n: '4' })).map(({ balance }) => balance)).toEqual([6, 5, 4, 3])
  })
})

describe('the time of the history', () => {
  const ago = (days: number) => addMilliseconds(app.clock.now(), -days * DAY).toISOString()

  it('is the last 30 days, unless another one of at most 366 is asked for', async () => {
    const person = await aBuyer(app, 5)
    app.clock.advance(31 * DAY)
    await withTokens(app, person, 7)
    await logIn(person.api, person)
    const { startDate, endDate, transactions } = await historyOf(person)
    expect(transactions.map(({ amount }) => amount)).toEqual([7])
    expect(Date.parse(endDate) - Date.parse(startDate)).toBe(30 * DAY)
    const amounts = async (query: Record<string, string>) =>
      (await recordsOf(person, query)).map(({ amount }) => amount)
    expect(await amounts({ dateMin: ago(40) })).toEqual([7, 5])
    expect(await amounts({ dateMax: ago(2) })).toEqual([5])
    expect(await amounts({ dateMin: ago(366), dateMax: ago(30) })).toEqual([5])
    expect(await amounts({ dateMin: ago(20), dateMax: ago(10) })).toEqual([])
    const [given] = await recordsOf(person)
    const at = given?.date ?? ''
    expect(await amounts({ dateMin: at, dateMax: at })).toEqual([7])
    const before = addMilliseconds(new Date(at), -1).toISOString()
    expect(await amounts({ dateMin: ago(1), dateMax: before })).toEqual([])
  })

  it.each([
    [{ dateMin: '2024-01-01T00:00:00Z', dateMax: '2025-01-02T00:00:00Z' }, /^dateMax must be at most 366 days/],
    [{ dateMin: '2026-02-02T00:00:00Z', dateMax: '2026-02-01T00:00:00Z' }, /^dateMax must not be before dateMin/],
    [{ dateMin: 'yesterday' }, /dateMin must be a date and time/],
    [{ dateMax: '0000-05-05T00:00:00Z' }, /dateMax must be a date and time/],
    [{ n: '101' }, /n=101 is much too high/],
  ])('%j is refused', async (query, message) => {
    const person = await aUser(app)
    const exchange = await person.api.try('getProductPurchaseHistory', { userId: person.id, query })
    expect(exchange).toMatchObject(refusal(400, message))
  })

  it('can be any of the years 1 to 9999', async () => {
    const person = await aUser(app)
    for (const dateMax of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']) {
      const dateMin = addMilliseconds(new Date(dateMax), dateMax.startsWith('0') ? 0 : -DAY).toISOString()
      expect(await recordsOf(person, { dateMin, dateMax })).toEqual([])
    }
  })
})
