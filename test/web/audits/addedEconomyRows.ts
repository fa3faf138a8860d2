import { newId } from '../../../src/kernel/ids.ts'
import type { TestApp } from '../../support/app.ts'
import { acceptTerms, aListing, aSeller, withTokens } from '../../support/economy.ts'
import { aPayment } from '../../support/payments.ts'
import { buy } from '../../support/purchases.ts'
import type { TestUser } from '../../support/users.ts'

/** Of everything that a person buys here. */
const PRICE = 100

/**
 * Gives Ada some more products, offers, sales, purchases, gifts, payments and subscriptions, and the first public store
 * some more offers. Each of `friends` buys from Ada and gives her something.
 */
export async function addEconomyRows(app: TestApp, ada: TestUser, friends: readonly TestUser[]): Promise<void> {
  await withTokens(app, ada, PRICE * friends.length)
  for (const friend of friends) {
    await acceptTerms(app, friend)
    await withTokens(app, friend, 2 * PRICE)
    const offered = await aListing(app, await aSeller(app))
    await offerInStore(app, offered)
    await buy(ada, offered)
    await buy(friend, await aListing(app, ada))
    await buy(friend, await aListing(app, await aSeller(app)), { receiverId: ada.id })
    await aSubscriptionOf(app, ada, await aPayment(app, ada))
  }
}

async function offerInStore({ scope }: TestApp, listingId: string): Promise<void> {
  const { db } = scope()
  const where = { storeType: 'group', status: 'public' }
  const { id: storeId } = await db.store.findFirstOrThrow({ where, orderBy: { id: 'asc' } })
  const position = await db.storeListing.count({ where: { storeId } })
  await db.storeListing.create({ data: { storeId, listingId, position } })
}

/** A subscription that is over: of others there is at most one. */
async function aSubscriptionOf({ scope }: TestApp, { id: userId }: TestUser, transactionId: string): Promise<void> {
  const { db, now } = scope()
  const plan = await db.subscriptionPlan.findFirstOrThrow({ orderBy: { id: 'asc' } })
  const { id: planId, amount, tier, period, description } = plan
  const times = { startsAt: now, expiresAt: now, paidUntil: now, createdAt: now, updatedAt: now }
  await db.userSubscription.create({
    data: {
      ...{ id: newId('userSubscription', now), userId, planId, amount, tier, period, description, transactionId },
      ...{ status: 'expired', store: 'test', ...times },
    },
  })
}
