import { describe, expect, it } from 'vitest'
import { addMilliseconds, DAY } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { anOwnImage } from '../../../support/catalogue.ts'
import { aListing, aProduct, aSeller } from '../../../support/economy.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
const { db } = app.scope()
const [seller, stranger, admin] = [await aSeller(app), await aUser(app), await anAdmin(app)]
const imageId = await anOwnImage(app, seller)
const TEXTS = { displayName: ' A hat ', description: 'To wear.', imageId, priceTokens: 100 }

const create = (given: object, person: TestUser = seller) =>
  person.api.try('createProductListingDirect', {
    body: { ...TEXTS, listingType: 'permanent', productIds: [], storeIds: [], ...given },
  })
const update = (productId: string, body: object, person: TestUser = seller) =>
  person.api.try('updateProductListingDirect', { productId, body: { active: true, ...body } })

/** A store of a new world of a person, with so many listings. */
async function aStore(person: TestUser, listings = 0): Promise<string> {
  const { now } = app.scope()
  const id = newId('store', now)
  const listingId = listings === 0 ? '' : await aListing(app, person)
  const place = { storeType: 'world', worldId: await aWorld(app, person), sellerId: person.id }
  await db.store.create({
    data: { id, ...place, displayName: 'Shop', status: 'public', createdAt: now, updatedAt: now },
  })
  if (listings > 0) await db.storeListing.create({ data: { storeId: id, listingId, position: 7 } })
  return id
}
const offersOf = async (storeId: string) =>
  (await db.storeListing.findMany({ where: { storeId }, orderBy: { position: 'asc' } })).map(
    ({ listingId }) => listingId,
  )

describe('createProductListingDirect', () => {
  it('makes a listing of the type of its products, as a draft or at once for sale', async () => {
    const productId = await aProduct(app, seller)
    const draft = await create({ productIds: [productId] })
    expect(draft).toMatchObject({
      status: 200,
      body: {
        ...{ active: false, displayName: 'A hat', description: 'To wear.', imageId, priceTokens: 100 },
        ...{
          listingType: 'permanent',
          productType: 'udon',
          productIds: [productId],
          sellerId: seller.id,
          storeIds: [],
        },
      },
    })
    expect(await create({ productIds: [productId], active: true })).toMatchObject({ body: { active: true } })
  })

  it('takes the fields of its type', async () => {
    const productIds = [await aProduct(app, seller)]
    const whenToExpire = addMilliseconds(new Date(), DAY).toISOString()
    const fields = { subtitle: 'New', duration: 3, durationType: 'day', quantifiable: true, stackable: true }
    const more = { buyerRefundable: false, tags: ['hat'], vrcPlusDiscountPrice: 90, whenToExpire }
    const given = { productIds, listingType: 'duration', ...fields, ...more, active: true }
    expect(await create(given)).toMatchObject({ status: 200, body: { listingType: 'duration', ...fields, ...more } })
    expect(await create({ ...given, duration: undefined })).toMatchObject(
      refusal(400, 'duration is needed for a listing that is sold'),
    )
    expect(await create({ ...given, durationType: 'hour' })).toMatchObject({ status: 400 })
    expect(await create({ ...given, whenToExpire: 'soon' })).toMatchObject({ status: 400 })
  })

  it('is put into stores of the seller, behind what they offer', async () => {
    const [first, second] = [await aStore(seller, 1), await aStore(seller)]
    const productIds = [await aProduct(app, seller)]
    const { status, body } = await create({ productIds, active: true, storeIds: [first, second] })
    expect(status).toBe(200)
    const { id } = Object(body)
    expect(Object(body).storeIds).toEqual([first, second].sort())
    expect((await offersOf(first))[1]).toBe(id)
    expect(await offersOf(second)).toEqual([id])
    expect(await update(id, { storeIds: [first] })).toMatchObject({ status: 200, body: { storeIds: [first] } })
    expect(await offersOf(second)).toEqual([])
    for (const storeId of [await aStore(await aSeller(app)), newId('store', new Date())])
      expect(await create({ productIds, storeIds: [storeId] })).toMatchObject(
        refusal(400, 'storeIds must be stores of yours'),
      )
  })

  it('refuses stores that are full', async () => {
    const storeId = await aStore(seller)
    const rows = await Promise.all(Array.from({ length: 100 }, () => aListing(app, seller, { productIds: [] })))
    await db.storeListing.createMany({ data: rows.map((listingId, position) => ({ storeId, listingId, position })) })
    expect(await create({ productIds: [await aProduct(app, seller)], storeIds: [storeId] })).toMatchObject(
      refusal(400, 'storeIds must be stores with less than 100 listings'),
    )
  })

  it('needs what it gives to be active', async () => {
    const productIds = [await aProduct(app, seller, { productType: 'inventory' })]
    expect(await create({ productIds, active: true })).toMatchObject(
      refusal(400, 'active must be false while a product gives nothing'),
    )
    const draft = await create({ productIds })
    expect(draft).toMatchObject({ status: 200, body: { productType: 'inventory', hasAvatar: false } })
    expect(await update(Object(draft.body).id, {})).toMatchObject({ status: 400 })
    expect(await create({ productIds: [], active: true })).toMatchObject({ status: 400 })
  })

  it('sells avatars, but not for an instant', async () => {
    const avatarIds = [await anAvatar(app, seller)]
    const productIds = [await aProduct(app, seller, { productType: 'inventory', avatarIds })]
    expect(await create({ productIds, active: true })).toMatchObject({ status: 200, body: { hasAvatar: true } })
    expect(await create({ productIds, listingType: 'instant' })).toMatchObject(
      refusal(400, 'listingType must not be instant for avatars'),
    )
  })

  it('is for people with the permission to sell, and products of theirs', async () => {
    expect(await create({}, stranger)).toMatchObject(refusal(403, "You don't have permission."))
    const others = [await aProduct(app, await aSeller(app))]
    expect(await create({ productIds: others })).toMatchObject({ status: 400 })
    for (const given of [{ priceTokens: 0 }, { displayName: '' }, { imageId: newId('file', new Date()) }])
      expect(await create(given)).toMatchObject({ status: 400 })
  })
})

describe('updateProductListingDirect', () => {
  it('begins and ends the sale, and changes what else is given', async () => {
    const productId = await aListing(app, seller, { imageId, state: 'draft' })
    expect(await update(productId, {})).toMatchObject({ status: 200, body: { active: true, priceTokens: 100 } })
    const change = { active: false, priceTokens: 5, displayName: 'Cap' }
    expect(await update(productId, change)).toMatchObject({ status: 200, body: change })
    expect(await update(productId, { active: true, tags: ['x'] }, admin)).toMatchObject({ body: { active: true } })
    expect(await seller.api.try('updateProductListingDirect', { productId, body: {} })).toMatchObject({
      status: 400,
    })
  })

  it('is for the seller and admins, and not for archived listings', async () => {
    const productId = await aListing(app, seller, { imageId })
    expect(await update(productId, {}, await aSeller(app))).toMatchObject(refusal(404, 'Listing not found'))
    expect(await update(newId('product', new Date()), {})).toMatchObject(refusal(404, 'Listing not found'))
    expect(await update(productId, {}, stranger)).toMatchObject({ status: 403 })
    expect(await update(await aListing(app, seller, { imageId, state: 'archived' }), {})).toMatchObject({ status: 400 })
  })
})

describe('deleteProductListingDirect', () => {
  it('archives, again the same', async () => {
    const productId = await aListing(app, seller)
    const remove = (person: TestUser) => person.api.try('deleteProductListingDirect', { productId })
    expect(await remove(await aSeller(app))).toMatchObject(refusal(404, 'Listing not found'))
    expect(await remove(stranger)).toMatchObject({ status: 403 })
    for (let time = 0; time < 2; time++)
      expect(await remove(seller)).toMatchObject({ status: 200, body: { success: true } })
    expect(await seller.api.call('getProductListing', { productId })).toMatchObject({ active: false, archived: true })
  })
})
