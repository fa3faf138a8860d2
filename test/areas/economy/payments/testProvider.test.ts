import { describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { anApp, sharedApp } from '../../../support/app.ts'
import { mutate, query, refusedMutation } from '../../../support/jams.ts'
import { aLogRecorder } from '../../../support/logRecorder.ts'
import { aPayment, aSubscriptionPayment, moneyOf, paymentOf, tell, webhookSecretOf } from '../../../support/payments.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()

const pageOf = (id: string) => `/payments/test/${id}`
const press = (api: RestClient, id: string, outcome: string, headers: Record<string, string> = {}) =>
  api.fetch(pageOf(id), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ outcome }).toString(),
  })
const settle = (person: TestUser, transactionId: string, outcome: string) =>
  mutate(app, person, 'settleTestPayment { transaction { status } viewer { storeTransactions { totalCount } } }', {
    transactionId,
    outcome,
  })
const buttonsOf = (body: unknown) =>
  [...String(body).matchAll(/name="outcome" value="([^"]+)"/g)].map(([, name]) => name)

describe('the page of a test payment', () => {
  it('lets a buyer pay for a bundle from the shop to the wallet', async () => {
    const buyer = await aUser(app)
    const { payload } = await mutate(app, buyer, 'startStorePurchase { transaction { id checkoutUrl } }', {
      bundleId: 'tbdl_tokens-600',
      idempotencyKey: 'end-to-end',
    })
    const { id, checkoutUrl } = Object(payload).transaction
    expect(new URL(checkoutUrl).pathname).toBe(pageOf(id))
    const shown = await buyer.api.fetch(pageOf(id))
    expect(shown).toMatchObject({ status: 200, body: expect.stringContaining('600 tokens: 5.49 USD') })
    expect(buttonsOf(shown.body)).toEqual(['payment.succeeded', 'payment.failed'])
    const paid = await press(buyer.api, id, 'payment.succeeded')
    expect(paid).toMatchObject({ status: 200, body: expect.stringContaining('State: active.') })
    expect(buttonsOf(paid.body)).toEqual(['payment.refunded', 'payment.disputed'])
    expect(await buyer.api.call('getBalance', { userId: buyer.id })).toMatchObject({ balance: 600 })
    expect(await buyer.api.call('getExternalStoreTransactions')).toMatchObject([{ id, sandbox: true }])
    await press(buyer.api, id, 'payment.disputed')
    expect(await moneyOf(app, buyer.id)).toMatchObject({ tokens: 0, isBlocked: true })
    await press(buyer.api, id, 'dispute.won')
    expect(await moneyOf(app, buyer.id)).toMatchObject({ tokens: 600, isBlocked: false })
  })

  it('has the outcomes of subscriptions for subscriptions alone, and none for what is over', async () => {
    const buyer = await aUser(app)
    const id = await aSubscriptionPayment(app, buyer)
    await tell(app, id, 'payment.succeeded')
    expect(buttonsOf((await buyer.api.fetch(pageOf(id))).body)).toContain('subscription.renewed')
    await press(buyer.api, id, 'subscription.expired')
    expect(buttonsOf((await buyer.api.fetch(pageOf(id))).body)).toEqual([])
  })

  it('is one of the buyer and of admins, with a session and from a page of the server', async () => {
    const [buyer, stranger, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const id = await aPayment(app, buyer)
    expect((await aRestClient(app).fetch(pageOf(id))).status).toBe(401)
    expect((await stranger.api.fetch(pageOf(id))).status).toBe(404)
    expect((await buyer.api.fetch(pageOf(newId('paymentTransaction', new Date())))).status).toBe(404)
    expect((await buyer.api.fetch('/payments/test/txn_1')).status).toBe(404)
    expect((await aRestClient(app).fetch(pageOf(id), { method: 'POST' })).status).toBe(401)
    expect((await press(stranger.api, id, 'payment.succeeded')).status).toBe(404)
    const foreign = { origin: 'https://evil.example' }
    expect((await press(buyer.api, id, 'payment.succeeded', foreign)).status).toBe(403)
    expect((await press(buyer.api, id, 'payment.other')).status).toBe(400)
    expect((await press(buyer.api, id, 'payment.failed', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await press(buyer.api, id, `payment.failed${'x'.repeat(2_000)}`)).status).toBe(413)
    expect(await paymentOf(app, id)).toMatchObject({ status: 'pending' })
    expect((await admin.api.fetch(pageOf(id))).status).toBe(200)
    expect((await press(admin.api, id, 'payment.failed')).status).toBe(200)
    expect(await paymentOf(app, id)).toMatchObject({ status: 'failed' })
  })

  it('shows texts as texts, and runs no script', async () => {
    const buyer = await aUser(app)
    const item = { id: 'x', amount: 1, description: '<script>alert(1)</script>', period: 'month', tier: 0 }
    const { headers, body } = await buyer.api.fetch(pageOf(await aPayment(app, buyer, { item })))
    expect(String(body)).toContain('&lt;script&gt;')
    expect(String(body)).not.toContain('<script')
    expect(headers.get('content-security-policy')).toMatch(/script-src 'none'/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('stands beside terms that everybody can read, and is there for the test provider alone', async () => {
    expect(await aRestClient(app).fetch('/payments/test/terms')).toMatchObject({
      status: 200,
      body: expect.stringContaining('no money moves'),
    })
    const other = await anApp({ PAYMENT_PROVIDER: 'none' })
    const buyer = await aUser(other)
    for (const path of ['/payments/test/terms', pageOf(await aPayment(other, buyer))])
      expect((await buyer.api.fetch(path)).status).toBe(404)
  })
})

describe('settleTestPayment', () => {
  it('goes by a webhook to the server, and shows the payment after it', async () => {
    const buyer = await aUser(app)
    const id = await aPayment(app, buyer)
    expect((await settle(buyer, id, 'PAYMENT_SUCCEEDED')).payload).toEqual({
      transaction: { status: 'ACTIVE' },
      viewer: { storeTransactions: { totalCount: 1 } },
    })
    const events = await app.scope().db.paymentEvent.findMany({ where: { transactionId: id } })
    expect(events).toMatchObject([{ provider: 'test', type: 'payment.succeeded', state: 'applied' }])
  })

  it('is for the buyer and admins', async () => {
    const [buyer, stranger, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const id = await aPayment(app, buyer)
    expect((await settle(stranger, id, 'PAYMENT_SUCCEEDED')).error).toMatchObject({
      extensions: { code: 'NOT_FOUND', reason: 'TRANSACTION_NOT_FOUND' },
    })
    expect((await settle(admin, id, 'PAYMENT_FAILED')).payload).toMatchObject({ transaction: { status: 'FAILED' } })
  })

  it('is refused for payments of other providers, and without the test provider', async () => {
    const buyer = await aUser(app)
    const id = await aPayment(app, buyer, { provider: 'other', providerRef: null })
    const refused = { code: 'FORBIDDEN', reason: 'TEST_PROVIDER_ONLY' }
    const outcome = 'PAYMENT_SUCCEEDED'
    expect(await refusedMutation(app, buyer, 'settleTestPayment', { transactionId: id, outcome })).toMatchObject(
      refused,
    )
    const none = await anApp({ PAYMENT_PROVIDER: 'none' })
    const other = await aUser(none)
    const own = await aPayment(none, other)
    expect(await refusedMutation(none, other, 'settleTestPayment', { transactionId: own, outcome })).toMatchObject(
      refused,
    )
  })

  it('is limited to 60 times in a minute', async () => {
    const own = await anApp()
    const buyer = await aUser(own)
    const id = await aPayment(own, buyer)
    const limit = { name: 'settle-test-payment', points: 60, window: 60 }
    for (let time = 0; time < 60; time++) await own.scope().limits.take(limit, buyer.id)
    const input = { transactionId: id, outcome: 'PAYMENT_SUCCEEDED' }
    expect(await refusedMutation(own, buyer, 'settleTestPayment', input)).toMatchObject({ code: 'RATE_LIMITED' })
  })
})

it('keeps keys, signatures and facts of payers out of the log, and keys out of the rows', async () => {
  const { log, lines } = aLogRecorder()
  const own = await anApp({}, { log })
  const buyer = await aUser(own)
  const id = await aPayment(own, buyer)
  const steam = { orderId: 'order-of-the-payer', steamId: '76561190000000001' }
  await press(buyer.api, id, 'payment.succeeded')
  await tell(own, id, 'payment.refunded', { details: { steam }, externalStoreId: '76561190000000001' })
  await tell(own, id, 'payment.disputed')
  const text = JSON.stringify(lines)
  expect(lines.length).toBeGreaterThan(0)
  for (const secret of [webhookSecretOf(own), 'v1=', 'order-of-the-payer', '76561190000000001'])
    expect(text).not.toContain(secret)
  const { db } = own.scope()
  const rows = JSON.stringify([await db.paymentEvent.findMany(), await db.paymentTransaction.findMany()])
  for (const secret of [webhookSecretOf(own), 'v1=']) expect(rows).not.toContain(secret)
})

it('tells the buyer of each change', async () => {
  const buyer = await aUser(app)
  const id = await aPayment(app, buyer)
  await tell(app, id, 'payment.succeeded')
  expect(await query(app, buyer, '{ viewer { storeTransactions { nodes { status } } } }')).toEqual({
    viewer: { storeTransactions: { nodes: [{ status: 'ACTIVE' }] } },
  })
})
