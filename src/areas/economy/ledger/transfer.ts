import { Failure } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { ledgerTransferred, walletChanged } from '../events.ts'
import { type AccountName, ensureAccounts } from './accounts.ts'

export const TRANSFER_KINDS = [
  'topup',
  'grant',
  'revoke',
  'purchase',
  'renewal',
  'refund',
  'chargeback',
  'payout',
  'forfeit',
] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** The kind of a stored transfer. Throws for an unknown one. */
export function transferKindOf({ kind }: { readonly kind: string }): TransferKind {
  const known = TRANSFER_KINDS.find((name) => name === kind)
  if (known === undefined) throw new Error(`There is no kind of transfers ${kind}`)
  return known
}

/** What a transfer adds to an account, or takes from it. */
export interface Posting {
  readonly account: AccountName
  /** Tokens; below 0 if they leave the account. Postings of 0 are left out. */
  readonly amount: number
}

export interface Transfer {
  /** Names what causes the transfer, so that it happens once. */
  readonly key: string
  readonly kind: TransferKind
  /** Their sum is 0, and no account occurs twice. */
  readonly postings: readonly Posting[]
  readonly reversesId?: string | undefined
  /** Who caused it; null for the platform. */
  readonly actorId?: string | null
  readonly purchaseId?: string | null
  readonly transactionId?: string | null
  readonly memo?: string
}

/** The transaction of a transfer. */
export type LedgerTransaction = Pick<InTransaction, 'sql' | 'emit'> & Pick<Scope, 'now'>

export const notEnoughTokens = () => new Failure('invalid', 'Not enough tokens.', { reason: 'insufficient_funds' })

/** Whether a statement was refused because it would take more from an account than it has. */
export const isBelowFloor = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('LedgerAccount_floor_check')

/**
 * Moves tokens and returns the number of the transfer. No balance is read before: the database refuses what an account does
 * not have, which throws `invalid` with reason insufficient_funds. Throws a unique violation for a key that was used. The
 * entries are made in the order of their accounts: transfers that lock accounts in different orders could deadlock. Only
 * feeds may be locked after the accounts. The owners of the accounts are told, and admins. All statements are sent at
 * once, before the first answer.
 */
export async function postTransfer(tx: LedgerTransaction, transfer: Transfer): Promise<string> {
  const postings = transfer.postings.filter(({ amount }) => amount !== 0)
  tellOwners(
    tx,
    postings.map(({ account }) => account),
  )
  tx.emit(ledgerTransferred(transfer.key))
  const codes = postings.map(({ account }) => account.code)
  const amounts = postings.map(({ amount }) => amount)
  const [, [row]] = await Promise.all([
    ensureAccounts(
      tx,
      postings.map(({ account }) => account),
    ),
    tx.sql<{ readonly id: string }>`
      WITH transfer AS (
        INSERT INTO "LedgerTransfer" ("key", "kind", "reversesId", "actorId", "purchaseId", "transactionId", "memo", "at")
        VALUES (${transfer.key}, ${transfer.kind}, ${transfer.reversesId ?? null}::bigint, ${transfer.actorId ?? null},
          ${transfer.purchaseId ?? null}, ${transfer.transactionId ?? null}, ${transfer.memo ?? ''}, ${tx.now}::timestamptz)
        RETURNING "id"
      ), entries AS (
        INSERT INTO "LedgerEntry" ("transferId", "accountId", "amount")
        SELECT transfer."id", account."id", posting."amount"
        FROM transfer, unnest(${codes}::text[], ${amounts}::bigint[]) AS posting("code", "amount")
        JOIN "LedgerAccount" account ON account."code" = posting."code"
        ORDER BY account."id"
      )
      SELECT "id"::text AS "id" FROM transfer`,
  ]).catch((error: unknown) => {
    throw isBelowFloor(error) ? notEnoughTokens() : error
  })
  if (!row) throw new Error(`The transfer ${transfer.key} has no number`)
  return row.id
}

/** Tells the owners of accounts that their wallets have changed, each once. */
export function tellOwners(
  { emit }: Pick<LedgerTransaction, 'emit'>,
  accounts: readonly Pick<AccountName, 'ownerId'>[],
) {
  const owners = accounts.flatMap(({ ownerId }) => (ownerId === null ? [] : [trusted<'user'>(ownerId)]))
  for (const owner of new Set(owners)) emit(walletChanged(owner))
}
