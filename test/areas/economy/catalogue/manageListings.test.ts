import { describe, expect, it } from 'vitest'
import { addMilliseconds, DAY } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anOwnImage, createdListing, createdProduct, graphIdOf, storedIdOf } from '../../../support/catalogue.ts'
import { aListing, aProduct, aSeller, letSell } from '../../../support/economy.ts'
import { aGroup, giveRole } from '../../../support/groups.ts'
import { mutate, refusedMutation } from '../../../support/jams.ts'
import { anAdmin, aUser } from '../../../support/users.ts'

const app = await sharedApp()
const [seller, admin] = [await aSeller(app), await anAdmin(app)]
const imageId = await anOwnImage(app, seller)
const productId = await createdProduct(app, seller)
const inDays = (days: number) => addMilliseconds(new Date(), days * DAY).toISOString()
const FIELDS = { displayName: ' A hat ', type: 'PERMANENT', productType: 'UDON', price: 100 }
const TIMED = { type: 'DURATION', duration: 3, durationUnit: 'DAY' }
const rowOf = (id: string) =>
  app
    .scope()
    .db.listing.findUniqueOrThrow({ where: { id: storedIdOf(id) }, include: { products: true, variants: true } })
const update = async (listingId: string, given: object, selection = '{ listing { id } }') =>
  mutate(app, seller, `updateListing ${selection}`, { listingId, ...given })
const refusedUpdate = (listingId: string, given: object) =>
  refusedMutation(app, seller, 'updateListing', { listingId, ...given })

describe('createListing', () => {
  it('makes a draft, or a listing that is for sale', async () => {
    const draft = await mutate(app, seller, 'createListing { listing { id state isForSale products { id } } }', FIELDS)
    expect(draft.payload).toEqual({
      listing: { id: expect.stringMatching(/^lstg_/), state: 'DRAFT', isForSale: false, products: [] },
    })
    const given = {
      ...{ ...FIELDS, ...TIMED, subtitle: ' Soft ', description: 'A hat.', imageId, plusPrice: 0 },
      ...{ isQuantifiable: true, isStackable: true, isBuyerRefundable: false, tags: ['hat'], isActive: true },
      ...{ productIds: [productId], expiresAt: inDays(9) },
      variants: [{ quantity: 5, unitPrice: 90, isRefundable: false, availableFrom: inDays(1) }],
    }
    const selection = `listing { displayName subtitle description imageId imageUrl type productType price plusPrice
      duration durationUnit isQuantifiable isStackable isBuyerRefundable tags state isForSale expiresAt
      products { id } variants { quantity unitPrice isRefundable availableFrom } purchaseCount purchaseQuantity
      seller { id } group { id } viewerCanUpdate } listingEdge { node { state } }`
    const { payload } = await mutate(app, seller, `createListing { ${selection} }`, given)
    const { variants, productIds: _ids, isActive: _active, imageId: image, ...fields } = given
    expect(payload).toEqual({
      listing: {
        ...fields,
        ...{ displayName: 'A hat', subtitle: 'Soft', imageId: image, imageUrl: expect.stringContaining(image) },
        ...{ state: 'ACTIVE', isForSale: true, products: [{ id: productId }], variants },
        ...{ purchaseCount: 0, purchaseQuantity: 0, seller: { id: seller.id }, group: null, viewerCanUpdate: true },
      },
      listingEdge: { node: { state: 'ACTIVE' } },
    })
  })

  it('is for people with the permission to sell, and for admins as the platform', async () => {
    expect(await refusedMutation(app, await aUser(app), 'createListing', FIELDS)).toMatchObject({
      ...{ code: 'FORBIDDEN', reason: 'SELLER_ONLY' },
    })
    const platforms = { ...FIELDS, isOfPlatform: true }
    expect(await refusedMutation(app, seller, 'createListing', platforms)).toMatchObject({ reason: 'ADMIN_ONLY' })
    const { payload } = await mutate(app, admin, 'createListing { listing { id } }', platforms)
    const id = Object(payload?.listing).id
    const stored = await admin.api.call('getProductListing', { productId: storedIdOf(id), query: {} })
    expect(stored).toMatchObject({ soldByVrc: true, sellerDisplayName: 'Plaza', active: false })
    expect(await app.scope().db.auditEntry.findMany({ where: { subjectId: storedIdOf(id) } })).toMatchObject([
      { act: 'createListing', actorId: admin.id, details: { listingType: 'permanent', priceTokens: 100 } },
    ])
  })

  it.each<[string, object, string, readonly string[]]>([
    ['an empty name', { displayName: ' ' }, 'TOO_SHORT', ['displayName']],
    ['a long subtitle', { subtitle: 'x'.repeat(129) }, 'TOO_LONG', ['subtitle']],
    ['a long description', { description: 'x'.repeat(2_001) }, 'TOO_LONG', ['description']],
    ['no price', { price: 0 }, 'TOO_SMALL', ['price']],
    ['a high price', { price: 1_000_001 }, 'TOO_LARGE', ['price']],
    ['a reduced price above the price', { plusPrice: 101 }, 'TOO_LARGE', ['plusPrice']],
    ['a negative reduced price', { plusPrice: -1 }, 'TOO_SMALL', ['plusPrice']],
    ['a duration of 0', { ...TIMED, duration: 0 }, 'TOO_SMALL', ['duration']],
    ['a long duration', { ...TIMED, duration: 367 }, 'TOO_LARGE', ['duration']],
    ['a duration for ever', { duration: 1, durationUnit: 'DAY' }, 'WRONG_COMBINATION', ['duration', 'durationUnit']],
    ['several for ever', { isQuantifiable: true }, 'WRONG_COMBINATION', ['isQuantifiable']],
    ['stacks of periods', { ...TIMED, type: 'SUBSCRIPTION', isStackable: true }, 'WRONG_COMBINATION', ['isStackable']],
    ['roles that are consumed', { type: 'INSTANT', productType: 'ROLE' }, 'WRONG_COMBINATION', ['type']],
    ['a time that is over', { expiresAt: inDays(-1) }, 'IN_PAST', ['expiresAt']],
    ['an unknown image', { imageId: newId('file', new Date()) }, 'UNKNOWN_REFERENCE', ['imageId']],
    ['an unknown product', { productIds: [newId('product', new Date())] }, 'UNKNOWN_REFERENCE', ['productIds.0']],
    [
      'a product of another type',
      { productType: 'INVENTORY', productIds: [productId] },
      'UNKNOWN_REFERENCE',
      ['productIds.0'],
    ],
    ['a product twice', { productIds: [productId, productId] }, 'DUPLICATE_ENTRIES', ['productIds.1']],
    [
      '21 products',
      { productIds: Array.from({ length: 21 }, () => newId('product', new Date())) },
      'TOO_MANY_ENTRIES',
      ['productIds', ...Array.from({ length: 21 }, (_, index) => `productIds.${index}`)],
    ],
    ['a variant of 0', { variants: [{ quantity: 0, unitPrice: 1 }] }, 'TOO_SMALL', ['variants.0.quantity']],
    ['a variant of two for ever', { variants: [{ quantity: 2, unitPrice: 1 }] }, 'WRONG_COMBINATION', ['variants']],
    ['a variant for nothing', { variants: [{ quantity: 1, unitPrice: 0 }] }, 'TOO_SMALL', ['variants.0.unitPrice']],
    [
      'a variant twice',
      { variants: [1, 1].map((quantity) => ({ quantity, unitPrice: 1 })) },
      'DUPLICATE_ENTRIES',
      ['variants.1'],
    ],
    [
      'a variant of another listing',
      { variants: [{ variantId: newId('listingVariant', new Date()), quantity: 1, unitPrice: 1 }] },
      'UNKNOWN_REFERENCE',
      ['variants.0'],
    ],
    ['a sale of nothing', { isActive: true }, 'LISTING_INCOMPLETE', ['productIds', 'imageId']],
    [
      'a sale for no time',
      { type: 'DURATION', isActive: true, imageId, productIds: [productId] },
      'LISTING_INCOMPLETE',
      ['duration', 'durationUnit'],
    ],
    ['several faults', { displayName: '', price: 0, tags: ['?'] }, 'TOO_SHORT', ['displayName', 'price', 'tags.0']],
  ])('refuses %s', async (_name, given, reason, fields) => {
    const refused = await refusedMutation(app, seller, 'createListing', { ...FIELDS, ...given })
    expect(refused).toEqual({ code: 'BAD_INPUT', reason, fields })
  })

  it('refuses products of others, archived ones, and roles of two groups', async () => {
    const others = await aProduct(app, await aSeller(app))
    const archived = await aProduct(app, seller, { archivedAt: new Date() })
    for (const productIds of [[others], [archived]])
      expect(await refusedMutation(app, seller, 'createListing', { ...FIELDS, productIds })).toMatchObject({
        ...{ reason: 'UNKNOWN_REFERENCE', fields: ['productIds.0'] },
      })
    const groups = [await aGroup(app, {}, undefined), await aGroup(app)]
    const roles: string[] = []
    for (const { id } of groups) roles.push(await aProduct(app, seller, { productType: 'role', groupId: id }))
    const given = { ...FIELDS, productType: 'ROLE', productIds: roles }
    expect(await refusedMutation(app, seller, 'createListing', given)).toMatchObject({
      ...{ reason: 'WRONG_COMBINATION', fields: ['productIds'] },
    })
  })

  it('knows the group of the roles that it sells', async () => {
    const group = await aGroup(app)
    await letSell(app, group.owner)
    const groupRoleId = await giveRole(app, group, group.owner, { permissions: [] })
    const role = { type: 'ROLE', groupId: group.id, groupRoleId }
    const roleProduct = await createdProduct(app, group.owner, role)
    const given = { productType: 'ROLE', productIds: [roleProduct] }
    const id = await createdListing(app, group.owner, given)
    expect(await rowOf(id)).toMatchObject({ groupId: group.id })
    const { name } = await app.scope().db.group.findUniqueOrThrow({ where: { id: group.id } })
    expect(await group.owner.api.call('getProductListing', { productId: storedIdOf(id), query: {} })).toMatchObject({
      ...{ groupId: group.id, groupName: name, productIds: [roleProduct] },
    })
  })
})

describe('updateListing', () => {
  it('changes what is given, clears by null, and keeps the rest', async () => {
    const variants = [{ quantity: 1, unitPrice: 90 }]
    const id = await createdListing(app, seller, { ...TIMED, imageId, plusPrice: 5, productIds: [productId], variants })
    const [standing] = (await rowOf(id)).variants
    const changed = [
      { variantId: standing?.id, quantity: 1, unitPrice: 80 },
      { quantity: 2, unitPrice: 70 },
    ]
    await update(id, { displayName: 'Cap', plusPrice: null, isQuantifiable: true, variants: changed })
    expect(await rowOf(id)).toMatchObject({
      ...{ displayName: 'Cap', priceTokens: 100, plusDiscountPrice: null, duration: 3, imageId, state: 'draft' },
      products: [{ productId }],
      variants: [
        { id: standing?.id, unitPriceTokens: 80 },
        { quantity: 2, unitPriceTokens: 70 },
      ],
    })
    await update(id, { isActive: true })
    expect(await rowOf(id)).toMatchObject({ state: 'active', variants: [{ id: standing?.id }, {}] })
    await update(id, { isActive: false, variants: [], productIds: [] })
    expect(await rowOf(id)).toMatchObject({ state: 'draft', variants: [], products: [] })
  })

  it('keeps a listing for sale complete', async () => {
    const id = await createdListing(app, seller, { imageId, productIds: [productId], isActive: true })
    for (const [given, field] of [
      [{ imageId: null }, 'imageId'],
      [{ productIds: [] }, 'productIds'],
    ] as const)
      expect(await refusedUpdate(id, given)).toEqual({
        ...{ code: 'BAD_INPUT', reason: 'LISTING_INCOMPLETE', fields: [field] },
      })
    expect((await update(id, { price: 7 }, '{ listing { price state } }')).payload).toEqual({
      listing: { price: 7, state: 'ACTIVE' },
    })
  })

  it('lets a time that is over stand, but not another one', async () => {
    const expiresAt = new Date(inDays(-1))
    const id = graphIdOf(await aListing(app, seller, { imageId, expiresAt }))
    expect((await update(id, { displayName: 'Cap', expiresAt: expiresAt.toISOString() })).error).toBeUndefined()
    expect(await refusedUpdate(id, { expiresAt: inDays(-2) })).toMatchObject({ reason: 'IN_PAST' })
    expect((await update(id, { expiresAt: null })).error).toBeUndefined()
  })

  it('is for the seller and admins, who leave an entry in the audit log', async () => {
    const id = await createdListing(app, seller)
    const change = { listingId: id, price: 5 }
    for (const [name, input] of [
      ['updateListing', change],
      ['archiveListing', { listingId: id }],
    ] as const) {
      expect(await refusedMutation(app, await aUser(app), name, input)).toMatchObject({ reason: 'SELLER_ONLY' })
      expect(await refusedMutation(app, await aSeller(app), name, input)).toEqual({
        ...{ code: 'NOT_FOUND', reason: 'LISTING_NOT_FOUND', fields: [] },
      })
    }
    expect((await mutate(app, admin, 'updateListing { listing { price viewerCanUpdate } }', change)).payload).toEqual({
      listing: { price: 5, viewerCanUpdate: true },
    })
    await mutate(app, admin, 'archiveListing', { listingId: id })
    const entries = await app
      .scope()
      .db.auditEntry.findMany({ where: { subjectId: storedIdOf(id) }, orderBy: { id: 'asc' } })
    expect(entries).toMatchObject([{ act: 'updateListing' }, { act: 'archiveListing', actorId: admin.id }])
  })
})

describe('archiveListing', () => {
  it('is final, takes it out of stores and shelves, and does nothing twice', async () => {
    const id = await aListing(app, seller)
    const { db, now } = app.scope()
    const store = await db.store.create({
      data: {
        ...{
          id: newId('store', now),
          storeType: 'house',
          sellerId: seller.id,
          displayName: 'x',
          createdAt: now,
          updatedAt: now,
        },
        listings: { create: { listingId: id, position: 0 } },
      },
    })
    const shelf = await db.storeShelf.create({
      data: {
        ...{ id: newId('storeShelf', now), storeId: store.id, title: 'x', position: 0, createdAt: now, updatedAt: now },
        ...{ highlightListingId: id, listings: { create: { listingId: id, position: 0 } } },
      },
    })
    for (let time = 0; time < 2; time++)
      expect(
        (
          await mutate(app, seller, 'archiveListing { listing { state isForSale viewerCanUpdate stores { id } } }', {
            listingId: graphIdOf(id),
          })
        ).payload,
      ).toEqual({ listing: { state: 'ARCHIVED', isForSale: false, viewerCanUpdate: false, stores: [] } })
    expect(await db.storeShelf.findUnique({ where: { id: shelf.id }, include: { listings: true } })).toMatchObject({
      ...{ highlightListingId: null, listings: [] },
    })
    expect(await refusedUpdate(graphIdOf(id), { price: 1 })).toMatchObject({
      ...{ code: 'CONFLICT', reason: 'ALREADY_ARCHIVED' },
    })
  })
})
