import { describe, expect, it } from 'vitest'
import { type ListingWithProducts, readListing } from '../../src/areas/economy/catalogue/listings.ts'
import { readShelves } from '../../src/areas/economy/catalogue/shelves.ts'
import { readStore } from '../../src/areas/economy/catalogue/stores.ts'
import { listingWire, productWire, shelfWire, storeWire } from '../../src/areas/economy/wire/catalogue.ts'
import { Product, ProductListing, Store, StoreShelf } from '../../src/contract/shapes/economy.ts'
import { newId, trusted } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aSeller } from '../support/economy.ts'
import { aGroup } from '../support/groups.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { aWorld } from '../support/worlds.ts'
import { aListingRow, aProductRow, aShelfRow, aStoreRow, aVariantRow } from './catalogueRows.ts'
import { expectDistinct, expectRecord, flagCombinations, moment, unserved } from './records.ts'

const app = await sharedApp()
const { db } = app.scope()
const seller = await aSeller(app)
const scope = viewerScopeOf(app, seller)
const urlOf = (fileId: string | null) => `http://plaza.test/api/1/file/${fileId}/1/file`
const readOne = (id: string): Promise<ListingWithProducts> => readListing(scope, trusted<'product'>(id))

describe('productWire', () => {
  it('presents each column of a product', async () => {
    for (const flags of flagCombinations('groupAccess', 'groupAccessRemove', 'useForSubscriberList')) {
      const row = await aProductRow(app, seller.id, flags)
      expectDistinct({ ...row, archivedAt: undefined })
      const parents = [newId('product', new Date())]
      expectRecord(productWire(scope, { ...row, sellerDisplayName: 'A seller' }, parents), Product, {
        ...{ id: row.id, displayName: row.displayName, description: row.description, tags: row.tags },
        ...{ groupId: row.groupId, groupRoleId: row.groupRoleId, ...flags, archived: false, productType: 'role' },
        ...{ imageId: row.imageId, imageUrl: urlOf(row.imageId), parentListings: parents },
        ...{ sellerId: seller.id, sellerDisplayName: 'A seller' },
        ...{ created: moment(1).toISOString(), updated: moment(2).toISOString() },
        ...unserved('productTypeLabel', 'purchaseCount', 'purchaseCountQuantity'),
      })
    }
    const bare = { groupId: null, groupRoleId: null, archivedAt: moment(3), sellerDisplayName: 'A seller' }
    const record = productWire(scope, { ...(await aProductRow(app, seller.id)), ...bare }, [])
    expect(record).toMatchObject({ archived: true, parentListings: [] })
    expect('groupId' in record || 'groupRoleId' in record).toBe(false)
  })
})

describe('listingWire', () => {
  it('presents each column of a listing', async () => {
    const group = await aGroup(app)
    const iconId = newId('file', new Date())
    const { name } = await db.group.update({ where: { id: group.id }, data: { iconId } })
    for (const flags of flagCombinations('isQuantifiable', 'isStackable', 'isBuyerRefundable')) {
      const row = await aListingRow(app, seller.id, { groupId: group.id, ...flags })
      expectDistinct(row)
      const variant = await aVariantRow(app, row.id, { isNonRefundable: true })
      const product = await aProductRow(app, seller.id)
      await db.listingProduct.create({ data: { listingId: row.id, productId: product.id, position: 0 } })
      const listing = await readOne(row.id)
      const parents = new Map([[product.id, [row.id]]])
      const { displayName: sellerDisplayName } = await db.user.findUniqueOrThrow({ where: { id: seller.id } })
      const products = [productWire(scope, { ...product, sellerDisplayName }, [row.id])]
      expectRecord(listingWire(scope, listing, parents), ProductListing, {
        ...{ id: row.id, displayName: row.displayName, subtitle: row.subtitle, description: row.description },
        ...{ tags: row.tags, groupId: group.id, groupName: name, groupIcon: iconId, imageId: row.imageId },
        ...{ imageUrl: urlOf(row.imageId), listingType: 'duration', productType: 'inventory', duration: 3 },
        ...{ durationType: 'week', priceTokens: 71, vrcPlusDiscountPrice: 61, purchaseCount: 11 },
        ...{ purchaseCountQuantity: 12, active: true, archived: false, permanent: false, recurrable: false },
        ...{ refundable: true, hasAvatar: true, hasUdon: false, soldByVrc: false, storeIds: [] },
        ...{ quantifiable: row.isQuantifiable, stackable: row.isStackable, buyerRefundable: row.isBuyerRefundable },
        ...{ sellerId: seller.id, sellerDisplayName, productIds: [product.id], products, hydratedProducts: products },
        ...{ created: moment(3).toISOString(), updated: moment(4).toISOString() },
        whenToExpire: row.expiresAt?.toISOString(),
        listingVariants: [
          {
            ...{ listingVariantId: variant.id, quantity: 5, unitPriceTokens: 51, nonRefundable: true },
            ...{ sellerVariant: true, effectiveFrom: moment(5).toISOString() },
          },
        ],
      })
      expect(listingWire(scope, listing, null)).toMatchObject({ products: [{ id: product.id }] })
    }
  })

  it('leaves out what a listing has not', async () => {
    const none = { groupId: null, imageId: null, plusDiscountPrice: null, expiresAt: null, duration: null }
    const row = await aListingRow(app, seller.id, { ...none, durationType: null, listingType: 'permanent' })
    const record = listingWire(scope, await readOne(row.id), null)
    expect(record).toMatchObject({
      ...{ permanent: true, groupName: null, imageUrl: null, whenToExpire: null, duration: null, durationType: null },
    })
    for (const field of ['groupId', 'groupIcon', 'imageId', 'vrcPlusDiscountPrice', 'hydratedProducts'])
      expect(field in record).toBe(false)
    const other = { ...(await readOne(row.id)), listingType: 'subscription', productType: 'udon', state: 'archived' }
    expect(listingWire(scope, other, null)).toMatchObject({
      ...{ recurrable: true, permanent: false, hasUdon: true, archived: true, active: false },
    })
  })
})

describe('shelfWire', () => {
  it('presents each column of a shelf, and its listings if they were read', async () => {
    const store = await aStoreRow(app, seller.id)
    const listing = await aListingRow(app, seller.id)
    const row = await aShelfRow(app, store.id, { highlightListingId: listing.id })
    expectDistinct(row)
    await db.shelfListing.create({ data: { shelfId: row.id, listingId: listing.id, position: 0 } })
    const { shelves, listings } = await readShelves(scope, trusted<'store'>(store.id), {
      view: 'all',
      withListings: true,
    })
    const [shelf] = shelves
    if (!shelf) throw new Error('the shelf is not there')
    const record = listingWire(scope, await readOne(listing.id), null)
    expectRecord(shelfWire(scope, shelf, listings), StoreShelf, {
      ...{ id: row.id, shelfTitle: row.title, shelfDescription: row.description, shelfLayout: row.layout },
      ...{ highlightListingId: listing.id, highlightListing: record, listingIds: [listing.id], listings: [record] },
      updatedAt: moment(9).toISOString(),
    })
    const bare = shelfWire(scope, { ...shelf, highlightListingId: null }, null)
    for (const field of ['highlightListingId', 'highlightListing', 'listings']) expect(field in bare).toBe(false)
  })
})

/** What the record of a store has in common with others. */
const storeFields = (row: Awaited<ReturnType<typeof aStoreRow>>, sellerDisplayName: string) => ({
  ...{ id: row.id, storeId: row.id, displayName: row.displayName, description: row.description, tags: row.tags },
  ...{ storeStatus: 'public', sellerId: seller.id, sellerDisplayName },
  ...{ created: moment(6).toISOString(), updated: moment(7).toISOString() },
})

const nameOfSeller = async () => (await db.user.findUniqueOrThrow({ where: { id: seller.id } })).displayName
const wholeStore = (id: string) => readStore(scope, trusted<'store'>(id), { withListings: true })

describe('storeWire', () => {
  it('presents each column of the store of a group, and of a world', async () => {
    const [group, worldId] = [await aGroup(app), await aWorld(app, seller)]
    const { name } = await db.group.findUniqueOrThrow({ where: { id: group.id } })
    const world = await db.world.findUniqueOrThrow({ where: { id: worldId } })
    const listing = await aListingRow(app, seller.id)
    const imageUrl = expect.stringContaining('group-icon')
    const places = [
      { place: { storeType: 'group', groupId: group.id }, storeContext: { id: group.id, name, imageUrl } },
      {
        place: { storeType: 'world', worldId },
        storeContext: { id: worldId, name: world.name, imageUrl: world.imageUrl },
      },
    ] as const
    for (const { place, storeContext } of places) {
      const row = await aStoreRow(app, seller.id, place)
      const { groupId: _group, worldId: _world, ...columns } = row
      expectDistinct(columns)
      await db.storeListing.create({ data: { storeId: row.id, listingId: listing.id, position: 0 } })
      const record = listingWire(scope, await readOne(listing.id), null)
      expectRecord(storeWire(scope, await wholeStore(row.id), null), Store, {
        ...{ ...storeFields(row, await nameOfSeller()), ...unserved('groupId', 'worldId', 'shelfIds', 'shelves') },
        ...{ ...place, storeContext, listingIds: [listing.id], listings: [record] },
      })
    }
  })

  it('presents the shelves of the store of the platform', async () => {
    const row = await aStoreRow(app, seller.id)
    const { id } = await aShelfRow(app, row.id)
    const store = await wholeStore(row.id)
    const [shelf] = store.shelves
    if (!shelf) throw new Error('the shelf is not there')
    expectRecord(storeWire(scope, store, null), Store, {
      ...{ ...storeFields(row, await nameOfSeller()), storeType: 'house', shelfIds: [id] },
      ...{ shelves: [shelfWire(scope, shelf, store.listings)] },
      ...unserved('groupId', 'worldId', 'storeContext', 'listingIds', 'listings'),
    })
    expect('shelves' in storeWire(scope, { ...store, listings: null }, null)).toBe(false)
  })
})
