import { describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anAvatar } from '../../../support/avatars.ts'
import { anOwnImage } from '../../../support/catalogue.ts'
import { aListing, anItemListing, aProduct, aSeller, letSell } from '../../../support/economy.ts'
import { aGroup, giveRole } from '../../../support/groups.ts'
import { aTemplate } from '../../../support/inventory.ts'
import { mutate, refusedMutation } from '../../../support/jams.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
const [seller, stranger, admin] = [await aSeller(app), await aUser(app), await anAdmin(app)]
const imageId = await anOwnImage(app, seller)
const TEXTS = { displayName: ' Hat ', description: ' To wear. ', imageId, tags: ['hat'], useForSubscriberList: true }
const UDON = { ...TEXTS, productType: 'udon' }
const rowOf = (id: string) => app.scope().db.product.findUniqueOrThrow({ where: { id } })
const create = (given: object = {}, person: TestUser = seller) =>
  person.api.try('createProduct', { body: { ...UDON, ...given } })
const update = (productId: string, body: object, person: TestUser = seller) =>
  person.api.try('updateProduct', { productId, body })

describe('createProduct', () => {
  it('makes a product of the caller', async () => {
    const made = await seller.api.call('createProduct', { body: { ...TEXTS, productType: 'udon' } })
    expect(made).toMatchObject({
      ...{ id: expect.stringMatching(/^prod_/), displayName: 'Hat', description: 'To wear.', imageId, tags: ['hat'] },
      ...{ productType: 'udon', archived: false, parentListings: [], useForSubscriberList: true },
      ...{ sellerId: seller.id, sellerDisplayName: expect.any(String), groupAccess: false },
    })
    expect(await seller.api.call('listUserProducts', { userId: seller.id })).toContainEqual(made)
  })

  it('takes the role that it gives, and what else the graph takes', async () => {
    const group = await aGroup(app)
    await letSell(app, group.owner)
    const groupRoleId = await giveRole(app, group, group.owner, { permissions: [] })
    const role = { groupId: group.id, groupRoleId, groupAccess: true, groupAccessRemove: true }
    const given = { ...role, productType: 'role', imageId: await anOwnImage(app, group.owner) }
    expect(await create(given, group.owner)).toMatchObject({ status: 200, body: role })
    expect(await create({ productType: 'role' })).toMatchObject({ status: 400 })
  })

  it('takes live templates that were made for the seller, and own avatars', async () => {
    const [own, others, draft] = [
      await aTemplate(app, { authorId: seller.id }),
      await aTemplate(app),
      await aTemplate(app, { authorId: seller.id, status: 'draft' }),
    ]
    const [avatarId, deletedId, othersId] = [
      await anAvatar(app, seller),
      await anAvatar(app, seller),
      await anAvatar(app, stranger),
    ]
    await app.scope().db.avatar.update({ where: { id: deletedId }, data: { deletedAt: app.scope().now } })
    const items = { productType: 'inventory' }
    const made = await create({ ...items, templateIds: [own], avatarIds: [avatarId] })
    expect(made.status).toBe(200)
    expect(await rowOf(Object(made.body).id)).toMatchObject({ templateIds: [own], avatarIds: [avatarId] })
    for (const templateIds of [[others], [draft], [newId('inventoryTemplate', new Date())]])
      expect(await create({ ...items, templateIds })).toMatchObject(
        refusal(400, 'templateIds must be live templates of yours'),
      )
    for (const avatarIds of [[othersId], [deletedId], [newId('avatar', new Date())]])
      expect(await create({ ...items, avatarIds })).toMatchObject(refusal(400, 'avatarIds must be avatars of yours'))
    expect(await create({ ...items, templateIds: [own, own] })).toMatchObject(
      refusal(400, 'templateIds must not name an entry twice'),
    )
    const many = Array.from({ length: 21 }, () => newId('avatar', new Date()))
    expect(await create({ ...items, avatarIds: many })).toMatchObject({ status: 400 })
    expect(await create({ templateIds: [own] })).toMatchObject(
      refusal(400, 'templateIds is for products of type inventory'),
    )
    expect(await create({ avatarIds: [avatarId] })).toMatchObject({ status: 400 })
  })

  it('lets the platform give any live template, and none of what people make themselves', async () => {
    const [templateId, ugc] = [await aTemplate(app), 'invt_00000000-0000-4000-8000-000000000001']
    const fields = { displayName: 'x', type: 'INVENTORY', imageId: await anOwnImage(app, admin), isOfPlatform: true }
    const selection = 'createProduct { product { templates { id } } }'
    const made = await mutate(app, admin, selection, { ...fields, templateIds: [templateId] })
    expect(made.payload).toEqual({ product: { templates: [{ id: templateId }] } })
    expect(await refusedMutation(app, admin, 'createProduct', { ...fields, templateIds: [ugc] })).toEqual({
      ...{ code: 'BAD_INPUT', reason: 'UNKNOWN_REFERENCE', fields: ['templateIds.0'] },
    })
  })

  it('is for people with the permission to sell', async () => {
    expect(await create({ imageId: await anOwnImage(app, stranger) }, stranger)).toMatchObject(
      refusal(403, "You don't have permission."),
    )
    for (const given of [{ displayName: '' }, { imageId: newId('file', new Date()) }, { productType: 'hat' }])
      expect(await create(given)).toMatchObject({ status: 400 })
  })
})

describe('updateProduct', () => {
  it('changes what is given', async () => {
    const productId = await aProduct(app, seller, { productType: 'inventory' })
    const templateId = await aTemplate(app, { authorId: seller.id })
    expect(await update(productId, { displayName: ' Cap ', templateIds: [templateId] })).toMatchObject({
      ...{
        status: 200,
        body: { id: productId, displayName: 'Cap', description: 'To wear.', productType: 'inventory' },
      },
    })
    expect(await rowOf(productId)).toMatchObject({ templateIds: [templateId], avatarIds: [] })
    expect(await update(productId, { tags: [] }, admin)).toMatchObject({ status: 200 })
    expect(await rowOf(productId)).toMatchObject({ templateIds: [templateId] })
  })

  it('lets what stands stay, though its template is retired by now', async () => {
    const templateId = await aTemplate(app, { authorId: seller.id, status: 'retired' })
    const productId = await aProduct(app, seller, { productType: 'inventory', templateIds: [templateId] })
    expect(await update(productId, { templateIds: [templateId] })).toMatchObject({ status: 200 })
    expect(
      await update(await aProduct(app, seller, { productType: 'inventory' }), { templateIds: [templateId] }),
    ).toMatchObject({ status: 400 })
  })

  it('does not empty what an active listing sells, nor put avatars into instant ones', async () => {
    const templateIds = [await aTemplate(app, { authorId: seller.id })]
    const [avatarId] = [await anAvatar(app, seller)]
    const listingId = await anItemListing(app, seller, { templateIds, listingType: 'instant' })
    const { productIds } = await seller.api.call('getProductListing', { productId: listingId })
    const [productId = ''] = productIds
    expect(await update(productId, { templateIds: [] })).toMatchObject(
      refusal(400, 'templateIds or avatarIds are needed in an active listing'),
    )
    expect(await update(productId, { avatarIds: [avatarId] })).toMatchObject(
      refusal(400, 'avatarIds are not for listings of type instant'),
    )
  })

  it('is for the seller and admins, and not for archived products', async () => {
    const productId = await aProduct(app, seller)
    const other = await aSeller(app)
    expect(await update(productId, {}, other)).toMatchObject(refusal(404, 'Product not found'))
    expect(await update(newId('product', new Date()), {})).toMatchObject(refusal(404, 'Product not found'))
    expect(await update(productId, {}, stranger)).toMatchObject({ status: 403 })
    const archivedId = await aProduct(app, seller, { archivedAt: new Date() })
    expect(await update(archivedId, { tags: [] })).toMatchObject({ status: 400 })
  })
})

describe('deleteProduct', () => {
  it('archives, again the same, unless an active listing sells it', async () => {
    const productId = await aProduct(app, seller)
    const remove = (person: TestUser) => person.api.try('deleteProduct', { productId })
    const listingId = await aListing(app, seller, { productIds: [productId] })
    expect(await remove(seller)).toMatchObject(refusal(400, 'This product is in an active listing.'))
    await seller.api.call('deleteProductListingDirect', { productId: listingId })
    expect(await remove(await aSeller(app))).toMatchObject(refusal(404, 'Product not found'))
    expect(await remove(stranger)).toMatchObject({ status: 403 })
    for (let time = 0; time < 2; time++)
      expect(await remove(seller)).toMatchObject({ status: 200, body: { success: true } })
    expect(await rowOf(productId)).toMatchObject({ archivedAt: expect.any(Date) })
  })
})

describe('listUserProducts', () => {
  it('lists all to the seller and admins, to others what is for sale', async () => {
    const owner = await aSeller(app)
    const [sold, draft, archived] = [
      await aProduct(app, owner),
      await aProduct(app, owner),
      await aProduct(app, owner, { archivedAt: new Date() }),
    ]
    const listingId = await aListing(app, owner, { productIds: [sold] })
    await aListing(app, owner, { productIds: [draft], state: 'draft' })
    const idsFor = async (person: TestUser, query: object = {}) =>
      (await person.api.call('listUserProducts', { userId: owner.id, query })).map(({ id }) => id)
    expect(await idsFor(owner)).toEqual([archived, draft, sold])
    expect(await idsFor(admin)).toEqual([archived, draft, sold])
    expect(await idsFor(stranger)).toEqual([sold])
    expect(await idsFor(owner, { n: '1', offset: '1' })).toEqual([draft])
    const [product] = await stranger.api.call('listUserProducts', { userId: owner.id })
    expect(product).toMatchObject({ parentListings: [listingId], sellerId: owner.id })
  })
})
