import type { TestApp } from '../support/app.ts'
import { anEvent, aPayment, aSubscriptionPayment, sendEvents, tell } from '../support/payments.ts'
import type { TestUser } from '../support/users.ts'

/** Payments of the owner of the fixture objects, and an event of a provider. */
export interface PaymentThings {
  /** A payment that was paid. */
  readonly paidTransactionId: string
  /** A payment that waits for its money. */
  readonly openTransactionId: string
  /** A paid order of subscriptions to give away, which may be refunded. */
  readonly orderTransactionId: string
  /** An event that waits. */
  readonly paymentEventId: string
}

export async function addPayments(app: TestApp, owner: TestUser): Promise<PaymentThings> {
  const [paidTransactionId, openTransactionId] = [await aPayment(app, owner), await aPayment(app, owner)]
  const orderTransactionId = await aSubscriptionPayment(app, owner, { isBulkGift: true, quantity: 2 })
  for (const id of [paidTransactionId, orderTransactionId]) await tell(app, id, 'payment.succeeded')
  const early = anEvent(openTransactionId, 'payment.refunded')
  await sendEvents(app, [early])
  const { id: paymentEventId } = await app.scope().db.paymentEvent.findFirstOrThrow({ where: { eventId: early.id } })
  return { paidTransactionId, openTransactionId, orderTransactionId, paymentEventId }
}
