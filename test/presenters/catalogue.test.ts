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
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'

const app = await sharedApp()
const { db } = app.scope()
const seller = await aSeller(app)
const scope = viewerScopeOf(app, seller)
const readOne = (id: string): Promise<ListingWithProducts> => readListing(scope, trusted<'product'>(id))

describe('productWire', () => {
  it('presents each column of a product', async () => {
    for (const flags of flagCombinations('groupAccess', 'groupAccessRemove', 'useForSubscriberList')) {
      const row = await aProductRow(app, seller.id, flags)
      expectDistinct({ ...row, archivedAt: undefined })
      const parents = [newId('product', new Date())]
      expectPresented(productWire(scope, { ...row, sellerDisplayName: 'A seller' }, parents), Product, {
        parents,
        row,
        seller,
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
      expectPresented(listingWire(scope, listing, parents), ProductListing, {
        group,
        iconId,
        name,
        product,
        row,
        seller,
        sellerDisplayName,
        variant,
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
    expectPresented(shelfWire(scope, shelf, listings), StoreShelf, { row, listing, seller })
    const bare = shelfWire(scope, { ...shelf, highlightListingId: null }, null)
    for (const field of ['highlightListingId', 'highlightListing', 'listings']) expect(field in bare).toBe(false)
  })
})
const wholeStore = (id: string) => readStore(scope, trusted<'store'>(id), { withListings: true })

describe('storeWire', () => {
  it('presents each column of the store of a group, and of a world', async () => {
    const [group, worldId] = [await aGroup(app), await aWorld(app, seller)]
    const { name } = await db.group.findUniqueOrThrow({ where: { id: group.id } })
    const world = await db.world.findUniqueOrThrow({ where: { id: worldId } })
    for (const place of [
      { storeType: 'group', groupId: group.id } as const,
      { storeType: 'world', worldId } as const,
    ]) {
      const [row, listing] = [await aStoreRow(app, seller.id, place), await aListingRow(app, seller.id)]
      const { groupId: _group, worldId: _world, ...columns } = row
      expectDistinct(columns)
      await db.storeListing.create({ data: { storeId: row.id, listingId: listing.id, position: 0 } })
      const store = storeWire(scope, await wholeStore(row.id), null)
      expectPresented(store, Store, { row, listing, seller, nameOfGroup: name, world })
    }
  })

  it('presents the shelves of the store of the platform', async () => {
    const row = await aStoreRow(app, seller.id)
    const { id } = await aShelfRow(app, row.id)
    const store = await wholeStore(row.id)
    const [shelf] = store.shelves
    if (!shelf) throw new Error('the shelf is not there')
    expectPresented(storeWire(scope, store, null), Store, { row, id, seller })
    expect('shelves' in storeWire(scope, { ...store, listings: null }, null)).toBe(false)
  })
})
