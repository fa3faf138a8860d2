import { describe, expect, it } from 'vitest'
import { readSubscriptionEligible } from '../../../../src/areas/economy/subscriptions/eligibility.ts'
import { cancelSubscriptionOfTransaction } from '../../../../src/areas/economy/subscriptions/subscriptions.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedApp } from '../../../support/app.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { mutate, query } from '../../../support/jams.ts'
import { aSubscriptionPayment, tell } from '../../../support/payments.ts'
import { block } from '../../../support/playerModerations.ts'
import { viewerScopeOf } from '../../../support/scopes.ts'
import { aSubscription } from '../../../support/subscriptions.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()

const FREE = {
  purchaseEligible: true,
  subscriptionEligible: true,
  giftEligible: true,
  activeCancelledSubscription: false,
  nonExtendVendorWillLoseGiftTime: false,
  subscriptionOnAltAccount: false,
}
const OTHER = { ...FREE, purchaseEligible: false, subscriptionEligible: false }

const eligible = (viewer: TestUser, { id: userId }: Pick<TestUser, 'id'> = viewer, given: object = {}) =>
  viewer.api.call('getUserSubscriptionEligible', { userId, query: given })

const aPaid = async (person: TestUser) => {
  const transactionId = await aSubscriptionPayment(app, person, { status: 'active' })
  await aSubscription(app, person, { transactionId, store: 'ExternalStore' })
  return transactionId
}

describe('getUserSubscriptionEligible', () => {
  it('lets a person without a subscription buy one', async () => {
    expect(await eligible(await aUser(app))).toEqual(FREE)
  })

  it('lets nobody buy a second one of a tier, and tells what is cancelled', async () => {
    const person = await aUser(app)
    const transactionId = await aPaid(person)
    expect(await eligible(person)).toEqual(OTHER)
    await transact(app.scope(), (tx) => cancelSubscriptionOfTransaction(tx, transactionId))
    expect(await eligible(person)).toEqual({ ...OTHER, activeCancelledSubscription: true })
  })

  it('lets nobody buy who is blocked from the economy', async () => {
    const person = await aUser(app)
    const now = app.clock.now()
    await app.scope().db.economyProfile.create({ data: { userId: person.id, blockedAt: now, updatedAt: now } })
    expect(await eligible(person)).toEqual(OTHER)
  })

  it('tells of others whether they can be given a gift, and no more', async () => {
    const [viewer, other] = [await aUser(app), await aUser(app)]
    expect(await eligible(viewer, other)).toEqual({ ...OTHER })
    await aPaid(other)
    expect(await eligible(viewer, other)).toEqual({ ...OTHER })
    await block(other, viewer)
    expect(await eligible(viewer, other)).toEqual({ ...OTHER, giftEligible: false })
    expect(await eligible(other, viewer)).toEqual({ ...OTHER, giftEligible: false })
  })

  it('warns of lost time where the provider cannot extend a gift', async () => {
    const person = await aUser(app)
    await aSubscription(app, person, { isGift: true })
    expect(await eligible(person)).toMatchObject({ nonExtendVendorWillLoseGiftTime: false })
    const scope = viewerScopeOf(app, person)
    const payments = { ...scope.payments, canExtend: false }
    expect(await readSubscriptionEligible({ ...scope, payments }, person.id)).toMatchObject({
      nonExtendVendorWillLoseGiftTime: true,
    })
  })

  it.each(['externalStoreId', 'steamId'])('knows by %s who pays for another account', async (parameter) => {
    const [payer, person] = [await aUser(app), await aUser(app)]
    await aPaid(payer)
    const externalStoreId = `store-${payer.id}`
    await app
      .scope()
      .db.economyProfile.create({ data: { userId: payer.id, externalStoreId, updatedAt: app.clock.now() } })
    const given = { [parameter]: externalStoreId }
    expect(await eligible(person, person, given)).toMatchObject({ subscriptionOnAltAccount: true })
    expect(await eligible(payer, payer, given)).toMatchObject({ subscriptionOnAltAccount: false })
    expect(await eligible(person, person, { [parameter]: 'another' })).toMatchObject({
      subscriptionOnAltAccount: false,
    })
  })

  it('answers in the graph, too', async () => {
    const person = await aUser(app)
    const selection = 'canPurchase canReceiveGift hasCancelled wouldLoseGift paysForOtherAccount'
    expect(await query(app, person, `{ subscriptionEligibility { ${selection} } }`)).toEqual({
      subscriptionEligibility: {
        ...{ canPurchase: true, canReceiveGift: true, hasCancelled: false, wouldLoseGift: false },
        paysForOtherAccount: false,
      },
    })
    expect(
      await query(app, person, '{ creditsEligibility(subscriptionId: "splan_plus-monthly") { isEligible reason } }'),
    ).toEqual({ creditsEligibility: { isEligible: false, reason: 'NOT_FOR_TOKENS' } })
  })
})

describe('the payment for a subscription', () => {
  const MONTHLY = { subscriptionId: 'splan_plus-monthly' }
  const YEARLY = { subscriptionId: 'splan_plus-yearly' }
  const start = ({ api }: TestUser, input: object) =>
    mutate(app, { api }, 'startStorePurchase { transaction { id } }', { ...input, idempotencyKey: crypto.randomUUID() })
  const reasonOf = async (answer: ReturnType<typeof start>) => (await answer).error?.extensions.reason

  it('is refused to who has one of the tier, and taken for others', async () => {
    const person = await aUser(app)
    const friend = await aFriendOf(app, person)
    await aPaid(person)
    for (const plan of [MONTHLY, YEARLY]) expect(await reasonOf(start(person, plan))).toBe('ALREADY_OWNED')
    const gifts = [
      { ...MONTHLY, receiverId: friend.id },
      { ...MONTHLY, quantity: 2 },
    ]
    for (const gift of gifts) expect(await reasonOf(start(person, gift))).toBeUndefined()
    expect(await reasonOf(start(friend, MONTHLY))).toBeUndefined()
  })

  it('is started once by many at once, and again when it has failed', async () => {
    const person = await aUser(app)
    const started = await Promise.all([MONTHLY, YEARLY, MONTHLY, YEARLY].map((plan) => start(person, plan)))
    const reasons = started.map(({ error }) => error?.extensions.reason)
    expect(reasons.toSorted()).toEqual(['ALREADY_EXISTS', 'ALREADY_EXISTS', 'ALREADY_EXISTS', undefined])
    const [payment] = await app.scope().db.paymentTransaction.findMany({ where: { buyerId: person.id } })
    await tell(app, payment?.id ?? '', 'payment.failed')
    const again = Object((await start(person, YEARLY)).payload?.transaction)
    await tell(app, again.id, 'payment.succeeded')
    expect(await reasonOf(start(person, MONTHLY))).toBe('ALREADY_OWNED')
    expect(await person.api.call('getCurrentSubscriptions')).toHaveLength(1)
  })
})
