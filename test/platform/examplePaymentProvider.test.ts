import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebhookRefused } from '../../src/kernel/payments.ts'
import { SIGNATURE_HEADER, signatureOf } from '../../src/platform/payments/signature.ts'
import { createExampleProvider } from './examplePaymentProvider.ts'

const SOURCE = 'test/platform/examplePaymentProvider.ts'
const webhookSecret = 'a key of webhooks with 32 characters'
const clock = { now: () => new Date() }

interface Asked {
  readonly path: string | undefined
  readonly key: string | undefined
  readonly body: unknown
}

const asked: Asked[] = []
let status = 200
const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const key = String(request.headers['idempotency-key'])
    asked.push({ path: request.url, key, body: JSON.parse(Buffer.concat(chunks).toString() || '{}') })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'cs_1', url: 'https://pay.example/cs_1', secret: 'told by the provider' }))
  })
})

let api: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const { port }: Pick<AddressInfo, 'port'> = typeof address === 'object' && address ? address : { port: 0 }
  api = `http://127.0.0.1:${port}`
})
afterAll(() => server.close())

const provider = () => createExampleProvider({ api, apiKey: 'sk_live_1', webhookSecret, clock })
const order = {
  ...{ transactionId: 'txn_1', cents: 549, currency: 'USD', buyerId: 'usr_1' },
  ...{ description: '600 tokens', recurs: false },
}

describe('the example of a payment provider', () => {
  it('is what the guide shows', () => {
    const guide = readFileSync('docs/payments.md', 'utf8')
    const [, shown = ''] = /```ts example\n([\s\S]*?)```/.exec(guide) ?? []
    const code = readFileSync(SOURCE, 'utf8')
      .replaceAll('../../src/', '../../')
      .replace('../../platform/payments/', './')
    expect(shown).toBe(code)
  })

  it('opens, refunds and cancels a payment, each by a key of its own', async () => {
    expect(await provider().checkout(order, 'txn_1')).toEqual({ ref: 'cs_1', url: 'https://pay.example/cs_1' })
    await provider().refund('cs_1', 549, 'refund:txn_1')
    await provider().cancel('cs_1')
    expect(asked).toMatchObject([
      { path: '/sessions', key: 'txn_1', body: { reference: 'txn_1', amount: 549, currency: 'USD' } },
      { path: '/sessions/cs_1/refunds', key: 'refund:txn_1', body: { amount: 549 } },
      { path: '/sessions/cs_1/cancel', key: 'cancel:cs_1' },
    ])
    expect(await provider().status()).toEqual({ online: true })
  })

  it('fails without repeating what the provider has told', async () => {
    status = 500
    await expect(provider().checkout(order, 'txn_1')).rejects.toThrow('The provider answered 500')
    expect(await provider().status()).toEqual({ online: false })
    status = 200
  })

  it('reads signed webhooks, and refuses all others', () => {
    const message = { id: 'evt_1', type: 'plan.renewed', created: 1_800_000_000 }
    const data = { reference: 'txn_1', session: 'cs_1', paid_until: 1_900_000_000 }
    const body = Buffer.from(JSON.stringify({ ...message, data }))
    const headersOf = (bytes: Buffer) => ({ [SIGNATURE_HEADER]: signatureOf(webhookSecret, bytes, clock.now()) })
    expect(provider().readWebhook(body, headersOf(body))).toMatchObject([
      {
        ...{ eventId: 'evt_1', type: 'subscription.renewed', transactionId: 'txn_1', providerRef: 'cs_1' },
        occurredAt: new Date(1_800_000_000_000),
        periodEnd: new Date(1_900_000_000_000),
      },
    ])
    const other = Buffer.from(JSON.stringify({ ...message, type: 'payout.sent', data }))
    expect(provider().readWebhook(other, headersOf(other))).toEqual([])
    expect(() => provider().readWebhook(other, headersOf(body))).toThrow(WebhookRefused)
    for (const text of ['{', '{}'])
      expect(() => provider().readWebhook(Buffer.from(text), headersOf(Buffer.from(text)))).toThrow(WebhookRefused)
  })
})
