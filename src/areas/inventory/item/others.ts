import type { InventoryItemId, UserId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { itemNotFound } from '../policy.ts'
import { readToken } from '../share/tokens.ts'
import { type ItemRow, itemsByIds } from './items.ts'

/**
 * An item of a person that the viewer can see, or that the holder shows here by this token. Throws `missing` for any other.
 */
export async function readItemOf(
  scope: ViewerScope,
  holderId: UserId,
  { id, token }: { readonly id: InventoryItemId; readonly token?: string | undefined },
): Promise<ItemRow> {
  const [item] = await itemsByIds(scope, [id])
  if (item?.holderId === holderId) return item
  const shown = token === undefined ? null : await readToken(scope, token)
  if (shown?.kind !== 'spawn' || shown.item.id !== id || shown.holderId !== holderId) throw itemNotFound()
  return shown.item
}
