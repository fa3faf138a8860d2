import { type Instance, Prisma } from '../../generated/prisma/client.ts'
import { columnList } from '../../kernel/columns.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

/**
 * Locks a group against changes of its members, roles and instances until the transaction ends; others who enter can hold
 * the lock at the same time. Whoever waits for a ban sees it in the next statement. Does nothing for an unknown group.
 */
export async function lockGroupForEntry(tx: InTransaction, id: string): Promise<void> {
  await tx.sql`SELECT FROM "Group" WHERE id = ${id} ${rowLock(tx, 'group', { keys: [id], strength: 'SHARE' })}`
}

/** Locks instances for a change of their occupants. */
export const lockInstancesAt = (tx: InTransaction, locations: readonly string[]) => tx.sql`
  SELECT FROM "Instance" WHERE location = ANY(${[...locations]})
  ${rowLock(tx, 'instance', { keys: locations, strength: 'NO KEY UPDATE' })}`

/** Locks and reads instances if one of them exists; otherwise it locks none. */
export const lockInstancesWith = (tx: InTransaction, location: string, keys: readonly string[]) =>
  tx.sql<Instance>`
    SELECT ${columnList(Prisma.InstanceScalarFieldEnum)} FROM "Instance" WHERE location = ANY(${[...keys]})
      AND EXISTS (SELECT FROM "Instance" WHERE location = ${location})
    ${rowLock(tx, 'instance', { keys, strength: 'NO KEY UPDATE' })}`
