import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentEvent, Prisma } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId } from '../../../kernel/ids.ts'
import { type KeysetPage, keysetOrder, keysetWhere, type TextKey } from '../../../kernel/page.ts'
import {
  PAYMENT_EVENT_TYPES,
  type PaymentEventType,
  type PaymentNotice,
  WebhookRefused,
} from '../../../kernel/payments.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { staffAct } from '../../audit/staffAct.ts'
import { lockPayment } from '../locks.ts'

/** The job that applies events of payment providers. */
export const APPLY_EVENTS = 'apply-payment-events'

/** Requests of one network in five minutes: far more than a provider sends, and few enough to check signatures of. */
const WEBHOOK_LIMIT: RateLimit = { name: 'payment-webhook', points: 3_000, window: 5 * 60, isFrequent: true }

/** A message of a payment provider. */
interface Webhook {
  /** The name in the path. */
  readonly provider: string
  /** The bytes that were signed. */
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}

/**
 * Counts a message of a network, and finds the provider in its path. Throws `exhausted` after 3,000 in five minutes, and
 * `missing` for a provider that is not connected.
 */
export async function admitWebhook(scope: Scope, provider: string): Promise<void> {
  await scope.limits.take(WEBHOOK_LIMIT, scope.clientInfo.network)
  const { payments } = scope
  if (!payments.isConnected || provider !== payments.name)
    throw new Failure('missing', 'There is no such payment provider', { reason: 'not_found' })
}

/**
 * Stores the events of a message, each once, and requests the job that applies them. Throws `invalid` with reason
 * signature_invalid, and stores nothing, unless the provider has signed the body.
 */
export async function receiveWebhook(scope: Scope, webhook: Webhook): Promise<void> {
  const notices = readNotices(scope, webhook)
  const data = notices.map((notice) => eventOf(scope, webhook.provider, notice))
  await scope.db.paymentEvent.createMany({ data, skipDuplicates: true })
  // The answer does not wait for the queue: the job also runs each minute.
  scope.jobs.send(APPLY_EVENTS).catch((error: unknown) => {
    scope.log.warn({ err: error }, 'payment events could not be queued; the schedule will apply them')
  })
}

const refused = (message: string) => new Failure('invalid', message, { reason: 'signature_invalid' })

function readNotices({ payments }: Scope, { body, headers }: Webhook): readonly PaymentNotice[] {
  try {
    const notices = payments.readWebhook(body, headers)
    // PostgreSQL stores no text with a zero byte.
    if (JSON.stringify(notices).includes('\\u0000')) throw new WebhookRefused('The body contains a zero byte.')
    return notices
  } catch (error) {
    throw error instanceof WebhookRefused ? refused(error.message) : error
  }
}

function eventOf({ now }: Scope, provider: string, notice: PaymentNotice): Prisma.PaymentEventCreateManyInput {
  const { eventId, type, transactionId, occurredAt, providerRef, periodEnd, error, externalStoreId, details } = notice
  const told = { providerRef, periodEnd, error, externalStoreId, details }
  // Dates become texts, and what was not told is left out.
  const payload: Prisma.InputJsonObject = JSON.parse(JSON.stringify(told))
  const times = { occurredAt, receivedAt: now, nextAttemptAt: now }
  return { id: newId('paymentEvent', now), provider, eventId, type, transactionId, payload, ...times }
}

/** What a stored event tells beside its type. */
export interface StoredNotice {
  readonly providerRef: string | null
  readonly periodEnd: Date | null
  readonly error: string | null
  readonly externalStoreId: string | null
  readonly details: Prisma.JsonObject
}

const isObject = (value: Prisma.JsonValue | undefined): value is Prisma.JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOrNull = (value: Prisma.JsonValue | undefined) => (typeof value === 'string' && value !== '' ? value : null)

export const jsonObjectOf = (value: Prisma.JsonValue | undefined): Prisma.JsonObject => (isObject(value) ? value : {})

/** What a stored event tells. */
export function noticeOf({ payload }: Pick<PaymentEvent, 'payload'>): StoredNotice {
  const told = jsonObjectOf(payload)
  const periodEnd = textOrNull(told.periodEnd)
  return {
    providerRef: textOrNull(told.providerRef),
    periodEnd: periodEnd === null ? null : new Date(periodEnd),
    error: textOrNull(told.error),
    externalStoreId: textOrNull(told.externalStoreId),
    details: jsonObjectOf(told.details),
  }
}

export const isPaymentEventType = (text: string): text is PaymentEventType =>
  PAYMENT_EVENT_TYPES.some((type) => type === text)

/** States of a stored event. */
const EVENT_STATES = ['waiting', 'applied', 'ignored', 'failed'] as const
type EventState = (typeof EVENT_STATES)[number]

export const isEventState = (text: string): text is EventState => EVENT_STATES.some((state) => state === text)

/** Which events to list; omitted fields match all. */
interface EventFilter {
  readonly state?: string
  readonly transactionId?: string
}

const BY_ID = ['id'] as const

const matching = ({ state, transactionId }: EventFilter): Prisma.PaymentEventWhereInput => ({
  ...(state !== undefined && { state }),
  ...(transactionId !== undefined && { transactionId }),
})

/** Events by id; none unless the viewer is an admin. */
export const paymentEventsByIds = async (scope: Scope, ids: readonly string[]): Promise<PaymentEvent[]> =>
  isStaff(scope, 'economy') ? scope.db.paymentEvent.findMany({ where: { id: { in: [...ids] } } }) : []

/** A page of the events of payment providers, for admins, whom the caller has checked. */
export const readPaymentEvents = (
  { db }: Scope,
  filter: EventFilter,
  page: KeysetPage<TextKey>,
): Promise<PaymentEvent[]> =>
  db.paymentEvent.findMany({
    where: { AND: [matching(filter), ...keysetWhere(page, BY_ID)] },
    orderBy: keysetOrder(page, BY_ID),
    take: page.limit,
  })

/** The number of events, for admins, whom the caller has checked. */
export const countPaymentEvents = ({ db }: Scope, filter: EventFilter): Promise<number> =>
  db.paymentEvent.count({ where: matching(filter) })

const eventNotFound = () => new Failure('missing', 'Payment event not found', { reason: 'payment_event_not_found' })

/** What an admin decides about an event that was not applied. */
type Resolution = 'retry' | 'ignore'

/**
 * Lets an event that has failed, waits or was ignored be applied again, or ends it without effect. One that was applied stays
 * so. Throws `forbidden` unless an admin acts, `missing`, and `conflict` for an event that was applied.
 */
export async function resolvePaymentEvent(scope: ViewerScope, id: string, resolution: Resolution): Promise<void> {
  await staffAct(scope, 'resolvePaymentEvent', async (tx) => {
    const { db, now } = tx
    const found = await db.paymentEvent.findUnique({ where: { id } })
    if (!found) throw eventNotFound()
    const { transactionId } = found
    const payment = await lockPayment(tx, transactionId)
    const { state } = await db.paymentEvent.findUniqueOrThrow({ where: { id } })
    if (state === 'applied')
      throw new Failure('conflict', 'The event was applied already', { reason: 'payment_event_applied' })
    // A retry begins anew, with the patience of a new event.
    const data =
      resolution === 'retry'
        ? { state: 'waiting', attempts: 0, nextAttemptAt: now, receivedAt: now, settledAt: null, error: null }
        : { state: 'ignored', settledAt: now, error: 'An admin has ended it.' }
    await db.paymentEvent.update({ where: { id }, data })
    return { subjectId: id, aboutId: payment?.buyerId, details: { transactionId, resolution } }
  })
  if (resolution === 'retry') await scope.jobs.send(APPLY_EVENTS)
}
