import { siblingId } from '../../src/kernel/ids.ts'
import { aListingRow, aProductRow, aShelfRow, aStoreRow, aVariantRow } from './catalogueRows.ts'
import type { PrepareNode } from './graphNode.ts'
import { flagCombinations, moment } from './records.ts'

export const catalogueNodes: Readonly<Record<string, PrepareNode>> = {
  async *Product(app, owner) {
    for (const flags of flagCombinations('groupAccess', 'groupAccessRemove', 'useForSubscriberList')) {
      const row = await aProductRow(app, owner.id, flags)
      yield { id: row.id, row }
    }
    const archived = await aProductRow(app, owner.id, { archivedAt: moment(9) })
    yield { id: archived.id, row: archived }
  },
  async *Listing(app, owner) {
    for (const flags of flagCombinations('isQuantifiable', 'isStackable', 'isBuyerRefundable')) {
      const row = await aListingRow(app, owner.id, flags)
      const id = siblingId('listing', row.id)
      yield { id, row }
    }
  },
  async *ListingVariant(app, owner) {
    for (const flags of flagCombinations('isNonRefundable')) {
      const row = await aVariantRow(app, (await aListingRow(app, owner.id)).id, flags)
      yield { id: row.id, row }
    }
  },
  async *Store(app, owner) {
    const row = await aStoreRow(app, owner.id)
    yield { id: row.id, row }
  },
  async *StoreShelf(app, owner) {
    const row = await aShelfRow(app, (await aStoreRow(app, owner.id)).id)
    yield { id: row.id, row }
  },
}
