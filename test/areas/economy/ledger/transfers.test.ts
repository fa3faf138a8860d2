import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ledgerTransferred, walletChanged } from '../../../../src/areas/economy/events.ts'
import { type Reversal, reverseTransfer } from '../../../../src/areas/economy/ledger/reversal.ts'
import {
  endHold,
  holdTokens,
  houseAccount,
  type Posting,
  postTransfer,
  type Transfer,
  userAccount,
} from '../../../../src/areas/economy/ledger/transfers.ts'
import { anyEvent } from '../../../../src/kernel/events.ts'
import { Failure } from '../../../../src/kernel/failure.ts'
import type { ViewerScope } from '../../../../src/kernel/scope.ts'
import { type InTransaction, transact } from '../../../../src/kernel/transaction.ts'
import { anApp } from '../../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../../support/concurrency.ts'
import { aBuyer, faultsOfBooks, postedOf, tokensOf, withTokens } from '../../../support/economy.ts'
import { rounds } from '../../../support/rounds.ts'
import { viewerScopeOf } from '../../../support/scopes.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await anApp()

const inTransaction = <R>(work: (tx: ViewerScope & InTransaction) => Promise<R>) =>
  transact(viewerScopeOf(app, { id: somebody.id }), work)
const somebody = await aUser(app)

const aKey = () => `test:${randomUUID()}`

/** A sale with a fee of a tenth. */
const sale = (buyer: TestUser, seller: TestUser, price: number): readonly Posting[] => [
  { account: userAccount(buyer.id, 'standard'), amount: -price },
  { account: userAccount(seller.id, 'earnings'), amount: price - Math.floor(price / 10) },
  { account: houseAccount('fees'), amount: Math.floor(price / 10) },
]

const post = (postings: readonly Posting[], given: Partial<Transfer> = {}) =>
  inTransaction((tx) => postTransfer(tx, { key: aKey(), kind: 'purchase', postings, ...given }))
const reverse = (transferId: string, given: Partial<Reversal> = {}) =>
  inTransaction((tx) => reverseTransfer(tx, transferId, { key: aKey(), kind: 'refund', ...given }))

/** The reason of the failure by which a promise is rejected. */
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.reason : String(error)),
  )

/** How often each outcome occurs. */
const tally = (outcomes: readonly string[]) =>
  Object.fromEntries([...new Set(outcomes)].map((name) => [name, outcomes.filter((other) => other === name).length]))

/** Transfers at once. */
const AT_ONCE = rounds(60)

describe('transfers', () => {
  it(`of ${AT_ONCE} at once, with tokens for one, one succeeds`, async () => {
    const [buyer, seller] = [await aBuyer(app, 100), await aUser(app)]
    const before = await countDeadlocks(app)
    const outcomes = await runConcurrently(app, AT_ONCE, () => reasonOf(post(sale(buyer, seller, 100))))
    expect(tally(outcomes)).toEqual({ done: 1, insufficient_funds: AT_ONCE - 1 })
    expect([await tokensOf(app, buyer), await tokensOf(app, seller, 'earnings')]).toEqual([0, 90])
    expect(await countDeadlocks(app)).toBe(before)
  })

  it('by pipelined statements refuse what is lacking, too', async () => {
    const [buyer, seller] = [await aBuyer(app, 100), await aUser(app)]
    const outcomes = await runConcurrently(app, 20, () =>
      reasonOf(
        transact(viewerScopeOf(app, buyer), (tx) =>
          postTransfer(tx, { key: aKey(), kind: 'purchase', postings: sale(buyer, seller, 50) }),
        ),
      ),
    )
    expect(tally(outcomes)).toEqual({ done: 2, insufficient_funds: 18 })
  })

  it('between people in both directions never deadlock', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => aBuyer(app, 1_000)))
    const before = await countDeadlocks(app)
    const outcomes = await runConcurrently(app, AT_ONCE, (at) => {
      const [buyer, seller] = [people[at % 4] ?? somebody, people[(at + 1 + (at % 3)) % 4] ?? somebody]
      return reasonOf(post(sale(buyer, seller, 10)))
    })
    expect(tally(outcomes)).toEqual({ done: AT_ONCE })
    expect(await countDeadlocks(app)).toBe(before)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('with one key are made once', async () => {
    const [buyer, seller, key] = [await aBuyer(app, 1_000), await aUser(app), aKey()]
    const outcomes = await runConcurrently(app, 10, () =>
      post(sale(buyer, seller, 100), { key }).then(
        () => 'done',
        (error: Error) => (error.message.includes('LedgerTransfer_key_key') ? 'used' : error.message),
      ),
    )
    expect(tally(outcomes)).toEqual({ done: 1, used: 9 })
    expect(await tokensOf(app, buyer)).toBe(900)
  })

  it('make the accounts of a person once, when the first ones come at once', async () => {
    const buyer = await aUser(app)
    await runConcurrently(app, 12, () => withTokens(app, buyer, 5))
    expect(await tokensOf(app, buyer)).toBe(60)
    const accounts = await app.scope().db.ledgerAccount.findMany({ where: { ownerId: buyer.id } })
    expect(accounts.map(({ code, floor }) => [code, floor])).toEqual([[`user:${buyer.id}:standard`, 0n]])
  })

  it('leave the balance of an account in its newest entry', async () => {
    const [buyer, seller] = [await aBuyer(app, 1_000), await aUser(app)]
    await runConcurrently(app, 30, () => post(sale(buyer, seller, 10)))
    const entries = await app.scope().db.ledgerEntry.findMany({
      where: { account: { code: `user:${buyer.id}:standard` } },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ after }) => Number(after))).toEqual(Array.from({ length: 31 }, (_, at) => 1_000 - at * 10))
  })

  it('tell the owners of the accounts, each once, and admins', async () => {
    const [buyer, seller] = [await aBuyer(app, 100), await aUser(app)]
    const heard: string[] = []
    const topics = [ledgerTransferred.topic, walletChanged.topic]
    const stop = app.scope().events.listen(anyEvent, ({ topic, subject }) => {
      if (topics.includes(topic)) heard.push(`${topic} ${subject}`)
    })
    const key = aKey()
    await post([...sale(buyer, seller, 100), { account: userAccount(buyer.id, 'earnings'), amount: 0 }], { key })
    stop()
    expect(heard.sort()).toEqual(
      [
        `${ledgerTransferred.topic} ${key}`,
        `${walletChanged.topic} ${buyer.id}`,
        `${walletChanged.topic} ${seller.id}`,
      ].sort(),
    )
  })
})

describe('reversals', () => {
  it('move everything back, and name what they reverse', async () => {
    const [buyer, seller] = [await aBuyer(app, 100), await aUser(app)]
    const fees = await postedOf(app, 'house:fees')
    const transferId = await post(sale(buyer, seller, 100), { purchaseId: 'pur_x', transactionId: 'txn_x' })
    const { transferId: id, fromLosses } = await reverse(transferId, { actorId: buyer.id, memo: 'Unused' })
    expect(fromLosses).toBe(0)
    expect([await tokensOf(app, buyer), await tokensOf(app, seller, 'earnings')]).toEqual([100, 0])
    expect(await postedOf(app, 'house:fees')).toBe(fees)
    expect(await app.scope().db.ledgerTransfer.findUnique({ where: { id: BigInt(id) } })).toMatchObject({
      kind: 'refund',
      reversesId: BigInt(transferId),
      purchaseId: 'pur_x',
      transactionId: 'txn_x',
      actorId: buyer.id,
      memo: 'Unused',
    })
  })

  it('are refused when the seller lacks the tokens, or paid by losses', async () => {
    const [buyer, seller] = [await aBuyer(app, 100), await aUser(app)]
    const losses = await postedOf(app, 'house:losses')
    const transferId = await post(sale(buyer, seller, 100))
    const payout = [
      { account: userAccount(seller.id, 'earnings'), amount: -60 },
      { account: houseAccount('payouts'), amount: 60 },
    ]
    await post(payout, { kind: 'payout' })
    expect(await reasonOf(reverse(transferId))).toBe('insufficient_funds')
    expect(await reverse(transferId, { isFilledFromLosses: true })).toMatchObject({ fromLosses: 60 })
    expect([await tokensOf(app, buyer), await tokensOf(app, seller, 'earnings')]).toEqual([100, 0])
    expect(await postedOf(app, 'house:losses')).toBe(losses - 60)
  })

  it('leave what is held for something else', async () => {
    const [buyer, seller] = [await aBuyer(app, 100), await aUser(app)]
    const transferId = await post(sale(buyer, seller, 100))
    const earnings = userAccount(seller.id, 'earnings')
    await inTransaction((tx) => holdTokens(tx, { key: aKey(), account: earnings, amount: 70, until: null }))
    expect(await reverse(transferId, { isFilledFromLosses: true })).toMatchObject({ fromLosses: 70 })
    expect(await tokensOf(app, seller, 'earnings')).toBe(0)
    expect(await postedOf(app, earnings.code)).toBe(70)
  })

  it('happen once, also when several come at once', async () => {
    const [buyer, seller] = [await aBuyer(app, 100), await aUser(app)]
    const transferId = await post(sale(buyer, seller, 100))
    const outcomes = await runConcurrently(app, 10, () => reasonOf(reverse(transferId)))
    expect(tally(outcomes)).toEqual({ done: 1, already_refunded: 9 })
    expect([await tokensOf(app, buyer), await tokensOf(app, seller, 'earnings')]).toEqual([100, 0])
  })

  it('can be reversed, which gives losses back what they paid', async () => {
    const [buyer, losses] = [await aUser(app), await postedOf(app, 'house:losses')]
    const standard = userAccount(buyer.id, 'standard')
    const topup = [
      { account: houseAccount('issued:test'), amount: -200 },
      { account: standard, amount: 200 },
    ]
    const transferId = await post(topup, { kind: 'topup' })
    await post([
      { account: standard, amount: -150 },
      { account: houseAccount('fees'), amount: 150 },
    ])
    const back = await reverse(transferId, { kind: 'chargeback', isFilledFromLosses: true })
    expect(back.fromLosses).toBe(150)
    expect([await tokensOf(app, buyer), await postedOf(app, 'house:losses')]).toEqual([0, losses - 150])
    const won = await reverse(back.transferId, { kind: 'chargeback' })
    expect([await tokensOf(app, buyer), await postedOf(app, 'house:losses')]).toEqual([50, losses])
    expect(await reverse(won.transferId, { kind: 'chargeback', isFilledFromLosses: true })).toMatchObject({
      fromLosses: 150,
    })
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('of an unknown transfer fail', async () => {
    await expect(reverse('999999999')).rejects.toThrow('There is no transfer 999999999 to reverse')
  })
})

describe('holds', () => {
  it('keep tokens from being spent until they end', async () => {
    const [buyer, seller, key] = [await aBuyer(app, 100), await aUser(app), aKey()]
    const account = userAccount(buyer.id, 'standard')
    await inTransaction((tx) => holdTokens(tx, { key, account, amount: 80, until: null }))
    expect(await tokensOf(app, buyer)).toBe(20)
    expect(await reasonOf(post(sale(buyer, seller, 50)))).toBe('insufficient_funds')
    expect(
      await reasonOf(inTransaction((tx) => holdTokens(tx, { key: aKey(), account, amount: 21, until: null }))),
    ).toBe('insufficient_funds')
    const ends = await runConcurrently(app, 5, () => inTransaction((tx) => endHold(tx, key)))
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect(await reasonOf(post(sale(buyer, seller, 50)))).toBe('done')
  })

  it('of an account that was never used are refused', async () => {
    const account = userAccount((await aUser(app)).id, 'standard')
    const hold = inTransaction((tx) => holdTokens(tx, { key: aKey(), account, amount: 1, until: null }))
    expect(await reasonOf(hold)).toBe('insufficient_funds')
  })

  it('tell the owner when they begin and end', async () => {
    const buyer = await aBuyer(app, 100)
    const account = userAccount(buyer.id, 'standard')
    const heard: string[] = []
    const stop = app.scope().events.listen(walletChanged, ({ subject }) => void heard.push(subject))
    await inTransaction(async (tx) => {
      await holdTokens(tx, { key: `test:${buyer.id}`, account, amount: 10, until: null })
    })
    await inTransaction((tx) => endHold(tx, `test:${buyer.id}`))
    await inTransaction((tx) => endHold(tx, `test:${buyer.id}`))
    stop()
    expect(heard).toEqual([buyer.id, buyer.id])
  })
})
