import type { PaymentEvent, PaymentTransaction } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY, HOUR, MINUTE, SECOND } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { sendNotifications } from '../../notifications/send.ts'
import { lockExistingUsers } from '../../users/locks.ts'
import { paymentChanged } from '../events.ts'
import { lockPayment } from '../locks.ts'
import { effectOf, isPaymentStatus, type PaymentStatus, type Verdict, verdictOf } from './eventEffects.ts'
import { APPLY_EVENTS, isPaymentEventType, jsonObjectOf, noticeOf, type StoredNotice } from './paymentEvents.ts'

/** How long an event that comes too early is tried. */
const PATIENCE = 3 * DAY
const LEAST_WAIT = 30 * SECOND
const MOST_WAIT = HOUR

/** Events of one round. */
const ROUND = 100
/** How long a run may take before it leaves the rest to the next one. */
const LONGEST_RUN = MINUTE

/** Which events to apply: those of one payment, or all. */
interface Due {
  readonly transactionId?: string
}

/**
 * Applies the stored events that are due, the earliest first, each in a transaction of its own; an event that changes a
 * payment makes those due that waited for it. What fails is tried again later.
 */
export async function applyPaymentEvents(scope: Scope, due: Due = {}): Promise<void> {
  const end = addMilliseconds(scope.clock.now(), LONGEST_RUN)
  const left: string[] = []
  for (let ids = await readDue(scope, due, left); ids.length > 0; ids = await readDue(scope, due, left)) {
    left.push(...(await applyEach(scope, ids)))
    if (scope.clock.now() > end) return scope.jobs.send(APPLY_EVENTS)
  }
}

/** Applies events one after the other. Returns the ids of those that this run leaves to the next one. */
async function applyEach(scope: Scope, ids: readonly string[]): Promise<string[]> {
  const left: string[] = []
  for (const id of ids) if (!(await applyPaymentEvent(scope, id))) left.push(id)
  return left
}

/** The ids of the next events, but for those that this run leaves to the next one. */
async function readDue({ client, clock }: Scope, due: Due, left: readonly string[]): Promise<string[]> {
  const rows = await client.paymentEvent.findMany({
    where: { state: 'waiting', nextAttemptAt: { lte: clock.now() }, id: { notIn: [...left] }, ...due },
    orderBy: [{ nextAttemptAt: 'asc' }, { id: 'asc' }],
    take: ROUND,
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** Applies one event. It never throws: a failure is stored with the event, which is tried again; false if that fails, too. */
async function applyPaymentEvent(scope: Scope, id: string): Promise<boolean> {
  try {
    await transact({ ...scope, now: scope.clock.now() }, (tx) => settleEvent(tx, id))
    return true
  } catch (error) {
    return recordEventFailure(scope, id, error)
  }
}

async function settleEvent(tx: Scope & InTransaction, id: string): Promise<void> {
  const { transactionId } = await tx.db.paymentEvent.findUniqueOrThrow({ where: { id } })
  const payment = await lockPayment(tx, transactionId)
  const event = await tx.db.paymentEvent.findUniqueOrThrow({ where: { id } })
  // Another node may have settled it meanwhile.
  if (event.state !== 'waiting') return
  const verdict = await judge(tx, event, payment)
  if (verdict.action === 'wait') return postpone(tx, event)
  if (verdict.action === 'ignore' || !payment) return endEvent(tx, event, 'ignored', reasonOf(verdict))
  await applyTo(tx, payment, event, verdict.to)
}

const reasonOf = (verdict: Verdict): string => (verdict.action === 'ignore' ? verdict.reason : '')

/** What is to become of an event. One of an unknown payment waits. */
async function judge(
  { db }: InTransaction,
  { type, provider }: PaymentEvent,
  payment: PaymentTransaction | null,
): Promise<Verdict> {
  if (!payment) return { action: 'wait' }
  const { id: transactionId, status, itemType } = payment
  if (payment.provider !== provider) return { action: 'ignore', reason: 'The payment is one of another provider.' }
  if (!isPaymentEventType(type) || !isPaymentStatus(status)) return { action: 'ignore', reason: 'The type is unknown.' }
  const applied = { transactionId, state: 'applied' }
  const disputes = await db.paymentEvent.count({ where: { ...applied, type: 'payment.disputed' } })
  const wins = await db.paymentEvent.count({ where: { ...applied, type: 'dispute.won' } })
  return verdictOf(type, { status, isSubscription: itemType === 'subscription', hasOpenDispute: disputes > wins })
}

/** Leaves an event that came too early to a later try, the later the longer it waits already, and ends it after 3 days. */
async function postpone(tx: Scope & InTransaction, event: PaymentEvent): Promise<void> {
  const age = tx.now.getTime() - event.receivedAt.getTime()
  if (age >= PATIENCE) return endEvent(tx, event, 'ignored', 'It came too early, and what it needs did not happen.')
  const wait = Math.min(MOST_WAIT, Math.max(LEAST_WAIT, age))
  await tx.db.paymentEvent.update({
    where: { id: event.id },
    data: { nextAttemptAt: addMilliseconds(tx.now, wait) },
  })
}

const endEvent = async ({ db, now }: Scope, { id }: PaymentEvent, state: 'applied' | 'ignored', error: string | null) =>
  void (await db.paymentEvent.update({ where: { id }, data: { state, error, settledAt: now } }))

/** What the wire shows of a provider's own records; a payment keeps no more. */
const knownDetails = ({ details: { steam, agreement } }: StoredNotice) => ({
  ...(steam !== undefined && { steam }),
  ...(agreement !== undefined && { agreement }),
})

/** Changes a locked payment and all that depends on it. */
async function applyTo(
  tx: Scope & InTransaction,
  payment: PaymentTransaction,
  event: PaymentEvent,
  to: PaymentStatus,
): Promise<void> {
  const { db, now } = tx
  const { id, buyerId, details, providerRef } = payment
  const notice = noticeOf(event)
  await endEvent(tx, event, 'applied', null)
  const change = {
    ...{ status: to, updatedAt: now, details: { ...jsonObjectOf(details), ...knownDetails(notice) } },
    ...(to === 'failed' ? { error: notice.error ?? 'The payment has failed.' } : { error: null }),
    providerRef: providerRef ?? notice.providerRef,
  }
  await db.paymentTransaction.update({ where: { id }, data: change })
  const waiting = { transactionId: id, state: 'waiting' }
  await db.paymentEvent.updateMany({ where: waiting, data: { nextAttemptAt: now } })
  await effectOf(event)(tx, { payment, event, notice, to })
  tx.emit(paymentChanged(trusted<'user'>(buyerId), { transactionId: id }))
}

/** Tries until an event has failed, in about three hours. */
const MAX_ATTEMPTS = 10
const FIRST_RETRY = 10 * SECOND
const MOST_DELAY = HOUR
/** Most admins who are told. */
const MAX_ADMINS = 100

/** Rows tell why in words of our own: messages of other errors may hold values of the request. */
const failureReasonOf = (error: unknown) =>
  error instanceof Failure ? error.message : 'A fault of the server, see its log.'

/**
 * Stores that an event could not be applied: it is tried again after a while that doubles, and has failed after ten tries,
 * which admins are told. Never throws: false if that could not be stored, so that the event is still due.
 */
async function recordEventFailure(scope: Scope, id: string, error: unknown): Promise<boolean> {
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
      data: { attempts, nextAttemptAt: addMilliseconds(now, delay), error: failureReasonOf(error), ...end },
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
      subjectId: id,
      facts: { occasion: 'payment_event_failed' },
    })),
  )
}
