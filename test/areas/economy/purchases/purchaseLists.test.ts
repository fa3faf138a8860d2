import { beforeAll, describe, expect, it } from 'vitest'
import { eraseDueAccounts } from '../../../../src/areas/accounts/account/deletion.ts'
import { countSales } from '../../../../src/areas/economy/queries.ts'
import { erasers } from '../../../../src/areas/index.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { aBuyer, aListing, aSeller } from '../../../support/economy.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { countStatements } from '../../../support/graphClient.ts'
import { buy } from '../../../support/purchases.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedClockApp()
const { db } = app.scope()
const [seller, another] = [await aSeller(app), await aSeller(app)]
const [buyer, admin] = [await aBuyer(app, 5_000), await anAdmin(app)]
const friend = await aFriendOf(app, buyer)
const stackable = await aListing(app, seller, { listingType: 'instant', isStackable: true })
const bought: string[] = []

beforeAll(async () => {
  for (const listingId of [stackable, await aListing(app, another), stackable, await aListing(app, seller)])
    bought.push((await buy(buyer, listingId)).purchaseId)
  bought.push((await buy(buyer, await aListing(app, seller), { receiverId: friend.id })).purchaseId)
})

const list = async ({ api }: TestUser, query: object) =>
  (await api.call('getProductPurchases', { query: { buyerId: buyer.id, ...query } })).map(
    ({ purchaseId }) => purchaseId,
  )

describe('the list of purchases', () => {
  it('has those of the viewer, newest first, with pages and orders', async () => {
    const newestFirst = bought.toReversed()
    expect(await list(buyer, {})).toEqual(newestFirst)
    expect(await list(admin, {})).toEqual(newestFirst)
    expect(await list(buyer, { order: 'asc', sort: 'purchaseDate' })).toEqual(bought)
    expect(await list(buyer, { n: '2', offset: '1' })).toEqual(newestFirst.slice(1, 3))
    expect(await list(buyer, { sellerId: another.id })).toEqual(bought.slice(1, 2))
  })

  it('has the latest of each listing', async () => {
    expect(await list(buyer, { mostRecent: 'true' })).toEqual(bought.slice(1).toReversed())
    const rows = await buyer.api.call('getProductPurchases', { query: { buyerId: buyer.id, order: 'asc' } })
    expect(rows.map(({ purchaseLatest }) => purchaseLatest)).toEqual([false, true, true, true, true])
  })

  it('shows sellers what they have sold to the buyer, and nobody else', async () => {
    expect(await list(seller, { sellerId: seller.id })).toEqual([4, 3, 2, 0].map((at) => bought[at]))
    const refused = refusal(403, 'User ID must be your own.')
    const query = { buyerId: buyer.id }
    for (const person of [seller, friend, await aUser(app)])
      expect(await person.api.try('getProductPurchases', { query })).toMatchObject(refused)
    const ofOthers = { ...query, sellerId: seller.id }
    expect(await another.api.try('getProductPurchases', { query: ofOthers })).toMatchObject(refused)
  })

  it('shows sellers what they have sold to everybody, by their own id alone', async () => {
    const [other, { id: sellerId }] = [await aBuyer(app), seller]
    const { purchaseId } = await buy(other, await aListing(app, seller))
    const sales = async ({ api }: TestUser, query: object = {}) =>
      (await api.call('getProductPurchases', { query: { sellerId, ...query } })).map((sale) => sale.purchaseId)
    const newestFirst = [purchaseId, ...[4, 3, 2, 0].map((at) => bought[at])]
    expect(await sales(seller)).toEqual(newestFirst)
    expect(await sales(admin)).toEqual(newestFirst)
    expect(await sales(seller, { mostRecent: 'true', n: '3' })).toEqual(newestFirst.slice(0, 3))
    for (const person of [buyer, other, another, friend])
      expect(await person.api.try('getProductPurchases', { query: { sellerId } })).toMatchObject(
        refusal(403, 'User ID must be your own.'),
      )
    expect(await seller.api.try('getProductPurchases', { query: {} })).toMatchObject(
      refusal(400, 'buyerId must be given, or sellerId'),
    )
  })

  it('tells the fee and what the seller gets to the seller and admins alone', async () => {
    const read = async ({ api }: TestUser, query: object = {}) =>
      api.call('getProductPurchases', { query: { buyerId: buyer.id, sellerId: seller.id, ...query } })
    for (const purchase of await read(buyer)) {
      expect(purchase).not.toHaveProperty('purchaseFee')
      expect(purchase).not.toHaveProperty('purchaseValue')
    }
    for (const person of [seller, admin])
      for (const purchase of await read(person))
        expect(purchase).toMatchObject({ purchaseFee: 10, purchaseValue: 90, isBuyer: false })
  })

  it('takes as many statements at every size', async () => {
    const reading = (n: string) => countStatements(app, () => list(buyer, { n }))
    expect(await reading('5')).toBe(await reading('1'))
  })

  it('shows the present names of people, and `Deleted user` for erased ones', async () => {
    const [gone, listingId] = [await aBuyer(app), await aListing(app, seller)]
    const { purchaseId } = await buy(gone, listingId)
    await db.user.update({ where: { id: seller.id }, data: { displayName: 'Renamed' } })
    await db.account.update({ where: { userId: gone.id }, data: { deletionAt: app.clock.now() } })
    await eraseDueAccounts(app.scope(), erasers)
    const [sale] = await seller.api.call('getProductPurchases', { query: { buyerId: gone.id, sellerId: seller.id } })
    expect(sale).toMatchObject({ purchaseId, buyerDisplayName: 'Deleted user', sellerDisplayName: 'Renamed' })
  })
})

describe('sales of a listing', () => {
  const countsOf = async (id: string) => {
    const { purchaseCount, purchaseQuantity } = await db.listing.findUniqueOrThrow({ where: { id } })
    return [purchaseCount, purchaseQuantity]
  }

  it('are counted by a job, with those since its last run, however long ago that was', async () => {
    await buy(buyer, stackable, { quantity: 3, totalPrice: 300 })
    await countSales(app.scope())
    expect(await countsOf(stackable)).toEqual([3, 5])
    app.clock.advance(60 * 60_000)
    await countSales(app.scope())
    await db.listing.update({ where: { id: stackable }, data: { purchaseCount: 0 } })
    expect(await countSales(app.scope())).toBe(0)
    await buy(buyer, stackable, { quantity: 1, totalPrice: 100 })
    app.clock.advance(60 * 60_000)
    await countSales(app.scope())
    expect(await countsOf(stackable)).toEqual([4, 6])
  })
})
