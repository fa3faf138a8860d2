import { describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { aBuyer, aListing, aSeller, faultsOfBooks, forDays, tokensOf } from '../../../support/economy.ts'
import { actOnPurchase, buy, ownedBy, settleDue, tryToBuy } from '../../../support/purchases.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, logIn, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const { db } = app.scope()
const seller = await aSeller(app)
const PERIOD = 5 * DAY

const periodsOf = (listingId: string) => db.productPurchase.findMany({ where: { listingId }, orderBy: { id: 'asc' } })
const aSubscription = async (buyer: TestUser) => {
  const listingId = await aListing(app, seller, forDays(5, 'subscription'))
  return { listingId, first: await buy(buyer, listingId) }
}
const alertsOf = ({ id: receiverId }: TestUser) =>
  db.notification.count({ where: { receiverId, type: 'economy.alert' } })
const later = async (time: number, ...people: readonly TestUser[]) => {
  app.clock.advance(time)
  await settleDue(app)
  for (const person of people) await logIn(person.api, person)
}

describe('a subscription', () => {
  it('is renewed at the price of the purchase until it is cancelled, and then ends', async () => {
    const buyer = await aBuyer(app, 250)
    const { listingId, first } = await aSubscription(buyer)
    expect(first).toMatchObject({ willRecur: true, recurrable: true, purchaseActive: true })
    await db.listing.update({ where: { id: listingId }, data: { priceTokens: 900 } })
    expect(await tryToBuy(buyer, listingId, { totalPrice: 900 })).toMatchObject(refusal(400, 'You already own this.'))
    await later(PERIOD, buyer)
    const [root, next] = await periodsOf(listingId)
    expect(root).toMatchObject({ status: 'expired', willRecur: false })
    expect(next).toMatchObject({
      ...{ purchaseType: 'renewal', renewsId: root?.id, periods: 2, price: 100, status: 'active', willRecur: true },
    })
    expect(await tokensOf(app, buyer)).toBe(50)
    expect(await ownedBy(app, buyer)).toHaveLength(1)
    expect(await actOnPurchase(app, buyer, 'cancelRenewal', first.purchaseId)).toBe('done')
    expect(await actOnPurchase(app, buyer, 'cancelRenewal', first.purchaseId)).toBe('NOT_RECURRING')
    expect(await periodsOf(listingId)).toMatchObject([{}, { status: 'cancelled', willRecur: false }])
    await later(PERIOD, buyer)
    expect(await periodsOf(listingId)).toMatchObject([{ status: 'expired' }, { status: 'expired' }])
    expect(await ownedBy(app, buyer)).toEqual([])
    expect(await alertsOf(buyer)).toBe(0)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('never pauses: the next period begins with the end of the one before', async () => {
    const buyer = await aBuyer(app)
    const { listingId } = await aSubscription(buyer)
    await later(PERIOD - 60_000)
    const [root, next] = await periodsOf(listingId)
    expect(next?.startsAt).toEqual(root?.endsAt)
    await settleDue(app)
    expect(await periodsOf(listingId)).toHaveLength(2)
  })

  it.each([
    ['short of tokens', async (buyer: TestUser) => expect(await tokensOf(app, buyer)).toBe(0), 100],
    ['of a blocked buyer', (buyer: TestUser) => changeProfile(buyer, { blockedAt: new Date() }), 500],
    ['without terms', (buyer: TestUser) => changeProfile(buyer, { tosVersion: null }), 500],
    [
      'that is not sold any longer',
      (_buyer: TestUser, listingId: string) =>
        db.listing.update({ where: { id: listingId }, data: { state: 'archived' } }),
      500,
    ],
  ])('%s ends, and the buyer is told', async (_case, prevent, tokens) => {
    const buyer = await aBuyer(app, tokens)
    const { listingId } = await aSubscription(buyer)
    await prevent(buyer, listingId)
    await later(PERIOD)
    expect(await periodsOf(listingId)).toMatchObject([{ status: 'expired', willRecur: false }])
    expect(await alertsOf(buyer)).toBe(1)
    expect(await ownedBy(app, buyer)).toEqual([])
    expect(await tokensOf(app, buyer)).toBe(tokens - 100)
  })

  it('waits while the economy is offline', async () => {
    const buyer = await aBuyer(app)
    const { listingId } = await aSubscription(buyer)
    const key = 'economyOffline'
    await db.configEntry.create({ data: { key, value: true, updatedAt: new Date() } })
    await later(PERIOD)
    expect(await periodsOf(listingId)).toMatchObject([{ status: 'active', willRecur: true }])
    await db.configEntry.delete({ where: { key } })
    await settleDue(app)
    expect(await periodsOf(listingId)).toHaveLength(2)
  })

  it('is cancelled by its buyer and admins alone', async () => {
    const [buyer, admin] = [await aBuyer(app), await anAdmin(app)]
    const { first } = await aSubscription(buyer)
    await logIn(seller.api, seller)
    expect(await actOnPurchase(app, seller, 'cancelRenewal', first.purchaseId)).toBe('NOT_OWN')
    expect(await actOnPurchase(app, await aBuyer(app, 0), 'cancelRenewal', first.purchaseId)).toBe('PURCHASE_NOT_FOUND')
    expect(await actOnPurchase(app, admin, 'cancelRenewal', first.purchaseId)).toBe('done')
    expect(await db.auditEntry.count({ where: { act: 'cancelRenewal', subjectId: first.purchaseId } })).toBe(1)
  })

  it('of an erased person is not renewed', async () => {
    const buyer = await aBuyer(app)
    const { listingId } = await aSubscription(buyer)
    await db.account.update({ where: { userId: buyer.id }, data: { deletionAt: app.clock.now() } })
    await eraseDueAccounts(app.scope(), erasers)
    await later(PERIOD)
    expect(await periodsOf(listingId)).toMatchObject([{ status: 'expired', willRecur: false }])
    expect(await faultsOfBooks(app)).toEqual([])
  })
})

const changeProfile = ({ id: userId }: TestUser, data: object) => db.economyProfile.update({ where: { userId }, data })

describe('a duration', () => {
  it('ends with its time, and what another one gives stays', async () => {
    const buyer = await aBuyer(app)
    const listingId = await aListing(app, seller, forDays(2))
    await buy(buyer, listingId)
    await buy(buyer, listingId)
    await later(2 * DAY)
    expect(await periodsOf(listingId)).toMatchObject([{ status: 'expired' }, { status: 'active' }])
    expect(await ownedBy(app, buyer)).toHaveLength(1)
    await later(2 * DAY)
    expect(await ownedBy(app, buyer)).toEqual([])
  })
})
