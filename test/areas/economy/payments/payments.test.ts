import { describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import type { PaymentProvider } from '../../../../src/kernel/payments.ts'
import { anApp, sharedApp, type TestApp } from '../../../support/app.ts'
import { befriend } from '../../../support/friends.ts'
import { mutate, query, refusedMutation } from '../../../support/jams.ts'
import { aPayment, aSubscriptionPayment, moneyOf, paymentOf, tell } from '../../../support/payments.ts'
import { block } from '../../../support/playerModerations.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()

let keys = 0
const aKey = () => `key-${process.pid}-${++keys}`

const START = `startStorePurchase { transaction { id status checkoutUrl itemType itemId description tokens quantity isBulkGift
  amountCents currency provider isSandbox error receiver { id } buyer { id } } }`

const BUNDLE = { bundleId: 'tbdl_tokens-600' }
const PLAN = { subscriptionId: 'splan_plus-monthly' }

const start = async (person: TestUser, input: object, server: TestApp = app) => {
  const { payload, error } = await mutate(server, person, START, { idempotencyKey: aKey(), ...input })
  if (error) throw new Error(JSON.stringify(error))
  return Object(payload).transaction
}
const refusal = (person: TestUser, input: object, server: TestApp = app) =>
  refusedMutation(server, person, 'startStorePurchase', { idempotencyKey: aKey(), ...input })
const paymentsOf = ({ id }: TestUser, server: TestApp = app) =>
  server.scope().db.paymentTransaction.findMany({ where: { buyerId: id } })

describe('startStorePurchase', () => {
  it('starts a payment for a bundle, with the page at which it is paid', async () => {
    const buyer = await aUser(app)
    const transaction = await start(buyer, BUNDLE)
    expect(transaction).toEqual({
      id: expect.stringMatching(/^txn_/),
      status: 'PENDING',
      checkoutUrl: `http://plaza.test/payments/test/${transaction.id}`,
      itemType: 'BUNDLE',
      itemId: 'tbdl_tokens-600',
      description: '600 tokens',
      tokens: 600,
      quantity: 1,
      isBulkGift: false,
      amountCents: 549,
      currency: 'USD',
      provider: 'test',
      isSandbox: true,
      error: null,
      receiver: null,
      buyer: { id: buyer.id },
    })
  })

  it('starts one for a subscription, for several to give away, and for a friend', async () => {
    const [buyer, friend] = [await aUser(app), await aUser(app)]
    await befriend(buyer, friend)
    expect(await start(buyer, PLAN)).toMatchObject({ itemType: 'SUBSCRIPTION', amountCents: 999, tokens: 0 })
    const several = { quantity: 3, isBulkGift: true, amountCents: 2_997, description: '3 × Plaza Plus for a month' }
    expect(await start(buyer, { ...PLAN, quantity: 3 })).toMatchObject(several)
    expect(await start(buyer, { ...PLAN, receiverId: friend.id })).toMatchObject({
      receiver: { id: friend.id },
      isBulkGift: false,
    })
  })

  it('answers the same payment to the same key, and refuses another input', async () => {
    const buyer = await aUser(app)
    const idempotencyKey = aKey()
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await start(buyer, { ...BUNDLE, idempotencyKey })).id),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await paymentsOf(buyer)).toHaveLength(1)
    expect(await refusal(buyer, { ...PLAN, idempotencyKey })).toMatchObject({
      reason: 'KEY_REUSED',
      fields: ['idempotencyKey'],
    })
    // The keys of people are their own.
    expect((await start(await aUser(app), { ...PLAN, idempotencyKey })).id).not.toBe(ids[0])
  })

  it('sells only what is sold, and needs a purchase that makes sense', async () => {
    const [buyer, friend] = [await aUser(app), await aUser(app)]
    await befriend(buyer, friend)
    const { db, now } = app.scope()
    const old = { tokens: 1, amount: 1, description: 'Old', isActive: false, createdAt: now, updatedAt: now }
    await db.tokenBundle.createMany({ data: [{ id: 'old-bundle', ...old }], skipDuplicates: true })
    for (const bundleId of ['tbdl_old-bundle', 'tbdl_unknown', 'nonsense'])
      expect(await refusal(buyer, { bundleId })).toMatchObject({ reason: 'TOKEN_BUNDLE_NOT_FOUND' })
    expect(await refusal(buyer, { subscriptionId: 'splan_unknown' })).toMatchObject({
      reason: 'SUBSCRIPTION_NOT_FOUND',
    })
    const combination = { reason: 'WRONG_COMBINATION' }
    for (const input of [{}, { ...BUNDLE, ...PLAN }]) expect(await refusal(buyer, input)).toMatchObject(combination)
    const all = { ...BUNDLE, ...PLAN, quantity: 2, receiverId: friend.id }
    const fields = ['bundleId', 'quantity', 'receiverId']
    expect(await refusal(buyer, all)).toMatchObject({ ...combination, fields })
    for (const input of [
      { ...BUNDLE, quantity: 2 },
      { ...BUNDLE, receiverId: friend.id },
      { ...PLAN, quantity: 2, receiverId: friend.id },
    ])
      expect(await refusal(buyer, input)).toMatchObject(combination)
    expect(await refusal(buyer, { ...PLAN, quantity: 101 })).toMatchObject({ reason: 'TOO_LARGE' })
    expect(await paymentsOf(buyer)).toEqual([])
  })

  it('gives only to friends', async () => {
    const [buyer, stranger] = [await aUser(app), await aUser(app)]
    expect(await refusal(buyer, { ...PLAN, receiverId: stranger.id })).toMatchObject({
      reason: 'NOT_FRIENDS',
      fields: ['receiverId'],
    })
    expect(await refusal(buyer, { ...PLAN, receiverId: buyer.id })).toMatchObject({ reason: 'SELF_TARGET' })
    await befriend(buyer, stranger)
    await block(stranger, buyer)
    expect(await refusal(buyer, { ...PLAN, receiverId: stranger.id })).toMatchObject({ reason: 'NOT_FRIENDS' })
    expect(await paymentsOf(buyer)).toEqual([])
  })

  it('refuses people who are blocked, and all while the economy is offline', async () => {
    const own = await anApp()
    const buyer = await aUser(own)
    const { db, now } = own.scope()
    await db.economyProfile.create({ data: { userId: buyer.id, blockedAt: now, updatedAt: now } })
    expect(await refusal(buyer, BUNDLE, own)).toMatchObject({ code: 'FORBIDDEN', reason: 'ECONOMY_BLOCKED' })
    const offline = { key: 'economyOffline', value: true, updatedAt: now }
    await db.configEntry.upsert({ where: { key: offline.key }, create: offline, update: offline })
    expect(await refusal(await aUser(own), BUNDLE, own)).toMatchObject({
      code: 'UNAVAILABLE',
      reason: 'ECONOMY_OFFLINE',
    })
    expect(await paymentsOf(buyer, own)).toEqual([])
  })

  it('refuses all without a provider', async () => {
    const own = await anApp({ PAYMENT_PROVIDER: 'none' })
    const buyer = await aUser(own)
    const { error } = await mutate(own, buyer, 'startStorePurchase', { ...BUNDLE, idempotencyKey: aKey() })
    expect(error).toMatchObject({
      message: 'No payment provider is connected.',
      extensions: { code: 'UNAVAILABLE', reason: 'PROVIDER_MISSING' },
    })
  })

  it('fails the payment of a provider that does not answer, and tells so again for the same key', async () => {
    const own = await anApp()
    const buyer = await aUser(own)
    const checkout: PaymentProvider['checkout'] = () => Promise.reject(new Error('secret of the provider'))
    Object.assign(own.platform.payments, { checkout })
    const input = { ...BUNDLE, idempotencyKey: aKey() }
    const unavailable = { code: 'UNAVAILABLE', reason: 'PROVIDER_UNAVAILABLE' }
    expect(await refusal(buyer, input, own)).toMatchObject(unavailable)
    expect(await refusal(buyer, input, own)).toMatchObject(unavailable)
    const [payment] = await paymentsOf(buyer, own)
    expect(payment).toMatchObject({ status: 'failed', error: 'The payment provider does not answer.' })
    expect(JSON.stringify(payment)).not.toContain('secret')
    // The provider may have opened it all the same: then what was paid counts.
    await tell(own, payment?.id ?? '', 'payment.succeeded')
    expect(await moneyOf(own, buyer.id)).toMatchObject({ tokens: 600 })
  })

  it('is limited to 100 times in a day', async () => {
    const buyer = await aUser(app)
    const input = { ...BUNDLE, idempotencyKey: aKey() }
    const limit = { name: 'start-store-purchase', points: 100, window: 24 * 60 * 60 }
    for (let time = 0; time < 100; time++) await app.scope().limits.take(limit, buyer.id)
    expect(await refusal(buyer, input)).toMatchObject({ code: 'RATE_LIMITED' })
  })
})

describe('the payments of a person by REST', () => {
  it('are those that were paid or have failed, newest first, equal under both names', async () => {
    const buyer = await aUser(app)
    const bundle = await aPayment(app, buyer)
    const plan = await aSubscriptionPayment(app, buyer)
    const failed = await aPayment(app, buyer)
    const waiting = await aPayment(app, buyer)
    await tell(app, bundle, 'payment.succeeded')
    await tell(app, plan, 'payment.succeeded')
    await tell(app, failed, 'payment.failed', { error: 'Card declined.' })
    const list = await buyer.api.call('getExternalStoreTransactions')
    expect(list.map(({ id }) => id)).toEqual([failed, plan, bundle])
    expect(list[2]).toEqual({
      created_at: expect.any(String),
      error: null,
      id: bundle,
      isGift: false,
      isTokens: true,
      sandbox: true,
      status: 'active',
      steam: {
        orderId: `test_${bundle}`,
        steamId: buyer.id,
        steamUrl: '',
        transId: bundle,
        walletInfo: { country: 'US', currency: 'USD', state: '', status: 'Active' },
      },
      subscription: {
        id: 'tokens-600',
        amount: 549,
        description: '600 tokens',
        period: 'month',
        tier: 0,
        steamItemId: '1001',
      },
      updated_at: expect.any(String),
      userDisplayName: expect.any(String),
      userId: buyer.id,
    })
    expect(list[0]).toMatchObject({ status: 'failed', error: 'Card declined.' })
    expect(list[1]).toMatchObject({ isTokens: false, subscription: { tier: 5 } })
    const raw = async (path: string) => JSON.stringify((await buyer.api.fetch(`/api/1/${path}`)).body)
    expect(await raw('Steam/transactions')).toBe(await raw('ExternalStore/transactions'))
    expect(await raw(`Steam/transactions/${bundle}`)).toBe(await raw(`ExternalStore/transactions/${bundle}`))
    expect(await buyer.api.call('getExternalStoreTransaction', { transactionId: bundle })).toEqual(list[2])
    expect(await buyer.api.try('getExternalStoreTransaction', { transactionId: waiting })).toMatchObject({
      status: 404,
    })
  })

  it('are nobody else’s but those of admins', async () => {
    const [buyer, stranger, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const id = await aPayment(app, buyer)
    await tell(app, id, 'payment.succeeded')
    expect(await admin.api.call('getExternalStoreTransaction', { transactionId: id })).toMatchObject({ id })
    for (const transactionId of [id, newId('paymentTransaction', new Date()), 'txn_1'])
      expect(await stranger.api.try('getExternalStoreTransaction', { transactionId })).toMatchObject({
        status: 404,
        body: { error: { message: 'Transaction not found' } },
      })
    expect(await stranger.api.call('getExternalStoreTransactions')).toEqual([])
  })
})

describe('the payments of a person in the graph', () => {
  it('are a connection, in which those stand that are not paid yet', async () => {
    const buyer = await aUser(app)
    const ids = [await aPayment(app, buyer), await aPayment(app, buyer), await aPayment(app, buyer)]
    await tell(app, ids[0] ?? '', 'payment.succeeded')
    const page = `storeTransactions(first: 2) { totalCount nodes { id status viewerCanRefund } pageInfo { hasNextPage } }`
    expect(await query(app, buyer, `{ viewer { ${page} } }`)).toMatchObject({
      viewer: {
        storeTransactions: {
          totalCount: 3,
          nodes: [{ id: ids[2], status: 'PENDING', viewerCanRefund: false }, { id: ids[1] }],
          pageInfo: { hasNextPage: true },
        },
      },
    })
    const node = 'query($id: ID!) { node(id: $id) { id } }'
    expect(await query(app, buyer, node, { id: ids[0] })).toEqual({ node: { id: ids[0] } })
    expect(await query(app, await aUser(app), node, { id: ids[0] })).toEqual({ node: null })
    expect(await query(app, await anAdmin(app), node, { id: ids[0] })).toEqual({ node: { id: ids[0] } })
  })

  it('have events, which admins alone see', async () => {
    const [buyer, admin] = [await aUser(app), await anAdmin(app)]
    const id = await aPayment(app, buyer)
    await tell(app, id, 'payment.succeeded')
    await tell(app, id, 'dispute.won')
    const list = `query($id: ID, $state: PaymentEventState) { paymentEvents(transactionId: $id, state: $state) { totalCount
      nodes { id type state error nextAttemptAt settledAt transaction { id } } } }`
    expect(await query(app, admin, list, { id })).toMatchObject({
      paymentEvents: {
        totalCount: 2,
        nodes: [
          { type: 'DISPUTE_WON', state: 'WAITING', nextAttemptAt: expect.any(String), settledAt: null },
          { type: 'PAYMENT_SUCCEEDED', state: 'APPLIED', nextAttemptAt: null, transaction: { id } },
        ],
      },
    })
    const waiting = await query(app, admin, list, { id, state: 'WAITING' })
    expect(waiting).toMatchObject({ paymentEvents: { totalCount: 1 } })
    await expect(query(app, buyer, list, { id })).rejects.toThrow(/FORBIDDEN/)
    const eventId = waiting.paymentEvents.nodes[0].id
    const node = 'query($id: ID!) { node(id: $id) { id } }'
    expect(await query(app, admin, node, { id: eventId })).toEqual({ node: { id: eventId } })
    expect(await query(app, buyer, node, { id: eventId })).toEqual({ node: null })
  })
})

describe('refundStorePurchase', () => {
  const refund = (person: TestUser, transactionId: string) =>
    mutate(app, person, 'refundStorePurchase { transaction { status } }', { transactionId })

  it('pays an order of gifts back of which nothing was given away', async () => {
    const buyer = await aUser(app)
    const id = await aSubscriptionPayment(app, buyer, { isBulkGift: true, quantity: 2, amount: 1_998 })
    await tell(app, id, 'payment.succeeded')
    expect((await refund(buyer, id)).error).toBeUndefined()
    // The provider confirms it by an event.
    await tell(app, id, 'payment.failed')
    expect(await paymentOf(app, id)).toMatchObject({ status: 'expired' })
    expect((await refund(buyer, id)).error).toMatchObject({ extensions: { reason: 'ALREADY_REFUNDED' } })
  })

  it('is for admins alone otherwise, who leave an entry', async () => {
    const [buyer, stranger, admin] = [await aUser(app), await aUser(app), await anAdmin(app)]
    const id = await aPayment(app, buyer)
    expect((await refund(admin, id)).error).toMatchObject({ extensions: { reason: 'NOT_REFUNDABLE' } })
    await tell(app, id, 'payment.succeeded')
    expect((await refund(buyer, id)).error).toMatchObject({ extensions: { reason: 'NOT_REFUNDABLE' } })
    expect((await refund(stranger, id)).error).toMatchObject({ extensions: { reason: 'TRANSACTION_NOT_FOUND' } })
    expect((await refund(admin, id)).error).toBeUndefined()
    await tell(app, id, 'payment.failed')
    expect(await paymentOf(app, id)).toMatchObject({ status: 'expired' })
    expect(await moneyOf(app, buyer.id)).toMatchObject({ tokens: 0, isBlocked: false })
    const entries = await app.scope().db.auditEntry.findMany({ where: { subjectId: id } })
    expect(entries).toMatchObject([{ act: 'refundStorePurchase', actorId: admin.id }])
  })
})
