import { describe, expect, it } from 'vitest'
import { findLedgerDifferences } from '../../../../src/areas/economy/ledger/check.ts'
import { collectDebts } from '../../../../src/areas/economy/payments/debts.ts'
import { applyPaymentEvents } from '../../../../src/areas/economy/payments/eventJob.ts'
import { anApp } from '../../../support/app.ts'
import { countDeadlocks, runConcurrently } from '../../../support/concurrency.ts'
import { acceptTerms, aListing, aSeller, faultsOfBooks, postedOf, tokensOf } from '../../../support/economy.ts'
import { anEvent, aPayment, sendEvents, tell } from '../../../support/payments.ts'
import { actOnPurchase, buy } from '../../../support/purchases.ts'
import { rounds } from '../../../support/rounds.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const { db } = app.scope()
const seller = await aSeller(app)

const ROUNDS = rounds(12)

/** A person whose 600 tokens were paid, of which 100 were spent on a purchase. */
async function aSpender() {
  const buyer = await aUser(app)
  await acceptTerms(app, buyer)
  const paymentId = await aPayment(app, buyer)
  await tell(app, paymentId, 'payment.succeeded')
  const { purchaseId } = await buy(buyer, await aListing(app, seller))
  return { buyer, paymentId, purchaseId }
}

const refund = (person: TestUser, purchaseId: string) => actOnPurchase(app, person, 'refundPurchase', purchaseId)
const apply = (transactionId: string) => applyPaymentEvents(app.scope(), { transactionId })

/** What of the books is wrong. */
const faults = async () => [...(await faultsOfBooks(app)), ...(await findLedgerDifferences(app.scope()))]

/** What a person has and owes, and how often each kind of transfer has moved it. */
async function outcomeOf({ id }: TestUser, purchaseId: string, paymentId: string) {
  const [purchase, payment, profile] = [
    await db.productPurchase.findUniqueOrThrow({ where: { id: purchaseId } }),
    await db.paymentTransaction.findUniqueOrThrow({ where: { id: paymentId } }),
    await db.economyProfile.findUniqueOrThrow({ where: { userId: id } }),
  ]
  return {
    purchase: purchase.status,
    payment: payment.status,
    debt: Number(profile.debt),
    tokens: await tokensOf(app, { id }),
    refunds: await db.ledgerTransfer.count({ where: { reversesId: purchase.ledgerTransferId } }),
    chargebacks: await db.ledgerTransfer.count({ where: { transactionId: paymentId, kind: 'chargeback' } }),
  }
}

describe('a refund of a purchase and a chargeback of the tokens that paid it, at once', () => {
  it('end in one outcome, whichever comes first, and lose no token', async () => {
    const before = await countDeadlocks(app)
    const losses = await postedOf(app, 'house:losses')
    for (let round = 0; round < ROUNDS; round++) {
      const { buyer, paymentId, purchaseId } = await aSpender()
      await sendEvents(app, [anEvent(paymentId, 'payment.disputed')])
      const acts = [() => refund(buyer, purchaseId), () => apply(paymentId), () => refund(seller, purchaseId)]
      // Whoever is sent first has the best chance to be first.
      const order = round % 2 === 0 ? acts : acts.toReversed()
      const answers = await runConcurrently(app, 3, (at) => order[at]?.() ?? Promise.resolve())
      expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
      expect(answers.filter((answer) => answer === 'ALREADY_REFUNDED')).toHaveLength(1)
      await collectDebts(app.scope())
      const settled = { purchase: 'refunded', payment: 'chargeback', refunds: 1, chargebacks: 1 }
      expect(await outcomeOf(buyer, purchaseId, paymentId)).toEqual({ ...settled, debt: 0, tokens: 0 })
      expect(await tokensOf(app, seller, 'earnings')).toBe(0)
    }
    expect(await postedOf(app, 'house:losses')).toBe(losses)
    expect(await countDeadlocks(app)).toBe(before)
    expect(await faults()).toEqual([])
  })
})

describe('a refund and a chargeback of one payment, at once', () => {
  it('take its tokens back once', async () => {
    const before = await countDeadlocks(app)
    for (let round = 0; round < ROUNDS; round++) {
      const { buyer, paymentId, purchaseId } = await aSpender()
      const events = [anEvent(paymentId, 'payment.refunded'), anEvent(paymentId, 'payment.disputed')]
      await sendEvents(app, round % 2 === 0 ? events : events.toReversed())
      await runConcurrently(app, 4, () => apply(paymentId))
      await apply(paymentId)
      const outcome = await outcomeOf(buyer, purchaseId, paymentId)
      expect(outcome).toMatchObject({ purchase: 'active', refunds: 0, chargebacks: 1, debt: 100, tokens: 0 })
      expect(['expired', 'chargeback']).toContain(outcome.payment)
    }
    expect(await countDeadlocks(app)).toBe(before)
    expect(await faults()).toEqual([])
  })
})
