import { describe, expect, it } from 'vitest'
import { collectDebts } from '../../../../src/areas/economy/payments/debts.ts'
import { applyPaymentEvents } from '../../../../src/areas/economy/payments/eventJob.ts'
import { expirePayments } from '../../../../src/areas/economy/payments/payments.ts'
import { DAY, HOUR, MINUTE } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import type { PaymentEventType } from '../../../../src/kernel/payments.ts'
import { anApp, sharedClockApp } from '../../../support/app.ts'
import { faultsOfBooks } from '../../../support/economy.ts'
import { mutate, refusedMutation } from '../../../support/jams.ts'
import {
  anEvent,
  aPayment,
  aSubscriptionPayment,
  moneyOf,
  moveTokens,
  paymentOf,
  type SentEvent,
  sendEvents,
  tell,
} from '../../../support/payments.ts'
import { sampleOf } from '../../../support/rounds.ts'
import { anAdmin, aUser } from '../../../support/users.ts'

const app = await anApp()

const allOrdersOf = <T>(list: readonly T[]): T[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((first, at) => allOrdersOf(list.filter((_, other) => other !== at)).map((rest) => [first, ...rest]))

/** The orders of up to three things, and a part of the orders of more. */
const ordersOf = <T>(list: readonly T[]): T[][] => (list.length > 3 ? sampleOf(allOrdersOf(list)) : allOrdersOf(list))

const eventsOf = (transactionId: string) =>
  app.scope().db.paymentEvent.findMany({ where: { transactionId }, orderBy: { id: 'asc' } })

/** Delivers events in an order, each ten times, and applies what can be after each. */
async function deliver(transactionId: string, events: readonly SentEvent[]): Promise<void> {
  for (const event of events) {
    const tenTimes = Array.from({ length: 5 }, () => [event, event])
    await Promise.all(tenTimes.map((pair) => sendEvents(app, pair)))
    await applyPaymentEvents(app.scope(), { transactionId })
  }
}

/** Spends tokens, as a purchase does. */
const spend = (userId: string, tokens: number) => moveTokens(app, userId, -tokens)

const BUNDLE_CASES: readonly (readonly [readonly PaymentEventType[], object, object])[] = [
  [['payment.succeeded'], { status: 'active' }, { tokens: 600, isBlocked: false }],
  [['payment.succeeded', 'payment.failed'], { status: 'active', error: null }, { tokens: 600 }],
  [['payment.succeeded', 'payment.refunded'], { status: 'expired' }, { tokens: 0, isBlocked: false }],
  [['payment.succeeded', 'payment.disputed'], { status: 'chargeback' }, { tokens: 0, isBlocked: true }],
  [
    ['payment.succeeded', 'payment.disputed', 'dispute.won'],
    { status: 'active' },
    { tokens: 600, debt: 0, isBlocked: false },
  ],
  [
    ['payment.succeeded', 'payment.disputed', 'payment.refunded'],
    { status: 'expired' },
    { tokens: 0, debt: 0, isBlocked: true },
  ],
  [
    ['payment.succeeded', 'payment.disputed', 'dispute.won', 'payment.refunded'],
    { status: 'expired' },
    { tokens: 0, debt: 0, isBlocked: false },
  ],
  [
    ['payment.succeeded', 'payment.disputed', 'dispute.won', 'payment.disputed'],
    { status: 'chargeback' },
    { tokens: 0, isBlocked: true },
  ],
]

describe('the events of a bundle', () => {
  it.each(BUNDLE_CASES)(
    '%j have one result in any order, each delivered ten times',
    async (types, payment, money) => {
      for (const order of ordersOf(types)) {
        const buyer = await aUser(app)
        const id = await aPayment(app, buyer)
        await deliver(
          id,
          order.map((type) => anEvent(id, type)),
        )
        expect.soft({ order, ...(await paymentOf(app, id)) }).toMatchObject({ order, ...payment })
        expect.soft({ order, ...(await moneyOf(app, buyer.id)) }).toMatchObject({ order, ...money })
        const states = (await eventsOf(id)).map(({ state }) => state)
        expect.soft(states).toEqual(states.filter((state) => state === 'applied' || state === 'ignored'))
      }
      expect(await faultsOfBooks(app)).toEqual([])
    },
    120_000,
  )
})

const SUBSCRIPTION_CASES: readonly (readonly [readonly PaymentEventType[], object, object])[] = [
  [['payment.succeeded'], { status: 'active' }, { status: 'active', months: 1 }],
  [['payment.succeeded', 'subscription.renewed'], { status: 'active' }, { status: 'active', months: 2 }],
  [
    ['payment.succeeded', 'subscription.cancelled', 'subscription.renewed'],
    { status: 'active' },
    { isCancelled: true, months: 2 },
  ],
  [['payment.succeeded', 'payment.refunded'], { status: 'expired' }, { status: 'expired' }],
  [['payment.succeeded', 'payment.disputed'], { status: 'chargeback' }, { status: 'chargeback' }],
  [['payment.succeeded', 'payment.disputed', 'dispute.won'], { status: 'active' }, { status: 'active', months: 1 }],
  [['payment.succeeded', 'subscription.renewed', 'subscription.expired'], { status: 'expired' }, { status: 'expired' }],
]

describe('the events of a subscription', () => {
  it.each(SUBSCRIPTION_CASES)(
    '%j have one result in any order',
    async (types, payment, subscription) => {
      for (const order of ordersOf(types)) {
        const buyer = await aUser(app)
        const id = await aSubscriptionPayment(app, buyer)
        await deliver(
          id,
          order.map((type) => anEvent(id, type)),
        )
        expect.soft({ order, ...(await paymentOf(app, id)) }).toMatchObject({ order, ...payment })
        const row = await app.scope().db.userSubscription.findFirstOrThrow({ where: { transactionId: id } })
        const months = Math.round((row.expiresAt.getTime() - row.startsAt.getTime()) / (30 * DAY))
        const seen = { status: row.status, months, isCancelled: row.cancelledAt !== null }
        expect.soft({ order, ...seen }).toMatchObject({ order, ...subscription })
      }
    },
    120_000,
  )

  it('start nothing of an order of several until it is given away', async () => {
    const id = await aSubscriptionPayment(app, await aUser(app), { isBulkGift: true, quantity: 3, amount: 2_997 })
    await tell(app, id, 'payment.succeeded')
    expect(await paymentOf(app, id)).toMatchObject({ status: 'active' })
    expect(await app.scope().db.userSubscription.count({ where: { transactionId: id } })).toBe(0)
  })

  it('start a gift for its receiver', async () => {
    const [buyer, receiver] = [await aUser(app), await aUser(app)]
    const id = await aSubscriptionPayment(app, buyer, { receiverId: receiver.id })
    await tell(app, id, 'payment.succeeded')
    expect(await app.scope().db.userSubscription.findMany({ where: { transactionId: id } })).toMatchObject([
      { userId: receiver.id, giverId: buyer.id, isGift: true, status: 'active' },
    ])
  })

  it('mean nothing to a bundle', async () => {
    const id = await aPayment(app, await aUser(app))
    await tell(app, id, 'payment.succeeded')
    await tell(app, id, 'subscription.expired')
    expect(await paymentOf(app, id)).toMatchObject({ status: 'active' })
    expect(await eventsOf(id)).toMatchObject([{}, { state: 'ignored', error: expect.stringMatching(/subscription/) }])
  })
})

describe('a payment that is taken back', () => {
  it('leaves what was spent as a debt, for which the person is blocked', async () => {
    const buyer = await aUser(app)
    const id = await aPayment(app, buyer)
    await tell(app, id, 'payment.succeeded')
    await spend(buyer.id, 500)
    await tell(app, id, 'payment.disputed')
    expect(await moneyOf(app, buyer.id)).toEqual({ tokens: 0, debt: 500, isBlocked: true })
    expect(await buyer.api.call('getEconomyAccount', { userId: buyer.id })).toMatchObject({ blocked: true })
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('is made good by a dispute that is won', async () => {
    const buyer = await aUser(app)
    const id = await aPayment(app, buyer)
    await tell(app, id, 'payment.succeeded')
    await spend(buyer.id, 500)
    await tell(app, id, 'payment.disputed')
    await tell(app, id, 'dispute.won')
    expect(await moneyOf(app, buyer.id)).toEqual({ tokens: 100, debt: 0, isBlocked: false })
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('leaves a debt after a refund, too, which the next tokens repay', async () => {
    const buyer = await aUser(app)
    const [first, second] = [await aPayment(app, buyer), await aPayment(app, buyer)]
    await tell(app, first, 'payment.succeeded')
    await spend(buyer.id, 400)
    await tell(app, first, 'payment.refunded')
    expect(await moneyOf(app, buyer.id)).toEqual({ tokens: 0, debt: 400, isBlocked: true })
    await tell(app, second, 'payment.succeeded')
    expect(await moneyOf(app, buyer.id)).toEqual({ tokens: 200, debt: 0, isBlocked: false })
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('gives back what was repaid of a debt, when the dispute is won after that', async () => {
    const buyer = await aUser(app)
    const [first, second] = [await aPayment(app, buyer), await aPayment(app, buyer)]
    await tell(app, first, 'payment.succeeded')
    await spend(buyer.id, 600)
    await tell(app, first, 'payment.disputed')
    await tell(app, second, 'payment.succeeded')
    expect(await moneyOf(app, buyer.id)).toEqual({ tokens: 0, debt: 0, isBlocked: false })
    await tell(app, first, 'dispute.won')
    expect(await moneyOf(app, buyer.id)).toEqual({ tokens: 600, debt: 0, isBlocked: false })
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('collects a debt from tokens of any source, while the person is blocked', async () => {
    const buyer = await aUser(app)
    const id = await aPayment(app, buyer)
    await tell(app, id, 'payment.succeeded')
    await spend(buyer.id, 500)
    await tell(app, id, 'payment.disputed')
    await moveTokens(app, buyer.id, 300)
    await collectDebts(app.scope())
    expect(await moneyOf(app, buyer.id)).toEqual({ tokens: 0, debt: 200, isBlocked: true })
    const blocked = { blockedAt: null, blockedReason: '' }
    await app.scope().db.economyProfile.update({ where: { userId: buyer.id }, data: blocked })
    await moveTokens(app, buyer.id, 100)
    await collectDebts(app.scope())
    expect(await moneyOf(app, buyer.id)).toEqual({ tokens: 100, debt: 200, isBlocked: false })
  })

  it('leaves the block of an admin as it is', async () => {
    const buyer = await aUser(app)
    const id = await aPayment(app, buyer)
    await tell(app, id, 'payment.succeeded')
    const { db, now } = app.scope()
    await db.economyProfile.create({
      data: { userId: buyer.id, blockedAt: now, blockedReason: 'By an admin.', updatedAt: now },
    })
    await tell(app, id, 'payment.disputed')
    await tell(app, id, 'dispute.won')
    expect(await moneyOf(app, buyer.id)).toMatchObject({ tokens: 600, isBlocked: true })
  })
})

describe('an event', () => {
  it('of a payment of another provider is ignored', async () => {
    const buyer = await aUser(app)
    const id = await aPayment(app, buyer, { provider: 'other', providerRef: null })
    await tell(app, id, 'payment.succeeded')
    expect(await eventsOf(id)).toMatchObject([{ state: 'ignored', error: expect.stringMatching(/provider/) }])
    expect(await paymentOf(app, id)).toMatchObject({ status: 'pending' })
  })

  it('that comes too early is tried for three days, and then ignored', async () => {
    const own = await sharedClockApp()
    const id = await aPayment(own, await aUser(own))
    await tell(own, id, 'payment.refunded')
    const state = async () => (await own.scope().db.paymentEvent.findFirstOrThrow()).state
    expect(await state()).toBe('waiting')
    own.clock.advance(3 * DAY - HOUR)
    await applyPaymentEvents(own.scope())
    expect(await state()).toBe('waiting')
    own.clock.advance(2 * HOUR)
    await applyPaymentEvents(own.scope())
    expect(await state()).toBe('ignored')
  })

  it('of an unknown payment waits, and the payment may come', async () => {
    const id = newId('paymentTransaction', new Date())
    await tell(app, id, 'payment.succeeded')
    expect(await eventsOf(id)).toMatchObject([{ state: 'waiting' }])
    const buyer = await aUser(app)
    await aPayment(app, buyer, { id, providerRef: null })
    await app.scope().db.paymentEvent.updateMany({ where: { transactionId: id }, data: { nextAttemptAt: new Date(0) } })
    await applyPaymentEvents(app.scope(), { transactionId: id })
    expect(await moneyOf(app, buyer.id)).toMatchObject({ tokens: 600 })
  })

  it('tells the id of the payer in the external store and further facts, which the wire shows', async () => {
    const buyer = await aUser(app)
    const id = await aPayment(app, buyer)
    const steam = { orderId: '77', steamId: '76561190000000000', walletInfo: { country: 'DE', status: 'Trusted' } }
    await tell(app, id, 'payment.succeeded', { externalStoreId: '76561190000000000', details: { steam } })
    const profile = await app.scope().db.economyProfile.findUnique({ where: { userId: buyer.id } })
    expect(profile?.externalStoreId).toBe('76561190000000000')
    expect(await buyer.api.call('getExternalStoreTransaction', { transactionId: id })).toMatchObject({
      steam: { ...steam, transId: id, walletInfo: { country: 'DE', currency: 'USD', state: '', status: 'Trusted' } },
    })
  })

  it('that cannot be applied is tried again with growing pauses, then fails, and admins are told', async () => {
    const own = await sharedClockApp()
    const [admin, buyer] = [await anAdmin(own), await aUser(own)]
    const { db } = own.scope()
    const id = await aPayment(own, buyer)
    // A transfer with the key of the payment's stands in its way.
    await moveTokens(own, buyer.id, 1, `topup:${id}`)
    await tell(own, id, 'payment.succeeded')
    const read = () => db.paymentEvent.findFirstOrThrow({ where: { transactionId: id } })
    const pauses: number[] = []
    for (let event = await read(); event.state === 'waiting'; event = await read()) {
      const pause = event.nextAttemptAt.getTime() - own.clock.now().getTime()
      pauses.push(Math.round(pause / 1_000))
      await applyPaymentEvents(own.scope())
      own.clock.advance(pause)
      await applyPaymentEvents(own.scope())
    }
    const failed = await read()
    expect(failed).toMatchObject({ state: 'failed', attempts: 10, error: 'A fault of the server, see its log.' })
    expect(pauses).toHaveLength(9)
    expect(pauses.at(-1)).toBeGreaterThan(1_000)
    expect(await paymentOf(own, id)).toMatchObject({ status: 'pending' })
    const alerts = await db.notification.findMany({ where: { receiverId: admin.id, type: 'economy.alert' } })
    expect(alerts).toMatchObject([{ message: expect.stringContaining(id) }])
    await mutate(own, admin, 'resolvePaymentEvent', { paymentEventId: failed.id, resolution: 'RETRY' })
    expect(await read()).toMatchObject({ state: 'waiting', attempts: 0 })
    await mutate(own, admin, 'resolvePaymentEvent', { paymentEventId: failed.id, resolution: 'IGNORE' })
    expect(await read()).toMatchObject({ state: 'ignored' })
    expect(await db.auditEntry.count({ where: { act: 'resolvePaymentEvent' } })).toBe(2)
  })

  it('that was applied cannot be resolved, and only admins can', async () => {
    const [admin, buyer] = [await anAdmin(app), await aUser(app)]
    const id = await aPayment(app, buyer)
    await tell(app, id, 'payment.succeeded')
    const paymentEventId = (await eventsOf(id))[0]?.id
    const refusalFor = (person: typeof buyer, given: object) =>
      refusedMutation(app, person, 'resolvePaymentEvent', { paymentEventId, resolution: 'RETRY', ...given })
    expect(await refusalFor(admin, {})).toMatchObject({ reason: 'PAYMENT_EVENT_APPLIED' })
    expect(await refusalFor(admin, { paymentEventId: newId('paymentEvent', new Date()) })).toMatchObject({
      reason: 'PAYMENT_EVENT_NOT_FOUND',
    })
    expect(await refusalFor(buyer, {})).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('a payment that nobody pays', () => {
  it('has failed after 24 hours, and counts all the same if it is paid later', async () => {
    const own = await sharedClockApp()
    const buyer = await aUser(own)
    const id = await aPayment(own, buyer)
    own.clock.advance(DAY - MINUTE)
    await expirePayments(own.scope())
    expect(await paymentOf(own, id)).toMatchObject({ status: 'pending' })
    own.clock.advance(2 * MINUTE)
    await expirePayments(own.scope())
    expect(await paymentOf(own, id)).toMatchObject({ status: 'failed', error: expect.stringMatching(/24 hours/) })
    await tell(own, id, 'payment.succeeded')
    expect(await paymentOf(own, id)).toMatchObject({ status: 'active', error: null })
    expect(await moneyOf(own, buyer.id)).toMatchObject({ tokens: 600 })
  })
})
