import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import {
  PAYMENT_EVENT_TYPES,
  type PaymentEventType,
  type PaymentNotice,
  type PaymentProvider,
  WebhookRefused,
} from '../../kernel/payments.ts'
import { assertSigned, SIGNATURE_HEADER, signatureOf } from './signature.ts'

interface TestProviderOptions {
  /** Address of the server, without trailing slash. */
  readonly publicUrl: string
  readonly webhookSecret: string
  readonly clock: Clock
}

const NAME = 'test'
const TERMS_VERSION = '1'

const Event = z.object({
  id: z.string().min(1).max(200),
  type: z.enum(PAYMENT_EVENT_TYPES),
  transactionId: z.string().min(1).max(100),
  ref: z.string().max(200).optional(),
  at: z.iso.datetime(),
  periodEnd: z.iso.datetime().optional(),
  error: z.string().max(1_000).optional(),
  externalStoreId: z.string().max(100).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})
const Message = z.object({ events: z.array(Event).min(1).max(100) })

/** The path of the page at which a test payment is settled. */
const testPaymentPath = (transactionId: string) => `/payments/test/${transactionId}`

/**
 * Takes no money: its page settles a payment as the buyer chooses. What it tells goes by signed webhooks to the server's own
 * door, so that the path of real providers runs.
 */
export function createTestProvider({ publicUrl, webhookSecret, clock }: TestProviderOptions): PaymentProvider {
  let origin = publicUrl
  const refOf = (transactionId: string) => `test_${transactionId}`

  async function send(transactionId: string, type: PaymentEventType): Promise<void> {
    const at = clock.now()
    const event = { id: `tevt_${randomUUID()}`, type, transactionId, ref: refOf(transactionId), at: at.toISOString() }
    const body = Buffer.from(JSON.stringify({ events: [event] }))
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(webhookSecret, body, at) }
    const response = await fetch(`${origin}/webhooks/payment/${NAME}`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`The webhook of the test provider was answered ${response.status}`)
  }
  return {
    name: NAME,
    isConnected: true,
    isSandbox: true,
    canExtend: true,
    status: async () => ({ online: true }),
    tos: () => ({ version: TERMS_VERSION, url: `${publicUrl}/payments/test/terms` }),
    checkout: async ({ transactionId }) => ({
      ref: refOf(transactionId),
      url: `${publicUrl}${testPaymentPath(transactionId)}`,
    }),
    readWebhook(body, headers) {
      assertSigned(webhookSecret, body, headers[SIGNATURE_HEADER], clock.now())
      return noticesOf(body)
    },
    refund: (ref) => send(ref.replace(/^test_/, ''), 'payment.refunded'),
    cancel: (ref) => send(ref.replace(/^test_/, ''), 'subscription.cancelled'),
    settle: send,
    listenAt(address) {
      origin = address
    },
  }
}

function noticesOf(body: Buffer): PaymentNotice[] {
  const { data } = Message.safeParse(parsed(body))
  if (!data) throw new WebhookRefused('The body is no message of the provider.')
  return data.events.map(({ id, ref, at, periodEnd, ...event }) => ({
    ...event,
    eventId: id,
    providerRef: ref,
    occurredAt: new Date(at),
    periodEnd: periodEnd === undefined ? undefined : new Date(periodEnd),
  }))
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new WebhookRefused('The body is no JSON.')
  }
}
