import { describe, expect, it } from 'vitest'
import { renewPurchases } from '../../../../src/areas/economy/purchases/renewals.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../../support/concurrency.ts'
import { aBuyer, aListing, aSeller, faultsOfBooks, forDays, postedOf, tokensOf } from '../../../support/economy.ts'
import { actOnPurchase, buy, ownedBy, tryToBuy } from '../../../support/purchases.ts'
import { rounds } from '../../../support/rounds.ts'
import { logIn } from '../../../support/users.ts'

const app = await anApp()
const { db } = app.scope()
const seller = await aSeller(app)

const tally = (answers: readonly unknown[]) => {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[String(answer)] = (counts[String(answer)] ?? 0) + 1
  return counts
}

/** Requests at once. */
const AT_ONCE = rounds(50)

describe(`${AT_ONCE} purchases at once`, () => {
  it('with tokens for one: one succeeds, and all others are refused', async () => {
    const [buyer, listingId] = [await aBuyer(app, 100), await aListing(app, seller, forDays(1))]
    const before = await countDeadlocks(app)
    const answers = await runConcurrently(app, AT_ONCE, () => tryToBuy(buyer, listingId))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 400: AT_ONCE - 1 })
    const [purchase, ...others] = await db.productPurchase.findMany({ where: { listingId } })
    expect(others).toEqual([])
    expect(await db.ledgerTransfer.count({ where: { purchaseId: purchase?.id ?? '' } })).toBe(1)
    expect(await ownedBy(app, buyer)).toHaveLength(1)
    expect(await tokensOf(app, buyer)).toBe(0)
    expect(await countDeadlocks(app)).toBe(before)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('of what is sold once to a person: one succeeds', async () => {
    const [buyer, listingId] = [await aBuyer(app, 5_000), await aListing(app, seller)]
    const answers = await runConcurrently(app, AT_ONCE, () => tryToBuy(buyer, listingId))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 400: AT_ONCE - 1 })
    expect(await tokensOf(app, buyer)).toBe(4_900)
  })

  it('with one key: one purchase, and equal answers', async () => {
    const [buyer, listingId] = [await aBuyer(app, 5_000), await aListing(app, seller, forDays(1))]
    const headers = { 'idempotency-key': 'once' }
    const answers = await runConcurrently(app, AT_ONCE, () => tryToBuy(buyer, listingId, {}, headers))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    expect(await db.productPurchase.count({ where: { listingId } })).toBe(1)
    expect(await tokensOf(app, buyer)).toBe(4_900)
  })

  it('by as many people: all succeed, without a deadlock', async () => {
    const listingId = await aListing(app, seller)
    const buyers = await Promise.all(Array.from({ length: AT_ONCE }, () => aBuyer(app, 100)))
    const [before, fees] = [await countDeadlocks(app), await postedOf(app, 'house:fees')]
    const answers = await runConcurrently(app, AT_ONCE, (at) => tryToBuy(buyers[at] ?? seller, listingId))
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: AT_ONCE })
    expect(await postedOf(app, 'house:fees')).toBe(fees + 10 * AT_ONCE)
    expect(await countDeadlocks(app)).toBe(before)
    expect(await faultsOfBooks(app)).toEqual([])
  })
})

describe('at once', () => {
  it('20 refunds of a purchase: one is made', async () => {
    const buyer = await aBuyer(app, 100)
    const { purchaseId } = await buy(buyer, await aListing(app, seller))
    const answers = await runConcurrently(app, 20, (at) =>
      actOnPurchase(app, at % 2 === 0 ? buyer : seller, 'refundPurchase', purchaseId),
    )
    expect(tally(answers)).toEqual({ done: 1, ALREADY_REFUNDED: 19 })
    expect(await tokensOf(app, buyer)).toBe(100)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('refunds and purchases with one seller deadlock nobody', async () => {
    const listingId = await aListing(app, seller)
    const buyers = await Promise.all(Array.from({ length: 12 }, () => aBuyer(app, 100)))
    const bought = await Promise.all(buyers.slice(0, 6).map((buyer) => buy(buyer, listingId)))
    const before = await countDeadlocks(app)
    const answers = await runConcurrently(app, 12, async (at) => {
      const [buyer = seller, purchase] = [buyers[at], bought[at]]
      if (purchase) return actOnPurchase(app, buyer, 'refundPurchase', purchase.purchaseId)
      return (await tryToBuy(buyer, listingId)).status
    })
    expect(tally(answers)).toEqual({ done: 6, 200: 6 })
    expect(await countDeadlocks(app)).toBe(before)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('renewals by several nodes and a cancellation: one period at most, which is not renewed', async () => {
    for (let race = 0; race < 6; race++) {
      const buyer = await aBuyer(app, 1_000)
      const listingId = await aListing(app, seller, forDays(3, 'subscription'))
      const { purchaseId } = await buy(buyer, listingId)
      app.clock.advance(3 * DAY)
      await logIn(buyer.api, buyer)
      const cancel = () => actOnPurchase(app, buyer, 'cancelRenewal', purchaseId)
      const acts = [() => renewPurchases(app.scope()), cancel, () => renewPurchases(app.scope())]
      const [, cancelled] = await runConcurrently(app, 3, (at) => acts[at]?.() ?? Promise.resolve(0))
      expect(cancelled).toBe('done')
      const periods = await db.productPurchase.findMany({ where: { listingId } })
      expect(periods.length).toBeLessThanOrEqual(2)
      expect(periods.some(({ willRecur }) => willRecur)).toBe(false)
      expect(await tokensOf(app, buyer)).toBe(1_000 - 100 * periods.length)
    }
    expect(await faultsOfBooks(app)).toEqual([])
  })
})
