import type { Prisma } from '../../../generated/prisma/client.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/** What an account of a person holds: tokens to spend, or what sales brought. */
export type OwnedPurpose = 'standard' | 'earnings'

/** Accounts of the platform; `issued:<provider>` is where bought tokens come from. */
type HousePurpose = 'grants' | 'fees' | 'losses' | 'payouts' | 'forfeited' | `issued:${string}`

/** An account by its code, and its owner if it has one. */
export interface AccountName {
  readonly code: string
  readonly ownerId: string | null
}

export const userAccount = (userId: string, purpose: OwnedPurpose): AccountName => ({
  code: `user:${userId}:${purpose}`,
  ownerId: userId,
})

export const houseAccount = (purpose: HousePurpose): AccountName => ({ code: `house:${purpose}`, ownerId: null })

/**
 * Makes the accounts that are missing. Those of people never go below 0. One statement, which waits for others that make
 * the same account, so that the next statement finds it.
 */
export async function ensureAccounts(
  { sql, now }: Pick<InTransaction, 'sql'> & Pick<Scope, 'now'>,
  names: readonly AccountName[],
): Promise<void> {
  const ids = names.map(() => newId('ledgerAccount', now))
  const codes = names.map(({ code }) => code)
  const owners = names.map(({ ownerId }) => ownerId)
  await sql`
    INSERT INTO "LedgerAccount" ("id", "code", "ownerId", "floor", "createdAt")
    SELECT wanted."id", wanted."code", wanted."ownerId", CASE WHEN wanted."ownerId" IS NULL THEN NULL ELSE 0 END, ${now}::timestamptz
    FROM unnest(${ids}::text[], ${codes}::text[], ${owners}::text[]) AS wanted("id", "code", "ownerId")
    WHERE NOT EXISTS (SELECT FROM "LedgerAccount" known WHERE known."code" = wanted."code")
    ORDER BY wanted."code"
    ON CONFLICT DO NOTHING`
}

/** Balances of an account in tokens; all 0 for an account that was never used. */
export interface AccountBalance {
  readonly posted: number
  readonly held: number
  /** Time of the first use; null for none. */
  readonly createdAt: Date | null
  readonly accountId: string | null
  /** Whether it has no entries. */
  readonly isUnused: boolean
}

/** The balances of an account. One statement. */
export async function readBalance({ db }: Pick<Scope, 'db'>, { code }: AccountName): Promise<AccountBalance> {
  const account = await db.ledgerAccount.findUnique({
    where: { code },
    include: { entries: { select: { id: true }, take: 1 } },
  })
  if (!account) return { posted: 0, held: 0, createdAt: null, accountId: null, isUnused: true }
  return {
    posted: Number(account.posted),
    held: Number(account.held),
    createdAt: account.createdAt,
    accountId: account.id,
    isUnused: account.entries.length === 0,
  }
}

/** An account that a transaction has locked. */
interface LockedAccount {
  readonly id: string
  readonly code: string
  /** Tokens. */
  readonly posted: string
}

/**
 * Locks the accounts of a condition until the transaction ends, in the order in which transfers lock them; after all other
 * locks but those of feeds. A condition that finds no account locks nothing.
 */
export const lockAccounts = ({ sql }: Pick<InTransaction, 'sql'>, condition: Prisma.Sql): Promise<LockedAccount[]> =>
  sql<LockedAccount>`
    SELECT "id", "code", "posted"::text AS "posted" FROM "LedgerAccount" WHERE ${condition} ORDER BY "id" FOR NO KEY UPDATE`
