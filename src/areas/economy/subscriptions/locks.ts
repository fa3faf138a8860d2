import { rowLock } from '../../../kernel/locks.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/**
 * Locks people whose subscriptions change; each act does so first, and nothing else changes subscriptions. Answers the ids of
 * those who were not erased.
 */
export async function lockSubscribers(tx: InTransaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ readonly id: string }>`
    SELECT id FROM "User" WHERE id = ANY(${[...ids]}) AND "erasedAt" IS NULL
    ${rowLock(tx, 'user', { keys: ids, strength: 'NO KEY UPDATE' })}`
  return new Set(rows.map(({ id }) => id))
}
