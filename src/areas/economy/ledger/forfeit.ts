import { Prisma } from '../../../generated/prisma/client.ts'
import { newUuid } from '../../../kernel/ids.ts'
import { houseAccount, lockAccounts, userAccount } from './accounts.ts'
import { type LedgerTransaction, postTransfer } from './transfer.ts'

/**
 * Ends the holds of a person, and moves all tokens of the person to `house:forfeited`. Entries stay. It locks the accounts,
 * so it is the last of what a transaction locks, but for feeds.
 */
export async function forfeitTokens(tx: LedgerTransaction, userId: string): Promise<void> {
  const { sql } = tx
  const forfeited = houseAccount('forfeited')
  const [accounts] = await Promise.all([
    lockAccounts(tx, Prisma.sql`"ownerId" = ${userId} OR "code" = ${forfeited.code}`),
    sql`
      UPDATE "LedgerHold" SET "state" = 'released'
      WHERE "state" = 'open' AND "accountId" IN (SELECT "id" FROM "LedgerAccount" WHERE "ownerId" = ${userId})`,
  ])
  const postings = (['standard', 'earnings'] as const).map((purpose) => {
    const account = userAccount(userId, purpose)
    return { account, amount: -Number(accounts.find(({ code }) => code === account.code)?.posted ?? 0) }
  })
  const total = postings.reduce((sum, { amount }) => sum - amount, 0)
  if (total === 0) return
  await postTransfer(tx, {
    key: `forfeit:${userId}:${newUuid(tx.now)}`,
    kind: 'forfeit',
    postings: [...postings, { account: forfeited, amount: total }],
  })
}
