import { trusted } from '../../../kernel/ids.ts'
import { rowLock } from '../../../kernel/locks.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { contentChanged } from '../../files/events.ts'

interface LinkedWorld {
  readonly authorId: string
  readonly storeId: string | null
}

/**
 * Lets the record of a world name its store, which everybody can see; null for none. Locks the world. Does nothing for a
 * deleted world, which has no store.
 */
export async function setWorldStore(
  tx: Scope & InTransaction,
  { worldId, storeId }: { readonly worldId: string; readonly storeId: string | null },
): Promise<void> {
  const lock = rowLock(tx, 'world', { keys: [worldId], strength: 'NO KEY UPDATE' })
  const [world] = await tx.sql<LinkedWorld>`
    SELECT "authorId", "storeId" FROM "World" WHERE id = ${worldId} AND "deletedAt" IS NULL ${lock}`
  if (!world || world.storeId === storeId) return
  await tx.db.world.update({ where: { id: worldId }, data: { storeId } })
  const change = { contentType: 'world', actionType: 'updated', itemId: worldId } as const
  tx.emit(contentChanged(trusted<'user'>(world.authorId), change))
}
