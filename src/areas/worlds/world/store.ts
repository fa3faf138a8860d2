import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { contentChanged } from '../../files/events.ts'
import { lockWorld } from '../locks.ts'

/**
 * Names the store of a world in its record, which everybody can see; null for none. Locks the world. Does nothing for a
 * deleted world, which has no store.
 */
export async function setWorldStore(
  tx: Scope & InTransaction,
  { worldId, storeId }: { readonly worldId: string; readonly storeId: string | null },
): Promise<void> {
  const world = await lockWorld(tx, worldId)
  if (!world || world.deletedAt !== null || world.storeId === storeId) return
  await tx.db.world.update({ where: { id: worldId }, data: { storeId } })
  const change = { contentType: 'world', actionType: 'updated', itemId: worldId } as const
  tx.emit(contentChanged(trusted<'user'>(world.authorId), change))
}
