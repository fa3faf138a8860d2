import { rowLock } from '../../../kernel/locks.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/**
 * Locks a group against changes of its members, roles and instances until the transaction ends; others who enter can hold
 * the lock at the same time. Whoever waits for a ban sees it in the next statement. Does nothing for an unknown group.
 */
export async function lockGroupForEntry(tx: InTransaction, id: string): Promise<void> {
  await tx.sql`SELECT FROM "Group" WHERE id = ${id} ${rowLock(tx, 'group', { keys: [id], strength: 'SHARE' })}`
}
