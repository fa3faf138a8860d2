import { anEvent, aPayment, aSubscriptionPayment, sendEvents } from '../support/payments.ts'
import type { PrepareNode } from './graphNode.ts'
import { moment } from './records.ts'

const TIMES = { createdAt: moment(1), updatedAt: moment(2) }

/** Payments and events of payment providers. */
export const paymentNodes: Readonly<Record<string, PrepareNode>> = {
  async *PaymentTransaction(app, owner) {
    const { db } = app.scope()
    const checkoutUrl = 'https://pay.example/1'
    const open = await aPayment(app, owner, { ...TIMES, checkoutUrl, error: null })
    yield { id: open, row: await db.paymentTransaction.findUniqueOrThrow({ where: { id: open } }) }
    const given = { isBulkGift: true, quantity: 2, amount: 1_998, status: 'active', isSandbox: false, checkoutUrl }
    const order = await aSubscriptionPayment(app, owner, { ...TIMES, ...given, error: 'Was late.' })
    yield { id: order, row: await db.paymentTransaction.findUniqueOrThrow({ where: { id: order } }) }
  },
  async *PaymentEvent(app, owner) {
    const { db } = app.scope()
    const transactionId = await aPayment(app, owner)
    const event = anEvent(transactionId, 'payment.refunded')
    await sendEvents(app, [event])
    const where = { provider_eventId: { provider: 'test', eventId: event.id } }
    const times = { occurredAt: moment(1), receivedAt: moment(2), nextAttemptAt: moment(3) }
    const waiting = await db.paymentEvent.update({ where, data: times })
    yield { id: waiting.id, row: waiting }
    const failed = { state: 'failed', attempts: 3, error: 'A fault.', settledAt: moment(4) }
    yield { id: waiting.id, row: await db.paymentEvent.update({ where, data: failed }) }
  },
}
