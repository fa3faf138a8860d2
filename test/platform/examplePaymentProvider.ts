import { z } from 'zod'
import type { Clock } from '../../src/kernel/clock.ts'
import {
  type PaymentNotice,
  type PaymentOrder,
  type PaymentProvider,
  WebhookRefused,
} from '../../src/kernel/payments.ts'
import { assertSigned, SIGNATURE_HEADER } from '../../src/platform/payments/signature.ts'

interface ExampleOptions {
  /** Address of the provider's API, without trailing slash. */
  readonly api: string
  /** Key of the API, which stays in this module. */
  readonly apiKey: string
  readonly webhookSecret: string
  readonly clock: Clock
}

/** Milliseconds. */
const TIMEOUT = 8_000

/** Events of the provider, by what they mean here. Others are none of ours. */
const TYPES = {
  'checkout.paid': 'payment.succeeded',
  'checkout.expired': 'payment.failed',
  'checkout.refunded': 'payment.refunded',
  'dispute.opened': 'payment.disputed',
  'dispute.closed_in_our_favour': 'dispute.won',
  'plan.renewed': 'subscription.renewed',
  'plan.cancelled': 'subscription.cancelled',
  'plan.ended': 'subscription.expired',
} as const

const Session = z.object({ id: z.string(), url: z.url() })
const Message = z.object({
  id: z.string().min(1).max(200),
  type: z.string(),
  created: z.int(),
  data: z.object({
    reference: z.string().min(1).max(100),
    session: z.string().max(200),
    paid_until: z.int().optional(),
    reason: z.string().max(1_000).optional(),
    customer: z.string().max(100).optional(),
  }),
})

/** Connects a provider with an API of JSON over HTTPS, a hosted page for payments and signed webhooks. */
export function createExampleProvider({ api, apiKey, webhookSecret, clock }: ExampleOptions): PaymentProvider {
  /** The key makes the provider do it once, however often it is asked. */
  async function ask(path: string, body: object, key: string): Promise<unknown> {
    const response = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    })
    // The status alone: a body may repeat what was sent.
    if (!response.ok) throw new Error(`The provider answered ${response.status}`)
    return response.json()
  }
  const isUp = () =>
    fetch(`${api}/health`, { signal: AbortSignal.timeout(TIMEOUT) }).then(
      ({ ok }) => ok,
      () => false,
    )
  return {
    name: 'example',
    isConnected: true,
    isSandbox: false,
    canExtend: true,
    status: async () => ({ online: await isUp() }),
    tos: () => ({ version: '2026-01', url: `${api}/terms` }),
    async checkout({ transactionId, cents, currency, description, recurs }: PaymentOrder, key) {
      const session = { reference: transactionId, amount: cents, currency, description, recurring: recurs }
      const { id, url } = Session.parse(await ask('/sessions', session, key))
      return { ref: id, url }
    },
    readWebhook(body, headers) {
      assertSigned(webhookSecret, body, headers[SIGNATURE_HEADER], clock.now())
      return noticesOf(body)
    },
    refund: async (ref, cents, key) => void (await ask(`/sessions/${ref}/refunds`, { amount: cents }, key)),
    cancel: async (ref) => void (await ask(`/sessions/${ref}/cancel`, {}, `cancel:${ref}`)),
  }
}

function noticesOf(body: Buffer): PaymentNotice[] {
  const { data: message } = Message.safeParse(parsed(body))
  if (!message) throw new WebhookRefused('The body is no message of the provider.')
  const type = Object.entries(TYPES).find(([name]) => name === message.type)?.[1]
  if (type === undefined) return []
  const { reference, session, paid_until: paidUntil, reason, customer } = message.data
  return [
    {
      ...{ eventId: message.id, type, transactionId: reference, providerRef: session },
      occurredAt: new Date(message.created * 1_000),
      periodEnd: paidUntil === undefined ? undefined : new Date(paidUntil * 1_000),
      error: reason,
      externalStoreId: customer,
    },
  ]
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new WebhookRefused('The body is no JSON.')
  }
}
