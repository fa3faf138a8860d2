import type { UserId } from '../../kernel/ids.ts'
import type { Open } from '../../kernel/transaction.ts'

/**
 * Keeps other acts from a person's account until the transaction ends. Who changes the account and the user's row
 * locks the account first: in one order nobody waits for who waits for them.
 */
export const lockAccount = async ({ db }: Open, userId: UserId): Promise<void> =>
  void (await db.$queryRaw`SELECT 1 FROM "Account" WHERE "userId" = ${userId} FOR UPDATE`)
