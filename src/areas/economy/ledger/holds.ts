import { Prisma } from '../../../generated/prisma/client.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { type AccountName, lockAccounts } from './accounts.ts'
import { isBelowFloor, type LedgerTransaction, notEnoughTokens, tellOwners } from './transfer.ts'

interface Hold {
  /** Names what causes the hold, so that there is one: `sale:<purchaseId>`. */
  readonly key: string
  readonly account: AccountName
  /** Tokens, more than 0. */
  readonly amount: number
  /** Time from which a job releases it; null for none. */
  readonly until: Date | null
}

/** Keeps tokens of an account from being spent. Throws `invalid` with reason insufficient_funds if it has fewer. */
export async function holdTokens(tx: LedgerTransaction, { key, account, amount, until }: Hold): Promise<void> {
  tellOwners(tx, [account])
  const held = await tx.sql<unknown>`
    INSERT INTO "LedgerHold" ("id", "key", "accountId", "amount", "until", "createdAt")
    SELECT ${newId('ledgerHold', tx.now)}, ${key}, "id", ${amount}::bigint, ${until}::timestamptz, ${tx.now}::timestamptz
    FROM "LedgerAccount" WHERE "code" = ${account.code}
    RETURNING "id"`.catch((error: unknown) => {
    throw isBelowFloor(error) ? notEnoughTokens() : error
  })
  if (held.length === 0) throw notEnoughTokens()
}

/** Releases an open hold. False if it has ended. */
export async function endHold(tx: LedgerTransaction, key: string): Promise<boolean> {
  const [, ended] = await Promise.all([
    lockAccounts(tx, Prisma.sql`"id" IN (SELECT "accountId" FROM "LedgerHold" WHERE "key" = ${key})`),
    tx.sql<HeldAccount>`
      UPDATE "LedgerHold" hold SET "state" = 'released' FROM "LedgerAccount" account
      WHERE hold."key" = ${key} AND hold."state" = 'open' AND account."id" = hold."accountId"
      RETURNING account."ownerId"`,
  ])
  tellOwners(tx, ended)
  return ended.length > 0
}

interface HeldAccount {
  readonly ownerId: string | null
}

/** Holds that one transaction releases. */
const BATCH_SIZE = 200

/** Releases holds whose time has passed. A batch at a time, so that sales wait for a moment only. */
export async function releaseDueHolds(scope: Scope): Promise<number> {
  let released = 0
  for (;;) {
    const count = await transact(scope, releaseBatch)
    released += count
    if (count === 0) return released
  }
}

/** Accounts are locked in their order before their holds, as by every transfer. */
async function releaseBatch(tx: LedgerTransaction): Promise<number> {
  const { sql, now } = tx
  const due = await sql<{ readonly id: string; readonly accountId: string }>`
    SELECT "id", "accountId" FROM "LedgerHold" WHERE "state" = 'open' AND "until" <= ${now}::timestamptz
    ORDER BY "until" LIMIT ${BATCH_SIZE}`
  const accountIds = due.map(({ accountId }) => accountId)
  await lockAccounts(tx, Prisma.sql`"id" = ANY(${accountIds}::text[])`)
  const ids = due.map(({ id }) => id)
  const ended = await sql<HeldAccount>`
    UPDATE "LedgerHold" hold SET "state" = 'released' FROM "LedgerAccount" account
    WHERE hold."id" = ANY(${ids}::text[]) AND hold."state" = 'open' AND hold."until" <= ${now}::timestamptz
      AND account."id" = hold."accountId"
    RETURNING account."ownerId"`
  tellOwners(tx, ended)
  return due.length
}
