import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { signatureOf } from '../../../../src/platform/payments/signature.ts'
import { anApp, sharedApp } from '../../../support/app.ts'
import { anEvent, aPayment, sendEvents, sendWebhook, webhookSecretOf } from '../../../support/payments.ts'
import { aUser } from '../../../support/users.ts'

const app = await sharedApp()
const secret = webhookSecretOf(app)
const storedOf = (transactionId: string) => app.scope().db.paymentEvent.findMany({ where: { transactionId } })
const bodyOf = (transactionId: string) => JSON.stringify({ events: [anEvent(transactionId, 'payment.succeeded')] })
const at = (offset: number) => new Date(Date.now() + offset)

describe('a webhook', () => {
  it('is stored once before it is answered, however often it comes', async () => {
    const id = await aPayment(app, await aUser(app))
    const body = bodyOf(id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendWebhook(app, { body })))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await storedOf(id)).toMatchObject([{ provider: 'test', type: 'payment.succeeded', state: 'waiting' }])
  })

  it('stores all events of a message, and all that a provider tells of them', async () => {
    const id = await aPayment(app, await aUser(app))
    const told = { ref: `ref_${id}`, error: 'Card declined.' }
    await sendEvents(app, [anEvent(id, 'payment.failed', told), anEvent(id, 'payment.succeeded')])
    expect(await storedOf(id)).toHaveLength(2)
    expect((await storedOf(id)).map(({ payload }) => payload)).toContainEqual({
      providerRef: `ref_${id}`,
      error: 'Card declined.',
    })
  })

  it('needs no session and no origin, and takes one of any page, as its signature alone counts', async () => {
    const id = await aPayment(app, await aUser(app))
    const headers = { origin: 'https://evil.example', cookie: 'auth=authcookie_forged' }
    expect((await sendWebhook(app, { body: bodyOf(id), headers })).status).toBe(200)
  })
})

const OLD = 6 * MINUTE

describe('a webhook is refused, and nothing is stored,', () => {
  it.each([
    ['without a signature', (_body: string) => null],
    ['with a malformed signature', (_body: string) => 't=1,v1=abc'],
    ['with a signature of another key', (body: string) => signatureOf('x'.repeat(32), Buffer.from(body), at(0))],
    ['with a signature of another body', (body: string) => signatureOf(secret, Buffer.from(`${body} `), at(0))],
    ['with an old signature', (body: string) => signatureOf(secret, Buffer.from(body), at(-OLD))],
    ['with a signature from the future', (body: string) => signatureOf(secret, Buffer.from(body), at(OLD))],
    [
      'with the time of another signature',
      (body: string) =>
        signatureOf(secret, Buffer.from(body), at(-OLD)).replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`),
    ],
  ])('%s', async (_how, signatureFor) => {
    const id = await aPayment(app, await aUser(app))
    const body = bodyOf(id)
    const answer = await sendWebhook(app, { body, signature: signatureFor(body) })
    expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/signature/) } } })
    expect(await storedOf(id)).toEqual([])
  })

  it.each([
    ['is no JSON', (_id: string) => '{'],
    ['is another message', (id: string) => JSON.stringify({ transactionId: id })],
    ['has no events', (_id: string) => '{"events":[]}'],
    [
      'has an unknown type',
      (id: string) => JSON.stringify({ events: [{ ...anEvent(id, 'payment.failed'), type: 'payment.other' }] }),
    ],
    [
      'contains a zero byte',
      (id: string) => JSON.stringify({ events: [anEvent(id, 'payment.failed', { error: 'a\0b' })] }),
    ],
  ])('if its body %s', async (_how, bodyFor) => {
    const id = newId('paymentTransaction', at(0))
    expect((await sendWebhook(app, { body: bodyFor(id) })).status).toBe(400)
    expect(await storedOf(id)).toEqual([])
  })

  it.each(['other', 'none', 'TEST', 'test/x'])('at the address of the provider %s', async (provider) => {
    const id = await aPayment(app, await aUser(app))
    expect((await sendWebhook(app, { body: bodyOf(id), provider })).status).toBe(404)
    expect(await storedOf(id)).toEqual([])
  })

  it('if its body is larger than 64 KiB', async () => {
    const id = await aPayment(app, await aUser(app))
    const body = JSON.stringify({ events: [anEvent(id, 'payment.succeeded')], padding: 'x'.repeat(64 * 1024) })
    expect((await sendWebhook(app, { body })).status).toBe(413)
    expect(await storedOf(id)).toEqual([])
  })

  it('by a server without a provider', async () => {
    const alone = await anApp({ PAYMENT_PROVIDER: 'none' })
    const id = newId('paymentTransaction', at(0))
    for (const provider of ['test', 'none'])
      expect((await sendWebhook(alone, { body: bodyOf(id), provider })).status).toBe(404)
  })
})
