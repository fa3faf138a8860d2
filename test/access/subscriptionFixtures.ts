import { newId, siblingId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aFriendOf } from '../support/friends.ts'
import { aSubscriptionPayment } from '../support/payments.ts'
import { aPlan, aSubscription } from '../support/subscriptions.ts'
import { aUser, type TestUser } from '../support/users.ts'

/** What the owner of the fixture objects is subscribed to, and gives away. */
export interface SubscriptionThings {
  /** A group without licenses, so that nobody can do more with a subscription to `access`. */
  readonly licenseGroupId: string
  /** A subscription of the owner that is renewed. */
  readonly subscriptionId: string
  /** What REST calls the payment of a subscription that an admin gave the owner, and that is over. */
  readonly adminTransactionId: string
  /** A person with a subscription. */
  readonly subscriberId: string
  /** The subscription of that person. */
  readonly givenSubscriptionId: string
  /** A friend of the owner. */
  readonly giftReceiverId: string
  /** A paid order of subscriptions, which the owner gives away. */
  readonly giftTransactionId: string
}

/** The slug of what is subscribed to. */
export const ACCESS_PLAN = 'access'

export async function addSubscriptions(app: TestApp, owner: TestUser): Promise<SubscriptionThings> {
  const { db, now } = app.scope()
  const licenseGroupId = newId('licenseGroup', now)
  await db.licenseGroup.create({
    data: { id: licenseGroupId, name: `access ${licenseGroupId}`, createdAt: now, updatedAt: now },
  })
  // Another fixture may have made it.
  const known = await db.subscriptionPlan.count({ where: { id: ACCESS_PLAN } })
  if (known === 0) await aPlan(app, { id: ACCESS_PLAN, tier: 3, licenseGroupId })
  const friend = await aFriendOf(app, owner)
  const paid = { itemId: ACCESS_PLAN, status: 'active' }
  const transactionId = await aSubscriptionPayment(app, owner, paid)
  const giftTransactionId = await aSubscriptionPayment(app, owner, { ...paid, isBulkGift: true, quantity: 9 })
  const plan = { planId: ACCESS_PLAN }
  const own = await aSubscription(app, owner, { ...plan, transactionId, store: 'ExternalStore' })
  const ended = newId('userSubscription', now)
  await db.userSubscription.create({
    data: { ...own, id: ended, transactionId: null, store: 'Admin', status: 'expired' },
  })
  const adminTransactionId = siblingId('paymentTransaction', ended)
  const subscriber = await aUser(app)
  const given = await aSubscription(app, subscriber, plan)
  const subscriptions = { subscriptionId: own.id, givenSubscriptionId: given.id, subscriberId: subscriber.id }
  return { licenseGroupId, adminTransactionId, ...subscriptions, giftReceiverId: friend.id, giftTransactionId }
}
