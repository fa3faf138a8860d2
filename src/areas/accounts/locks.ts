import type { UserId } from '../../kernel/ids.ts'
import { rowLock } from '../../kernel/locks.ts'
import type { InTransaction } from '../../kernel/transaction.ts'

/** Locks a person's account until the transaction ends. */
export const lockAccount = async (tx: InTransaction, userId: UserId): Promise<void> =>
  void (await tx.db.$queryRaw`
    SELECT 1 FROM "Account" WHERE "userId" = ${userId} ${rowLock(tx, 'account', { keys: [userId] })}`)
