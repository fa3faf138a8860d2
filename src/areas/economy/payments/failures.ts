import { addMilliseconds, HOUR, SECOND } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { lockExistingUsers } from '../../users/locks.ts'

/** Tries until an event has failed, in about three hours. */
const MAX_ATTEMPTS = 10
const FIRST_RETRY = 10 * SECOND
const MOST_DELAY = HOUR
/** Most admins who are told. */
const MAX_ADMINS = 100

/** Rows tell why in words of our own: messages of other errors may hold values of the request. */
const reasonOf = (error: unknown) => (error instanceof Failure ? error.message : 'A fault of the server, see its log.')

/**
 * Stores that an event could not be applied: it is tried again after a while that doubles, and has failed after ten tries,
 * which admins are told. Never throws: false if that could not be stored, so that the event is still due.
 */
export async function recordEventFailure(scope: Scope, id: string, error: unknown): Promise<boolean> {
  scope.log.error({ err: error, paymentEventId: id }, 'a payment event could not be applied')
  return transact({ ...scope, now: scope.clock.now() }, async (tx) => {
    const { db, now } = tx
    const admins = await lockAdmins(tx)
    const event = await db.paymentEvent.findUniqueOrThrow({ where: { id } })
    if (event.state !== 'waiting') return true
    const attempts = event.attempts + 1
    const hasFailed = attempts >= MAX_ATTEMPTS
    const delay = Math.min(MOST_DELAY, FIRST_RETRY * 2 ** (attempts - 1))
    const end = hasFailed ? { state: 'failed', settledAt: now } : {}
    await db.paymentEvent.update({
      where: { id },
      data: { attempts, nextAttemptAt: addMilliseconds(now, delay), error: reasonOf(error), ...end },
    })
    if (hasFailed) await alertAdmins(tx, admins, event)
    return true
  }).catch((fault: unknown) => {
    scope.log.error({ err: fault, paymentEventId: id }, 'a failure could not be stored')
    return false
  })
}

async function lockAdmins(tx: Scope & InTransaction) {
  const where = { admin: true, erasedAt: null }
  const admins = await tx.db.user.findMany({ where, select: { id: true }, orderBy: { id: 'asc' }, take: MAX_ADMINS })
  return lockExistingUsers(
    tx,
    admins.map(({ id }) => id),
  )
}

async function alertAdmins(
  tx: Scope & InTransaction,
  admins: readonly string[],
  { id, type, transactionId }: { readonly id: string; readonly type: string; readonly transactionId: string },
): Promise<void> {
  const message = `The event ${type} of the payment ${transactionId} could not be applied after ${MAX_ATTEMPTS} tries.`
  await sendNotifications(
    tx,
    admins.map((receiverId) => ({
      type: 'economy.alert',
      receiverId: trusted<'user'>(receiverId),
      senderId: null,
      title: 'A payment event has failed',
      message,
      data: { paymentEventId: id, transactionId },
    })),
  )
}
