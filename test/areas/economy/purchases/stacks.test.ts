import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedClockApp } from '../../../support/app.ts'
import { aBuyer, aListing, aSeller, forDays, withTokens } from '../../../support/economy.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { countStatements } from '../../../support/graphClient.ts'
import { actOnPurchase, buy } from '../../../support/purchases.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient } from '../../../support/restClient.ts'
import { anAdmin, aUser, logIn, type TestUser } from '../../../support/users.ts'

const app = await sharedClockApp()
const [seller, buyer, admin] = [await aSeller(app), await aBuyer(app, 5_000), await anAdmin(app)]
const read = ({ api }: Pick<TestUser, 'api'>, productPurchaseId: string) =>
  api.try('getProductPurchase', { productPurchaseId })
const stackOf = async ({ api }: TestUser, productPurchaseId: string) =>
  (await api.call('getProductPurchaseStacks', { productPurchaseId })).map(({ purchaseId }) => purchaseId)

describe('a purchase', () => {
  it('is read by its buyer, receiver, seller and admins, with the proceeds for seller and admins alone', async () => {
    const friend = await aFriendOf(app, buyer)
    const bought = await buy(buyer, await aListing(app, seller), { receiverId: friend.id })
    const { purchaseId } = bought
    expect(await read(buyer, purchaseId)).toMatchObject({ status: 200, body: bought })
    expect(await read(friend, purchaseId)).toMatchObject({ status: 200, body: { isReceiver: true, isGift: true } })
    for (const person of [seller, admin])
      expect(await read(person, purchaseId)).toMatchObject({
        status: 200,
        body: { purchaseFee: 10, purchaseValue: 90 },
      })
    for (const person of [buyer, friend])
      expect((await read(person, purchaseId)).body).not.toHaveProperty('purchaseFee')
    expect(await read({ api: aRestClient(app) }, purchaseId)).toMatchObject({ status: 401 })
  })

  it('is missing to others, like an unknown one', async () => {
    const { purchaseId } = await buy(buyer, await aListing(app, seller))
    const stranger = await aUser(app)
    const missing = refusal(404, 'Purchase not found')
    expect(await read(stranger, purchaseId)).toMatchObject(missing)
    for (const productPurchaseId of [purchaseId, newId('purchase', new Date()), 'none']) {
      expect(await stranger.api.try('getProductPurchaseStacks', { productPurchaseId })).toMatchObject(missing)
      expect(await read(stranger, productPurchaseId)).toMatchObject(missing)
    }
  })
})

describe('purchases that add up', () => {
  it('are all of what can be had several times over, unless they are refunded', async () => {
    const listingId = await aListing(app, seller, { listingType: 'instant', isStackable: true })
    const ids: string[] = []
    for (const quantity of [1, 2, 3])
      ids.push((await buy(buyer, listingId, { quantity, totalPrice: 100 * quantity })).purchaseId)
    const [first = '', second = '', third = ''] = ids
    await buy(await aBuyer(app), listingId)
    expect(await stackOf(buyer, second)).toEqual([third, second, first])
    expect(await actOnPurchase(app, seller, 'refundPurchase', second)).toBe('done')
    for (const person of [buyer, seller, admin]) expect(await stackOf(person, second)).toEqual([third, first])
    const [newest] = await buyer.api.call('getProductPurchaseStacks', { productPurchaseId: first })
    expect(newest).toEqual({
      purchaseId: third,
      purchaseQuantity: 3,
      purchaseDate: expect.any(String),
      purchaseEndDate: expect.any(String),
    })
  })

  it('are those of a time that lasts or is to come', async () => {
    const [person, listingId] = [await aBuyer(app), await aListing(app, seller, forDays(3))]
    const first = await buy(person, listingId)
    const second = await buy(person, listingId)
    expect(await stackOf(person, first.purchaseId)).toEqual([second.purchaseId, first.purchaseId])
    app.clock.advance(4 * DAY)
    await logIn(person.api, person)
    expect(await stackOf(person, first.purchaseId)).toEqual([second.purchaseId])
  })

  it('tell the giver nothing of what others gave', async () => {
    const friend = await aFriendOf(app, buyer)
    const listingId = await aListing(app, seller, forDays(3))
    await withTokens(app, friend, 100)
    await friend.api.call('updateProviderTos', { userId: friend.id, body: { accepted: true } })
    const own = await buy(friend, listingId)
    const gift = await buy(buyer, listingId, { receiverId: friend.id })
    expect(await stackOf(buyer, gift.purchaseId)).toEqual([gift.purchaseId])
    expect(await stackOf(friend, gift.purchaseId)).toEqual([gift.purchaseId, own.purchaseId])
  })

  it('take as many statements at every size', async () => {
    const listingId = await aListing(app, seller, { listingType: 'instant', isStackable: true })
    const person = await aBuyer(app)
    const { purchaseId } = await buy(person, listingId)
    const one = await countStatements(app, () => stackOf(person, purchaseId))
    for (let count = 0; count < 3; count++) await buy(person, listingId)
    expect(await countStatements(app, () => stackOf(person, purchaseId))).toBe(one)
    expect(await stackOf(person, purchaseId)).toHaveLength(4)
  })
})
