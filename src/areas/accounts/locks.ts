import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

/** Locks people's accounts until the transaction ends. */
export const lockAccounts = async (tx: InTransaction, userIds: readonly UserId[]): Promise<void> =>
  void (await tx.sql`
    SELECT 1 FROM "Account" WHERE "userId" = ANY(${[...userIds]}) ${rowLock(tx, 'account', { keys: userIds })}`)

/** Locks a person's account until the transaction ends. */
export const lockAccount = (tx: InTransaction, userId: UserId): Promise<void> => lockAccounts(tx, [userId])
