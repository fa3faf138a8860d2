import { Failure } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { adminAct } from '../../audit/adminAct.ts'
import { APPLY_EVENTS } from './apply.ts'
import { lockPayment } from './locks.ts'

const eventNotFound = () => new Failure('missing', 'Payment event not found', { reason: 'payment_event_not_found' })

/** What an admin decides about an event that was not applied. */
type Resolution = 'retry' | 'ignore'

/**
 * Lets an event that has failed, waits or was ignored be applied again, or ends it without effect. One that was applied stays
 * so. Throws `forbidden` unless an admin acts, `missing`, and `conflict` for an event that was applied.
 */
export async function resolvePaymentEvent(scope: ViewerScope, id: string, resolution: Resolution): Promise<void> {
  await adminAct(scope, 'resolvePaymentEvent', async (tx) => {
    const { db, now } = tx
    const found = await db.paymentEvent.findUnique({ where: { id } })
    if (!found) throw eventNotFound()
    const { transactionId } = found
    await lockPayment(tx, transactionId)
    const { state } = await db.paymentEvent.findUniqueOrThrow({ where: { id } })
    if (state === 'applied')
      throw new Failure('conflict', 'The event was applied already', { reason: 'payment_event_applied' })
    // A retry begins anew, with the patience of a new event.
    const data =
      resolution === 'retry'
        ? { state: 'waiting', attempts: 0, nextAttemptAt: now, receivedAt: now, settledAt: null, error: null }
        : { state: 'ignored', settledAt: now, error: 'An admin has ended it.' }
    await db.paymentEvent.update({ where: { id }, data })
    return { subjectId: id, details: { transactionId, resolution } }
  })
  if (resolution === 'retry') await scope.jobs.send(APPLY_EVENTS)
}
