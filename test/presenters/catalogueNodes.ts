import { siblingId } from '../../src/kernel/ids.ts'
import { aListingRow, aProductRow, aShelfRow, aStoreRow, aVariantRow } from './catalogueRows.ts'
import type { PrepareNode } from './graphNode.ts'
import { flagCombinations, moment } from './records.ts'

const imageUrlOf = (fileId: string | null) => `http://plaza.test/api/1/file/${fileId}/1/file`

export const catalogueNodes: Readonly<Record<string, PrepareNode>> = {
  async *Product(app, owner) {
    for (const flags of flagCombinations('groupAccess', 'groupAccessRemove', 'useForSubscriberList')) {
      const row = await aProductRow(app, owner.id, flags)
      const named = { type: 'ROLE', imageUrl: imageUrlOf(row.imageId), isArchived: false, viewerCanUpdate: true }
      const renamed = {
        joinsGroup: row.groupAccess,
        leavesGroup: row.groupAccessRemove,
        isForSubscriberList: row.useForSubscriberList,
      }
      yield { id: row.id, row, computed: { ...named, ...renamed } }
    }
    const archived = await aProductRow(app, owner.id, { archivedAt: moment(9) })
    const rights = { isArchived: true, viewerCanUpdate: false }
    const none = { joinsGroup: false, leavesGroup: false, isForSubscriberList: false }
    const computed = { type: 'ROLE', imageUrl: imageUrlOf(archived.imageId), ...none, ...rights }
    yield { id: archived.id, row: archived, computed }
  },
  async *Listing(app, owner) {
    for (const flags of flagCombinations('isQuantifiable', 'isStackable', 'isBuyerRefundable')) {
      const row = await aListingRow(app, owner.id, flags)
      const id = siblingId('listing', row.id)
      const prices = { price: row.priceTokens, plusPrice: row.plusDiscountPrice, durationUnit: 'WEEK' }
      const state = { type: 'DURATION', isForSale: true, viewerCanUpdate: true }
      yield { id, row, computed: { id, imageUrl: imageUrlOf(row.imageId), ...prices, ...state } }
    }
  },
  async *ListingVariant(app, owner) {
    for (const flags of flagCombinations('isNonRefundable')) {
      const row = await aVariantRow(app, (await aListingRow(app, owner.id)).id, flags)
      const availableFrom = moment(5).toISOString()
      const computed = { unitPrice: row.unitPriceTokens, isRefundable: !row.isNonRefundable, availableFrom }
      yield { id: row.id, row, computed }
    }
  },
  async *Store(app, owner) {
    const row = await aStoreRow(app, owner.id)
    yield { id: row.id, row, computed: { type: 'HOUSE', viewerCanUpdate: true, viewerCanUpdateShelves: true } }
  },
  async *StoreShelf(app, owner) {
    const row = await aShelfRow(app, (await aStoreRow(app, owner.id)).id)
    yield { id: row.id, row }
  },
}
