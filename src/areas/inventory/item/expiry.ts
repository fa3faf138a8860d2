import { addMilliseconds, SECOND } from '../../../kernel/clock.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { emitItemChange } from '../events.ts'
import { TOKEN_SOURCE } from '../grant/grants.ts'

const BATCH_SIZE = 500
/** Longer than a transaction takes, so that no item goes while an act that found it has it in work. */
const GRACE = 15 * SECOND

interface ExpiredItem {
  readonly id: string
  readonly holderId: string
  readonly itemType: string
}

/**
 * Deletes items whose time is over, and tells their holders. Nobody has seen them since. Returns the number
 * of items.
 */
export async function deleteExpiredItems(scope: Scope): Promise<number> {
  await deleteTakenTokens(scope)
  for (let deleted = 0; ; ) {
    const count = await deleteBatch(scope)
    deleted += count
    if (count < BATCH_SIZE) return deleted
  }
}

/** Forgets who has taken what tokens offered that are over. */
const deleteTakenTokens = ({ client, now }: Scope) =>
  client.inventoryGrant.deleteMany({
    where: { expiryDate: { lte: addMilliseconds(now, -GRACE) }, source: { startsWith: TOKEN_SOURCE } },
  })

const deleteBatch = (scope: Scope): Promise<number> =>
  transact(scope, async (tx) => {
    const expired = await tx.sql<ExpiredItem>`
      DELETE FROM "InventoryItem" AS item USING "InventoryTemplate" AS template
      WHERE template.id = item."templateId" AND item.id IN (
        SELECT id FROM "InventoryItem" WHERE "expiryDate" <= ${addMilliseconds(tx.now, -GRACE)}
        ORDER BY "expiryDate" LIMIT ${BATCH_SIZE})
      RETURNING item.id, item."holderId", template."itemType"`
    for (const { id, holderId, itemType } of expired)
      emitItemChange(tx, { id, holderId: trusted<'user'>(holderId), template: { itemType } }, 'deleted')
    return expired.length
  })
