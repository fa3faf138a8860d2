import type { InventoryItemId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { ViewerTransaction } from '../../../kernel/transaction.ts'
import { emitItemChange } from '../events.ts'
import { assertRoom, giveItems, roomFor } from '../grant/give.ts'
import { markGrantsUsed, takeShare } from '../grant/shares.ts'
import { bundledTemplates } from '../template/templates.ts'
import { assertFlag } from './flags.ts'
import type { ItemRow } from './items.ts'
import { ownItemAct } from './ownItemAct.ts'

/** What has come of a consumed item. */
interface Consumption {
  /** Ids of the items that a bundle has given. */
  readonly itemIds: readonly string[]
  /** Ids of templates of which the person has one already and can have no second. */
  readonly heldTemplateIds: readonly string[]
}

/**
 * Consumes one of an item of the viewer; a bundle gives what is in it, until its own time is over. Throws `missing`,
 * `conflict` for one that cannot be consumed, and when what is in a bundle has no room.
 */
export const consumeItem = (scope: ViewerScope, id: InventoryItemId): Promise<Consumption> =>
  ownItemAct(scope, id, async (tx, item) => {
    assertFlag(item, 'consumable')
    await markGrantsUsed(tx, id)
    const grantId = await takeShare(tx, id)
    await takeOne(tx, item)
    return openBundle(tx, item, grantId)
  })

async function takeOne(tx: ViewerTransaction, item: ItemRow): Promise<void> {
  const { id, quantity } = item
  const data = { quantity: { decrement: 1 }, updatedAt: tx.now }
  if (quantity > 1) await tx.db.inventoryItem.update({ where: { id }, data })
  else await tx.db.inventoryItem.delete({ where: { id } })
  emitItemChange(tx, item, quantity > 1 ? 'updated' : 'deleted')
}

async function openBundle(tx: ViewerTransaction, item: ItemRow, grantId: string | null): Promise<Consumption> {
  const templates = await bundledTemplates(tx, item.template)
  if (templates.length === 0) return { itemIds: [], heldTemplateIds: [] }
  const { holderId, expiryDate, source } = item
  assertRoom(await roomFor(tx, holderId), templates, 1)
  return giveItems(tx, { holderId, templates, quantity: 1, expiryDate, source, grantId })
}
