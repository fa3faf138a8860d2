import { trusted, type UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

/**
 * Locks people until the transaction ends, which serialises the acts on what they hold. Answers the ids of those who were
 * not erased.
 */
export async function lockHolders(tx: InTransaction, ids: readonly string[]): Promise<UserId[]> {
  const rows = await tx.sql<{ readonly id: string }>`
    SELECT id FROM "User" WHERE id = ANY(${[...ids]}) AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys: ids, strength: 'NO KEY UPDATE' })}`
  return rows.map(({ id }) => trusted<'user'>(id))
}
