import type { InventoryItemId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { transact, type ViewerTransaction } from '../../../kernel/transaction.ts'
import { lockUser } from '../../users/locks.ts'
import { type ItemRow, readOwnItem } from './items.ts'

/**
 * Runs an act on an item of the viewer, who is locked. Its time is after the lock: an act that had to wait may find the item
 * consumed or expired. Throws `missing`.
 */
export const ownItemAct = <R>(
  scope: ViewerScope,
  id: InventoryItemId,
  work: (tx: ViewerTransaction, item: ItemRow) => Promise<R>,
): Promise<R> =>
  transact(scope, async (open) => {
    await lockUser(open, open.viewer.id)
    const tx = { ...open, now: open.clock.now() }
    return work(tx, await readOwnItem(tx, id))
  })
