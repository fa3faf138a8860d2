import type { IncomingHttpHeaders } from 'node:http'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId } from '../../../kernel/ids.ts'
import { type PaymentNotice, WebhookRefused } from '../../../kernel/payments.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { APPLY_EVENTS } from './apply.ts'

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
