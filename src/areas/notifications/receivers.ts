import { isId, type UserId } from '../../kernel/ids.ts'
import type { Open } from '../../kernel/transaction.ts'

/**
 * Those of these people who were not erased, in the order of their ids, and kept from being erased until the transaction
 * ends: what is sent to them before is erased with them. To be called before any of their notifications is locked.
 */
export async function holdReceivers({ db }: Open, ids: readonly string[]): Promise<UserId[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "User" WHERE id = ANY(${ids}) AND "erasedAt" IS NULL ORDER BY id FOR SHARE`
  return rows.map(({ id }) => id).filter((id) => isId('user', id))
}
