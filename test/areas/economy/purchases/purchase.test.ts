import { describe, expect, it } from 'vitest'
import { addMilliseconds, DAY, MINUTE } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { anApp } from '../../../support/app.ts'
import {
  aBuyer,
  acceptTerms,
  aListing,
  aProduct,
  aPurchaseRequest,
  aRoleListing,
  aSeller,
  faultsOfBooks,
  forDays,
  postedOf,
  tokensOf,
  withTokens,
} from '../../../support/economy.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { refusal } from '../../../support/refusals.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await anApp()
const { db } = app.scope()
const seller = await aSeller(app)

const buy = ({ api }: TestUser, listingId: string, given: object = {}, headers: Record<string, string> = {}) =>
  api.call('purchaseProductListing', { body: aPurchaseRequest(listingId, given), headers })
const tryToBuy = ({ api }: TestUser, listingId: string, given: object = {}, headers = {}) =>
  api.try('purchaseProductListing', { body: aPurchaseRequest(listingId, given), headers })

const grantsOf = async (purchaseId: string) =>
  (await db.licenseGrant.findMany({ where: { source: purchaseId } })).map(({ userId, forType, forId, until }) => ({
    userId,
    forType,
    forId,
    until,
  }))

const setConfig = (key: string, value: boolean) =>
  db.configEntry.upsert({ where: { key }, create: { key, value, updatedAt: new Date() }, update: { value } })

describe('a purchase', () => {
  it('moves the price less the fee to the seller, who has it on hold, and gives the product', async () => {
    const [buyer, productId] = [await aBuyer(app, 250), await aProduct(app, seller)]
    const listingId = await aListing(app, seller, { productIds: [productId], priceTokens: 105 })
    const [earned, fees] = [await tokensOf(app, seller, 'earnings'), await postedOf(app, 'house:fees')]
    const purchase = await buy(buyer, listingId, { totalPrice: 105 })
    expect(purchase).toMatchObject({
      ...{ buyerId: buyer.id, receiverId: buyer.id, sellerId: seller.id, sellerDisplayName: seller.username },
      ...{ isBuyer: true, isReceiver: true, isSeller: false, isGift: false, purchaseType: 'purchase' },
      ...{ listingId, listingType: 'permanent', listingCurrentlyAvailable: true, firstParty: false },
      ...{ purchasePrice: 105, purchaseUnitPrice: 105, purchaseQuantity: 1, purchaseToken: {} },
      ...{ purchaseCurrentStatus: 'active', purchaseActive: true, purchaseLatest: true, purchaseEndDate: null },
      ...{ willRecur: false, recurrable: false, refundable: true },
      products: [{ id: productId, productType: 'udon', displayName: 'Hat' }],
    })
    expect(purchase).not.toHaveProperty('purchaseFee')
    expect(purchase).not.toHaveProperty('purchaseValue')
    expect(await tokensOf(app, buyer)).toBe(145)
    expect(await tokensOf(app, seller, 'earnings')).toBe(earned)
    expect(await postedOf(app, `user:${seller.id}:earnings`)).toBeGreaterThanOrEqual(95)
    expect(await postedOf(app, 'house:fees')).toBe(fees + 10)
    expect(await grantsOf(purchase.purchaseId)).toEqual([
      { userId: buyer.id, forType: 'product', forId: productId, until: null },
    ])
    const { transfer, ...row } = await db.productPurchase.findUniqueOrThrow({
      where: { id: purchase.purchaseId },
      include: { transfer: { include: { entries: true } } },
    })
    expect(row).toMatchObject({ fee: 10, value: 95, key: null })
    expect(transfer).toMatchObject({ kind: 'purchase', purchaseId: row.id, actorId: buyer.id })
    expect(Number(row.ledgerTransferId)).toBe(purchase.ledgerTransactionId)
    expect(transfer?.entries.map(({ amount }) => Number(amount)).sort((a, b) => a - b)).toEqual([-105, 10, 95])
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('of what the platform sells pays the platform alone', async () => {
    const buyer = await aBuyer(app)
    const listingId = await aListing(app, { id: newPlatformSeller })
    const fees = await postedOf(app, 'house:fees')
    expect(await buy(buyer, listingId)).toMatchObject({ firstParty: true, sellerDisplayName: 'Plaza' })
    expect(await postedOf(app, 'house:fees')).toBe(fees + 100)
  })

  it('costs members of plus their price, and moves nothing for a price of 0', async () => {
    const [member, other] = [await aBuyer(app, 0), await aBuyer(app)]
    const listingId = await aListing(app, seller, { plusDiscountPrice: 0 })
    const { id: forId } = await db.licenseGroup.findUniqueOrThrow({ where: { name: 'plus' } })
    const grant = { id: newId('licenseGrant', new Date()), userId: member.id, forType: 'licenseGroup', forId }
    await db.licenseGrant.create({ data: { ...grant, source: 'admin:test', createdAt: new Date() } })
    expect(await tryToBuy(other, listingId, { totalPrice: 0 })).toMatchObject(refusal(400, 'totalPrice must be 100'))
    const purchase = await buy(member, listingId, { totalPrice: 0 })
    expect(purchase).toMatchObject({ purchasePrice: 0, purchaseActive: true })
    expect(purchase).not.toHaveProperty('ledgerTransactionId')
    expect(await db.ledgerTransfer.count({ where: { purchaseId: purchase.purchaseId } })).toBe(0)
    expect(await grantsOf(purchase.purchaseId)).toHaveLength(1)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('of a variant costs its price, from its quantity on', async () => {
    const buyer = await aBuyer(app)
    const listingId = await aListing(app, seller, { listingType: 'instant', isQuantifiable: true })
    const listingVariantId = newId('listingVariant', new Date())
    const variant = { id: listingVariantId, quantity: 5, unitPriceTokens: 8, isNonRefundable: true }
    await db.listingVariant.create({ data: { ...variant, listingId } })
    const given = { listingVariantId, quantity: 5, totalPrice: 40 }
    expect(await tryToBuy(buyer, listingId, { ...given, quantity: 4, totalPrice: 32 })).toMatchObject(
      refusal(400, 'quantity must be 5 or more'),
    )
    expect(
      await tryToBuy(buyer, listingId, { ...given, listingVariantId: newId('listingVariant', new Date()) }),
    ).toMatchObject(refusal(400, 'listingVariantId must be a variant of the listing'))
    expect(await buy(buyer, listingId, given)).toMatchObject({
      purchaseUnitPrice: 8,
      purchasePrice: 40,
      refundable: false,
    })
    await db.listingVariant.update({
      where: { id: listingVariantId },
      data: { effectiveFrom: addMilliseconds(new Date(), DAY) },
    })
    expect((await tryToBuy(buyer, listingId, given)).status).toBe(400)
  })

  it('of what is used at once gives nothing that lasts, and is possible again', async () => {
    const buyer = await aBuyer(app)
    const listingId = await aListing(app, seller, { listingType: 'instant', isStackable: true })
    const first = await buy(buyer, listingId, { quantity: 2, totalPrice: 200 })
    expect(first).toMatchObject({ purchaseActive: false, purchaseCurrentStatus: 'expired', refundable: false })
    expect(await grantsOf(first.purchaseId)).toEqual([])
    expect(await buy(buyer, listingId)).toMatchObject({ purchaseQuantity: 1 })
  })

  it('of a duration begins when what the receiver has already ends', async () => {
    const buyer = await aBuyer(app)
    const listingId = await aListing(app, seller, { ...forDays(3), isStackable: true })
    const first = await buy(buyer, listingId)
    expect(lengthOf(first)).toBe(3 * DAY)
    const second = await buy(buyer, listingId, { quantity: 2, totalPrice: 200 })
    expect(second.purchaseStartDate).toBe(first.purchaseEndDate)
    expect(lengthOf(second)).toBe(6 * DAY)
    expect(await grantsOf(second.purchaseId)).toMatchObject([{ until: new Date(second.purchaseEndDate ?? '') }])
  })

  it('keeps of its place what the server knows', async () => {
    const [buyer, worldId] = [await aBuyer(app), await aWorld(app, seller)]
    const contextData = { locationType: 'client_world_store' as const, worldId, storeId: newId('store', new Date()) }
    const bought = await buy(buyer, await aListing(app, seller), { contextData })
    expect(bought.purchaseContext).toEqual({
      locationType: 'client_world_store',
      worldId,
      worldName: expect.stringMatching(/^World /),
    })
    const unknown = { locationType: 'web_any' as const, worldId: newId('world', new Date()) }
    const other = await buy(buyer, await aListing(app, seller), { contextData: unknown })
    expect(other.purchaseContext).toEqual({ locationType: 'web_any' })
  })
})

const newPlatformSeller = (await import('../../../../src/kernel/ids.ts')).PLATFORM_USER_ID

const lengthOf = ({
  purchaseStartDate,
  purchaseEndDate,
}: {
  readonly purchaseStartDate: string | null
  readonly purchaseEndDate: string | null
}) => new Date(purchaseEndDate ?? 0).getTime() - new Date(purchaseStartDate ?? 0).getTime()

describe('the checks of a purchase', () => {
  const ownStoreOf = (sellerId: string, listingId: string, status: string) => {
    const [id, at] = [newId('store', new Date()), { createdAt: new Date(), updatedAt: new Date() }]
    const texts = { displayName: 'Shop', storeType: 'house' }
    return db.store.create({
      data: { id, sellerId, ...texts, status, ...at, listings: { create: { listingId, position: 0 } } },
    })
  }

  it('refuse listings that are unknown, not for sale, or only in hidden stores of others', async () => {
    const buyer = await aBuyer(app)
    const ids = [newId('product', new Date())]
    for (const state of ['draft', 'archived']) ids.push(await aListing(app, seller, { state }))
    ids.push(await aListing(app, seller, { expiresAt: addMilliseconds(new Date(), -1) }))
    const hidden = await aListing(app, seller)
    await ownStoreOf(seller.id, hidden, 'draft')
    for (const id of [...ids, hidden])
      expect(await tryToBuy(buyer, id)).toMatchObject(refusal(404, 'Listing not found'))
    await ownStoreOf(seller.id, hidden, 'public')
    expect((await tryToBuy(buyer, hidden)).status).toBe(200)
  })

  it('come in their order: each request that fails one would fail all that follow', async () => {
    const stranger = await aUser(app)
    const own = await aListing(app, seller)
    const bad = { quantity: 2, totalPrice: 1, receiverId: newId('user', new Date()) }
    await setConfig('economyOffline', true)
    const draft = await aListing(app, seller, { state: 'draft' })
    expect(await tryToBuy(seller, draft, bad)).toMatchObject(refusal(404, 'Listing not found'))
    expect(await tryToBuy(seller, own, bad)).toMatchObject(refusal(503, 'The economy is offline.'))
    await setConfig('economyOffline', false)
    const blocked = { blockedAt: new Date(), updatedAt: new Date() }
    await db.economyProfile.create({ data: { userId: seller.id, ...blocked } })
    expect(await tryToBuy(seller, own, bad)).toMatchObject(refusal(403, "You can't spend tokens at the moment."))
    await db.economyProfile.update({ where: { userId: seller.id }, data: { blockedAt: null } })
    const terms = refusal(403, 'You must accept the terms of the payment provider first.')
    for (const person of [seller, stranger]) expect(await tryToBuy(person, own, bad)).toMatchObject(terms)
    for (const person of [seller, stranger]) await acceptTerms(app, person)
    expect(await tryToBuy(seller, own, bad)).toMatchObject(refusal(403, "You can't buy your own listing."))
    expect(await tryToBuy(stranger, own, bad)).toMatchObject(refusal(400, 'quantity must be 1 or less'))
    expect(await tryToBuy(stranger, own, { ...bad, quantity: 1 })).toMatchObject(refusal(400, 'totalPrice must be 100'))
    const given = { ...bad, quantity: 1, totalPrice: 100 }
    expect(await tryToBuy(stranger, own, given)).toMatchObject(refusal(400, 'receiverId must be a friend of yours'))
    expect(await tryToBuy(stranger, own)).toMatchObject(refusal(400, 'Not enough tokens.'))
    await withTokens(app, stranger, 100)
    expect((await tryToBuy(stranger, own)).status).toBe(200)
    expect(await tryToBuy(stranger, own)).toMatchObject(refusal(400, 'You already own this.'))
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('come before the tokens for roles', async () => {
    const buyer = await aBuyer(app, 0)
    const { listingId, group } = await aRoleListing(app)
    const banned = { groupId: group.id, userId: buyer.id, status: 'banned', bannedAt: new Date() }
    const at = new Date()
    await db.groupMember.create({ data: { id: newId('groupMember', at), ...banned, createdAt: at } })
    expect(await tryToBuy(buyer, listingId)).toMatchObject(refusal(403, /banned/))
    await db.groupMember.deleteMany({ where: { userId: buyer.id } })
    await db.group.update({ where: { id: group.id }, data: { memberCount: 100_000 } })
    expect(await tryToBuy(buyer, listingId)).toMatchObject(refusal(403, 'This group is full.'))
    await db.group.update({ where: { id: group.id }, data: { memberCount: 1 } })
    expect(await tryToBuy(buyer, listingId)).toMatchObject(refusal(400, 'Not enough tokens.'))
  })

  it('let a person buy 30 times in a minute', async () => {
    const buyer = await aBuyer(app, 100)
    const listingId = await aListing(app, seller, { listingType: 'instant', isStackable: true, priceTokens: 1 })
    for (let at = 0; at < 30; at++) await buy(buyer, listingId, { totalPrice: 1 })
    const refused = await tryToBuy(buyer, listingId, { totalPrice: 1 })
    expect(refused).toMatchObject({ status: 429 })
    expect(refused.headers.get('retry-after')).toBe('60')
    app.clock.advance(MINUTE)
    expect((await tryToBuy(buyer, listingId, { totalPrice: 1 })).status).toBe(200)
  })
})

describe('an idempotency key', () => {
  it('makes a repeated request answer the first purchase, whatever has changed', async () => {
    const buyer = await aBuyer(app, 100)
    const listingId = await aListing(app, seller)
    const headers = { 'idempotency-key': 'order-1' }
    const first = await buy(buyer, listingId, {}, headers)
    await db.listing.update({ where: { id: listingId }, data: { priceTokens: 500 } })
    expect(await buy(buyer, listingId, {}, headers)).toEqual(first)
    expect(await tokensOf(app, buyer)).toBe(0)
  })

  it('is refused for another input, and belongs to one person', async () => {
    const [buyer, other] = [await aBuyer(app), await aBuyer(app)]
    const [listingId, another] = [await aListing(app, seller), await aListing(app, seller)]
    const headers = { 'idempotency-key': 'order-2' }
    const first = await buy(buyer, listingId, {}, headers)
    const message = 'The idempotency key was used for another purchase.'
    expect(await tryToBuy(buyer, another, {}, headers)).toMatchObject(refusal(400, message))
    expect(await tryToBuy(buyer, listingId, { totalPrice: 1 }, headers)).toMatchObject(refusal(400, message))
    expect((await buy(other, listingId, {}, headers)).purchaseId).not.toBe(first.purchaseId)
    // The key of one request can't be the number of another purchase.
    expect((await buy(buyer, another, {}, { 'idempotency-key': first.purchaseId })).listingId).toBe(another)
    expect((await tryToBuy(buyer, listingId, {}, { 'idempotency-key': ' ' })).status).toBe(400)
  })
})

describe('a gift', () => {
  it('goes to a friend, who is told', async () => {
    const buyer = await aBuyer(app)
    const [friend, listingId] = [await aFriendOf(app, buyer), await aListing(app, seller)]
    const gift = await buy(buyer, listingId, { receiverId: friend.id })
    expect(gift).toMatchObject({ purchaseType: 'gift', isGift: true, isReceiver: false, receiverId: friend.id })
    expect(await grantsOf(gift.purchaseId)).toMatchObject([{ userId: friend.id }])
    const [notice] = await db.notification.findMany({ where: { receiverId: friend.id, type: 'economy.received.gift' } })
    expect(notice).toMatchObject({ senderId: buyer.id, data: { purchaseId: gift.purchaseId } })
    expect(notice?.message).toContain(buyer.username)
    expect(await tryToBuy(buyer, listingId, { receiverId: friend.id })).toMatchObject(
      refusal(400, 'Your friend already owns this.'),
    )
    // The buyer does not own what they gave away.
    expect((await tryToBuy(buyer, listingId)).status).toBe(200)
  })

  it('needs a friend without a block on either side', async () => {
    const buyer = await aBuyer(app)
    const [friend, listingId] = [await aFriendOf(app, buyer), await aListing(app, seller)]
    await friend.api.call('moderateUser', { body: { moderated: buyer.id, type: 'block' } })
    expect(await tryToBuy(buyer, listingId, { receiverId: friend.id })).toMatchObject(
      refusal(400, 'receiverId must be a friend of yours'),
    )
    expect(await tokensOf(app, buyer)).toBe(1_000)
  })

  it('of a subscription is for one period', async () => {
    const buyer = await aBuyer(app)
    const friend = await aFriendOf(app, buyer)
    const listingId = await aListing(app, seller, forDays(30, 'subscription'))
    expect(await buy(buyer, listingId, { receiverId: friend.id })).toMatchObject({ willRecur: false, recurrable: true })
  })
})
