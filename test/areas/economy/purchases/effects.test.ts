import { describe, expect, it } from 'vitest'
import { deleteExpiredItems } from '../../../../src/areas/inventory/item/manageItems.ts'
import { DAY } from '../../../../src/kernel/clock.ts'
import { anApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { countDeadlocks, runConcurrently } from '../../../support/concurrency.ts'
import { aBuyer, anItemListing, aSeller, faultsOfBooks, forDays, tokensOf } from '../../../support/economy.ts'
import { aFriendOf } from '../../../support/friends.ts'
import { aTemplate, insertItems } from '../../../support/inventory.ts'
import { actOnPurchase, buy, ownedBy, settleDue, tryToBuy } from '../../../support/purchases.ts'
import { refusal } from '../../../support/refusals.ts'
import { rounds } from '../../../support/rounds.ts'
import { logIn, type TestUser } from '../../../support/users.ts'

const app = await anApp()
const { db } = app.scope()
const seller = await aSeller(app)

const itemsOf = async ({ api }: TestUser) => (await api.call('getInventory', { query: { order: 'oldest' } })).data
const heldBy = async (person: TestUser) =>
  (await itemsOf(person)).map(({ templateId, quantity }) => `${templateId} ${quantity}`).sort()
const refund = (person: TestUser, purchaseId: string) => actOnPurchase(app, person, 'refundPurchase', purchaseId)
const dueOf = async (id: string) => (await db.avatar.findUniqueOrThrow({ where: { id } })).wearersDueAt
/** Lets time pass for people, and ends what is over. */
const later = async (time: number, ...people: readonly TestUser[]) => {
  app.clock.advance(time)
  await settleDue(app)
  await deleteExpiredItems(app.scope())
  for (const person of people) await logIn(person.api, person)
}
const equip = ({ api }: TestUser, inventoryItemId: string) =>
  api.call('equipOwnInventoryItem', { inventoryItemId, body: { equipSlot: 'drone' } })

/** Requests at once. */
const AT_ONCE = rounds(50)

describe('a purchase of a product of type inventory', () => {
  it('gives items and licenses, and a refund takes both', async () => {
    const [thing, stack] = [await aTemplate(app), await aTemplate(app, { quantifiable: true })]
    const avatarId = await anAvatar(app, seller)
    const listingId = await anItemListing(app, seller, { templateIds: [thing, stack], avatarIds: [avatarId] })
    const buyer = await aBuyer(app)
    const { purchaseId } = await buy(buyer, listingId)
    expect(await heldBy(buyer)).toEqual([`${stack} 1`, `${thing} 1`].sort())
    expect((await itemsOf(buyer)).map(({ expiryDate }) => expiryDate)).toEqual([null, null])
    expect(await db.licenseGrant.findFirst({ where: { userId: buyer.id, forId: avatarId } })).toMatchObject({
      ...{ forType: 'avatar', forAction: 'wear', source: purchaseId, until: null },
    })
    expect(await dueOf(avatarId)).toBeNull()
    expect(await refund(buyer, purchaseId)).toBe('done')
    expect(await itemsOf(buyer)).toEqual([])
    expect(await ownedBy(app, buyer)).toEqual([])
    expect(await dueOf(avatarId)).toBeInstanceOf(Date)
    expect(await tokensOf(app, buyer)).toBe(1_000)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('gives once under any race', async () => {
    const templateIds = [await aTemplate(app)]
    const avatarIds = [await anAvatar(app, seller)]
    const [buyer, before] = [await aBuyer(app, 5_000), await countDeadlocks(app)]
    const listingId = await anItemListing(app, seller, { templateIds, avatarIds })
    const answers = await runConcurrently(app, AT_ONCE, () => tryToBuy(buyer, listingId))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await itemsOf(buyer)).toHaveLength(1)
    expect(await ownedBy(app, buyer)).toHaveLength(2)
    const [purchase] = await db.productPurchase.findMany({ where: { listingId } })
    const refunds = await runConcurrently(app, 10, () => refund(buyer, purchase?.id ?? ''))
    expect(refunds.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(await itemsOf(buyer)).toEqual([])
    expect(await countDeadlocks(app)).toBe(before)
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it(`with tokens for one of ${AT_ONCE} at once gives the items of one`, async () => {
    const buyer = await aBuyer(app, 100)
    const templateIds = [await aTemplate(app, { quantifiable: true })]
    const listingId = await anItemListing(app, seller, { templateIds, listingType: 'instant' })
    const answers = await runConcurrently(app, AT_ONCE, () => tryToBuy(buyer, listingId))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await heldBy(buyer)).toEqual([`${templateIds[0]} 1`])
    expect(await db.inventoryGrant.count({ where: { userId: buyer.id } })).toBe(1)
  })

  it('gives a friend what was bought as a gift', async () => {
    const buyer = await aBuyer(app)
    const friend = await aFriendOf(app, buyer)
    const templateIds = [await aTemplate(app)]
    await buy(buyer, await anItemListing(app, seller, { templateIds }), { receiverId: friend.id })
    expect(await itemsOf(friend)).toHaveLength(1)
    expect(await itemsOf(buyer)).toEqual([])
  })

  it('gives what the product gave when it was bought', async () => {
    const [first, second] = [await aTemplate(app), await aTemplate(app)]
    const [buyer, listingId] = [await aBuyer(app), await anItemListing(app, seller, { templateIds: [first] })]
    const { purchaseId } = await buy(buyer, listingId)
    const [{ productId } = { productId: '' }] = await db.listingProduct.findMany({ where: { listingId } })
    await db.product.update({ where: { id: productId }, data: { templateIds: [second] } })
    expect(await heldBy(buyer)).toEqual([`${first} 1`])
    expect(await refund(seller, purchaseId)).toBe('done')
    expect(await itemsOf(buyer)).toEqual([])
  })

  it('is refused for a full inventory, for what nobody can have twice, and with a deleted avatar', async () => {
    const buyer = await aBuyer(app)
    const templateIds = [await aTemplate(app, { flags: ['unique'] })]
    await buy(buyer, await anItemListing(app, seller, { templateIds }))
    expect(await tryToBuy(buyer, await anItemListing(app, seller, { templateIds }))).toMatchObject(
      refusal(400, 'You already own this.'),
    )
    await insertItems(app, buyer, templateIds[0] ?? '', 10_000)
    const other = await anItemListing(app, seller, { templateIds: [await aTemplate(app)] })
    expect(await tryToBuy(buyer, other)).toMatchObject({ status: 400 })
    expect(await tokensOf(app, buyer)).toBe(900)
    const avatarId = await anAvatar(app, seller)
    const gone = await anItemListing(app, seller, { avatarIds: [avatarId] })
    await db.avatar.update({ where: { id: avatarId }, data: { deletedAt: app.scope().now } })
    expect(await tryToBuy(buyer, gone)).toMatchObject(refusal(404, 'Listing not found'))
  })
})

describe('an instant', () => {
  it('makes so many as were bought, which the buyer can return unused', async () => {
    const [buyer, stack] = [await aBuyer(app), await aTemplate(app, { quantifiable: true, flags: ['consumable'] })]
    const instant = { listingType: 'instant', isQuantifiable: true }
    const listingId = await anItemListing(app, seller, { templateIds: [stack], ...instant })
    const used = await buy(buyer, listingId, { quantity: 3, totalPrice: 300 })
    expect(used).toMatchObject({ purchaseCurrentStatus: 'expired', refundable: true })
    const [item] = await itemsOf(buyer)
    expect(item).toMatchObject({ quantity: 3, expiryDate: null })
    await buyer.api.call('consumeOwnInventoryItem', { inventoryItemId: item?.id ?? '' })
    expect(await refund(buyer, used.purchaseId)).toBe('NOT_REFUNDABLE')
    const other = await anItemListing(app, seller, { templateIds: [await aTemplate(app)], ...instant })
    const unused = await buy(buyer, other, { quantity: 2, totalPrice: 200 })
    expect(await itemsOf(buyer)).toHaveLength(3)
    expect(await refund(buyer, unused.purchaseId)).toBe('done')
    expect(await heldBy(buyer)).toEqual([`${stack} 2`])
    expect(await refund(seller, used.purchaseId)).toBe('done')
    expect(await itemsOf(buyer)).toEqual([])
    expect(await faultsOfBooks(app)).toEqual([])
  })
})

describe('a duration', () => {
  it('ends items and licenses by the clock', async () => {
    const [buyer, avatarId, thing] = [await aBuyer(app), await anAvatar(app, seller), await aTemplate(app)]
    const given = { templateIds: [thing], avatarIds: [avatarId] }
    const bought = await buy(buyer, await anItemListing(app, seller, { ...given, ...forDays(2) }))
    expect(await itemsOf(buyer)).toMatchObject([{ expiryDate: bought.purchaseEndDate }])
    await later(2 * DAY - 60_000, buyer)
    expect(await itemsOf(buyer)).toHaveLength(1)
    app.clock.advance(60_000)
    await logIn(buyer.api, buyer)
    expect(await itemsOf(buyer)).toEqual([])
    await later(60_000, buyer)
    expect(await db.inventoryItem.count({ where: { holderId: buyer.id } })).toBe(0)
    expect(await db.inventoryGrant.count({ where: { userId: buyer.id } })).toBe(0)
    expect(await ownedBy(app, buyer)).toEqual([])
    expect(await dueOf(avatarId)).toBeInstanceOf(Date)
  })

  it('is extended: the items stay as they are, and a refund of either purchase takes its time', async () => {
    const [buyer, thing, stack] = [
      await aBuyer(app),
      await aTemplate(app),
      await aTemplate(app, { quantifiable: true, flags: ['unique'] }),
    ]
    const listingId = await anItemListing(app, seller, { templateIds: [thing, stack], ...forDays(2) })
    const first = await buy(buyer, listingId)
    const before = await itemsOf(buyer)
    await equip(buyer, before.find(({ templateId }) => templateId === thing)?.id ?? '')
    const second = await buy(buyer, listingId)
    const after = await itemsOf(buyer)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    for (const item of after) expect(item.expiryDate).toBe(second.purchaseEndDate)
    expect(await refund(buyer, first.purchaseId)).toBe('NOT_REFUNDABLE')
    expect(await refund(seller, second.purchaseId)).toBe('done')
    for (const item of await itemsOf(buyer)) expect(item.expiryDate).toBe(first.purchaseEndDate)
    const third = await buy(buyer, listingId)
    expect(third.purchaseEndDate).toBe(second.purchaseEndDate)
    expect(await refund(seller, first.purchaseId)).toBe('done')
    const { endsAt } = await db.productPurchase.findUniqueOrThrow({ where: { id: third.purchaseId } })
    expect(endsAt && endsAt < new Date(third.purchaseEndDate ?? 0)).toBe(true)
    for (const item of await itemsOf(buyer)) expect(item.expiryDate).toBe(endsAt?.toISOString())
    expect(await refund(seller, third.purchaseId)).toBe('done')
    expect(await itemsOf(buyer)).toEqual([])
    expect(await faultsOfBooks(app)).toEqual([])
  })

  it('moves shares of stacks of which others have the rest', async () => {
    const [buyer, stack] = [await aBuyer(app), await aTemplate(app, { quantifiable: true })]
    const listings = [
      await anItemListing(app, seller, { templateIds: [stack], ...forDays(2) }),
      await anItemListing(app, seller, { templateIds: [stack], ...forDays(2) }),
    ]
    const [one = '', other = ''] = listings
    const first = await buy(buyer, one)
    const second = await buy(buyer, other)
    // As if both had been bought in one millisecond: one stack of two.
    const [kept, gone] = await db.inventoryItem.findMany({ where: { holderId: buyer.id }, orderBy: { id: 'asc' } })
    if (kept && gone) {
      await db.inventoryItem.update({ where: { id: kept.id }, data: { quantity: 2 } })
      await db.inventoryGrantItem.updateMany({ where: { itemId: gone.id }, data: { itemId: kept.id } })
      await db.inventoryItem.delete({ where: { id: gone.id } })
    }
    expect(await heldBy(buyer)).toEqual([`${stack} 2`])
    await buy(buyer, other)
    expect(await heldBy(buyer)).toEqual([`${stack} 1`, `${stack} 1`])
    expect(await refund(seller, first.purchaseId)).toBe('done')
    expect(await heldBy(buyer)).toEqual([`${stack} 1`])
    expect(await refund(seller, second.purchaseId)).toBe('done')
    expect(await heldBy(buyer)).toEqual([`${stack} 1`])
  })
})

describe('a subscription', () => {
  it('keeps its items from period to period, gives again what is gone, and ends them with the last', async () => {
    const [buyer, skin] = [await aBuyer(app, 250), await aTemplate(app)]
    const snack = await aTemplate(app, { flags: ['consumable'], itemType: 'prop' })
    const templateIds = [skin, snack]
    const first = await buy(buyer, await anItemListing(app, seller, { templateIds, ...forDays(5, 'subscription') }))
    const before = await itemsOf(buyer)
    const worn = before.find(({ templateId }) => templateId === skin)?.id ?? ''
    await equip(buyer, worn)
    const eaten = before.find(({ templateId }) => templateId === snack)?.id ?? ''
    await buyer.api.call('consumeOwnInventoryItem', { inventoryItemId: eaten })
    await later(5 * DAY - 60_000, buyer)
    expect(await heldBy(buyer)).toEqual([`${skin} 1`, `${snack} 1`].sort())
    expect(await db.inventoryItem.findUnique({ where: { id: worn } })).toMatchObject({ equipSlot: 'drone' })
    await later(60_000, buyer)
    expect(await heldBy(buyer)).toHaveLength(2)
    expect(await refund(buyer, first.purchaseId)).toBe('NOT_REFUNDABLE')
    await later(5 * DAY, buyer)
    expect(await itemsOf(buyer)).toEqual([])
    expect(await db.inventoryGrant.count({ where: { userId: buyer.id } })).toBe(0)
    expect(await faultsOfBooks(app)).toEqual([])
  })
})
