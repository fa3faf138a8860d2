import { newId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { moment } from './records.ts'

const NOW = new Date()

/** A product with a different value in each column, of a seller. */
export async function aProductRow({ scope }: TestApp, sellerId: string, flags: object = {}) {
  const ids = { id: newId('product', NOW), imageId: newId('file', NOW) }
  const role = { groupId: newId('group', NOW), groupRoleId: newId('groupRole', NOW) }
  const texts = { displayName: 'A product', description: 'About the product', tags: ['product'], productType: 'role' }
  const times = { createdAt: moment(1), updatedAt: moment(2) }
  const given = { templateIds: [newId('inventoryTemplate', NOW)], avatarIds: [newId('avatar', NOW)] }
  return scope().db.product.create({ data: { ...ids, sellerId, ...role, ...texts, ...given, ...times, ...flags } })
}

/** A listing with a different value in each column, of a seller. */
export async function aListingRow({ scope }: TestApp, sellerId: string, given: object = {}) {
  const ids = { id: newId('product', NOW), imageId: newId('file', NOW), groupId: newId('group', NOW) }
  const texts = { displayName: 'A listing', subtitle: 'Below', description: 'About the listing', tags: ['listing'] }
  const kind = { listingType: 'duration', productType: 'inventory', state: 'active' }
  const numbers = { priceTokens: 71, plusDiscountPrice: 61, duration: 3, purchaseCount: 11, purchaseQuantity: 12 }
  const times = { durationType: 'week', expiresAt: new Date('2100-01-01T00:00:00.000Z') }
  return scope().db.listing.create({
    data: {
      ...{ ...ids, sellerId, ...texts, ...kind, ...numbers, ...times },
      ...{ createdAt: moment(3), updatedAt: moment(4), ...given },
    },
  })
}

/** A variant of a listing with a different value in each column. */
export const aVariantRow = ({ scope }: TestApp, listingId: string, flags: object = {}) =>
  scope().db.listingVariant.create({
    data: {
      ...{ id: newId('listingVariant', NOW), listingId, quantity: 5, unitPriceTokens: 51 },
      ...{ effectiveFrom: moment(5), ...flags },
    },
  })

/** A store with a different value in each column, of a seller. */
export const aStoreRow = ({ scope }: TestApp, sellerId: string, given: object = {}) =>
  scope().db.store.create({
    data: {
      ...{ id: newId('store', NOW), sellerId, displayName: 'A store', description: 'About the store' },
      ...{ storeType: 'house', status: 'public', tags: ['store'], createdAt: moment(6), updatedAt: moment(7) },
      ...given,
    },
  })

/** A shelf of a store with a different value in each column. */
export const aShelfRow = ({ scope }: TestApp, storeId: string, given: object = {}) =>
  scope().db.storeShelf.create({
    data: {
      ...{ id: newId('storeShelf', NOW), storeId, title: 'A shelf', description: 'About the shelf', layout: 'rows' },
      ...{ status: 'preview', position: 9, createdAt: moment(8), updatedAt: moment(9), ...given },
    },
  })
