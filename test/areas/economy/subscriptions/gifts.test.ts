import { describe, expect, it } from 'vitest'
import { readUnusedGifts } from '../../../../src/areas/economy/subscriptions/gifts.ts'
import { sharedApp } from '../../../support/app.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { mutate, query } from '../../../support/jams.ts'
import { aSubscriptionPayment, paymentOf, tell } from '../../../support/payments.ts'
import { block } from '../../../support/playerModerations.ts'
import { NO_PLUS, PLUS, plusOf, subscriptionsOf } from '../../../support/subscriptions.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()

/** A paid order of subscriptions to give away. */
const anOrder = (buyer: TestUser, quantity = 2) =>
  aSubscriptionPayment(app, buyer, { quantity, isBulkGift: true, amount: 999 * quantity, status: 'active' })

const give = (giver: TestUser, transactionId: string, { id: receiverId }: Pick<TestUser, 'id'>, key?: string) =>
  mutate(app, giver, 'giveBulkGift { transaction { id } receiver { id } }', {
    ...{ transactionId, receiverId },
    ...(key && { idempotencyKey: key }),
  })
const reasonOf = async (answer: ReturnType<typeof give>) => (await answer).error?.extensions?.reason
const noticesOf = ({ id: receiverId }: TestUser) =>
  app.scope().db.notification.findMany({ where: { receiverId, type: 'vrcplus.gift' } })

describe('a gift to a friend', () => {
  it('runs for the friend, who is notified by the platform', async () => {
    const buyer = await aUser(app)
    const friend = await aFriendOf(app, buyer)
    const transactionId = await aSubscriptionPayment(app, buyer, { receiverId: friend.id })
    await tell(app, transactionId, 'payment.succeeded')
    expect(await plusOf(friend)).toEqual(PLUS)
    expect(await plusOf(buyer)).toEqual(NO_PLUS)
    expect(await noticesOf(friend)).toMatchObject([
      { senderId: null, message: 'A friend has given you Plaza Plus for a month.', data: { giverId: buyer.id } },
    ])
    expect(await friend.api.call('getRecentSubscription')).toMatchObject({ isGift: true, isBulkGift: false })
  })
})

describe('giveBulkGift', () => {
  it('gives the subscriptions of an order away one by one', async () => {
    const buyer = await aUser(app)
    const [one, other] = [await aFriendOf(app, buyer), await aFriendOf(app, buyer)]
    const transactionId = await anOrder(buyer)
    expect((await give(buyer, transactionId, one)).payload).toMatchObject({ receiver: { id: one.id } })
    expect(await plusOf(one)).toEqual(PLUS)
    expect(await noticesOf(one)).toHaveLength(1)
    const order = { transactionId, subscriptionId: 'plus-monthly', quantity: 2, created_at: expect.any(String) }
    expect(await buyer.api.call('getBulkGiftPurchases')).toEqual([{ ...order, remaining: 1, recipients: [one.id] }])
    await give(buyer, transactionId, other)
    expect(await reasonOf(give(buyer, transactionId, one))).toBe('GIFTS_USED_UP')
    expect(await buyer.api.call('getBulkGiftPurchases')).toMatchObject([{ remaining: 0 }])
    expect(
      await query(app, buyer, '{ viewer { bulkGifts { totalCount nodes { quantity remaining plan { slug } } } } }'),
    ).toEqual({
      viewer: { bulkGifts: { totalCount: 1, nodes: [{ quantity: 2, remaining: 0, plan: { slug: 'plus-monthly' } }] } },
    })
  })

  it('never gives more than were paid, also many at once', async () => {
    const buyer = await aUser(app)
    const friends = await Promise.all(Array.from({ length: 5 }, () => aFriendOf(app, buyer)))
    const transactionId = await anOrder(buyer, 3)
    const answers = await Promise.all(friends.map((friend) => give(buyer, transactionId, friend)))
    expect(answers.filter(({ payload }) => payload)).toHaveLength(3)
    expect(await readUnusedGifts(app.scope(), await paymentOf(app, transactionId))).toBe(0)
  })

  it('gives once for a key, also to many requests at once, and refuses the key for another gift', async () => {
    const buyer = await aUser(app)
    const [friend, other] = [await aFriendOf(app, buyer), await aFriendOf(app, buyer)]
    const [transactionId, further] = [await anOrder(buyer, 3), await anOrder(buyer)]
    const answers = await Promise.all([1, 2, 3].map(() => give(buyer, transactionId, friend, 'first')))
    for (const { payload } of answers) expect(payload).toMatchObject({ receiver: { id: friend.id } })
    expect(await readUnusedGifts(app.scope(), await paymentOf(app, transactionId))).toBe(2)
    expect(await noticesOf(friend)).toHaveLength(1)
    expect(await reasonOf(give(buyer, transactionId, other, 'first'))).toBe('KEY_REUSED')
    expect(await reasonOf(give(buyer, further, friend, 'first'))).toBe('KEY_REUSED')
    await give(buyer, transactionId, friend, 'second')
    expect(await readUnusedGifts(app.scope(), await paymentOf(app, transactionId))).toBe(1)
    expect(await reasonOf(give(buyer, transactionId, friend, 'two words'))).toBe('INVALID_CHARACTERS')
  })

  it('is for friends who are not blocked, and for the own order', async () => {
    const [buyer, stranger] = [await aUser(app), await aUser(app)]
    const friend = await aFriendOf(app, buyer)
    const transactionId = await anOrder(buyer)
    expect(await reasonOf(give(buyer, transactionId, stranger))).toBe('NOT_FRIENDS')
    expect(await reasonOf(give(friend, transactionId, buyer))).toBe('TRANSACTION_NOT_FOUND')
    await block(friend, buyer)
    expect(await reasonOf(give(buyer, transactionId, friend))).toBe('NOT_FRIENDS')
    expect(await subscriptionsOf(app, friend)).toEqual([])
  })

  it('is refused for a person who is blocked from the economy, and for an order that is not paid', async () => {
    const buyer = await aUser(app)
    const friend = await aFriendOf(app, buyer)
    const pending = await aSubscriptionPayment(app, buyer, { quantity: 2, isBulkGift: true })
    expect(await reasonOf(give(buyer, pending, friend))).toBe('TRANSACTION_NOT_FOUND')
    const transactionId = await anOrder(buyer)
    const now = app.clock.now()
    await app.scope().db.economyProfile.create({ data: { userId: buyer.id, blockedAt: now, updatedAt: now } })
    expect(await reasonOf(give(buyer, transactionId, friend))).toBe('ECONOMY_BLOCKED')
  })

  it('keeps what was given after a refund, and takes it by a chargeback', async () => {
    const buyer = await aUser(app)
    const friend = await aFriendOf(app, buyer)
    const [refunded, disputed] = [await anOrder(buyer), await anOrder(buyer)]
    await give(buyer, refunded, friend)
    await tell(app, refunded, 'payment.refunded')
    expect(await plusOf(friend)).toEqual(PLUS)
    await give(buyer, disputed, friend)
    await tell(app, disputed, 'payment.disputed')
    expect((await subscriptionsOf(app, friend)).map(({ status }) => status)).toEqual(['active', 'chargeback'])
    expect(await buyer.api.call('getBulkGiftPurchases', { query: { mostRecent: 'true' } })).toMatchObject([
      { transactionId: disputed, remaining: 0 },
    ])
  })

  it('shows orders to their buyer alone', async () => {
    const [buyer, other] = [await aUser(app), await aUser(app)]
    await anOrder(buyer)
    expect(await other.api.call('getBulkGiftPurchases')).toEqual([])
  })
})
