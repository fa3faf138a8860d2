import { Prisma } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import { type AccountName, houseAccount, lockAccounts } from './accounts.ts'
import { endHold } from './holds.ts'
import { type LedgerTransaction, type Posting, postTransfer, type TransferKind } from './transfer.ts'

export interface Reversal {
  /** Names what causes the reversal, so that it happens once: `refund:<purchaseId>`. */
  readonly key: string
  readonly kind: TransferKind
  /**
   * Whether `house:losses` pays what the account of a person no longer has. Otherwise such a reversal is refused with
   * `invalid`, reason insufficient_funds. Tokens that are held do not count.
   */
  readonly isFilledFromLosses?: boolean
  /** Key of a hold on the tokens that go back, which is released before if it is open. */
  readonly holdKey?: string | undefined
  /** Who caused it; null for the platform. */
  readonly actorId?: string | null
  readonly memo?: string
}

interface ReversalResult {
  /** Number of the reversing transfer. */
  readonly transferId: string
  /** Tokens that `house:losses` has paid. */
  readonly fromLosses: number
}

export const alreadyReversed = () =>
  new Failure('conflict', 'This was refunded already.', { reason: 'already_refunded' })

/**
 * Moves the tokens of a transfer back by another one, which names the same purchase and payment. Throws `conflict` with
 * reason already_refunded if that was done before. A reversal can be reversed, too. It locks the accounts, so it is the
 * last of what a transaction locks, but for feeds.
 */
export async function reverseTransfer(
  tx: LedgerTransaction,
  transferId: string,
  { isFilledFromLosses = false, holdKey, ...reversal }: Reversal,
): Promise<ReversalResult> {
  const [, , entries, [transfer]] = await Promise.all([
    lockTransferred(tx, transferId),
    holdKey === undefined ? undefined : endHold(tx, holdKey),
    readEntries(tx, transferId),
    readTransfer(tx, transferId),
  ])
  if (!transfer) throw new Error(`There is no transfer ${transferId} to reverse`)
  if (transfer.isReversed) throw alreadyReversed()
  const { postings, fromLosses } = reversedPostings(entries, isFilledFromLosses)
  const { purchaseId, transactionId } = transfer
  const reversing = { ...reversal, reversesId: transferId, purchaseId, transactionId, postings }
  return { transferId: await postTransfer(tx, reversing), fromLosses }
}

interface EntryRow {
  readonly code: string
  readonly ownerId: string | null
  /** Tokens of the entry to reverse, and those that the account can give. */
  readonly amount: string
  readonly available: string
}

/** Locks the accounts of a transfer. Losses are locked with them, since they may have to pay. */
const lockTransferred = (tx: LedgerTransaction, transferId: string) =>
  lockAccounts(
    tx,
    Prisma.sql`"code" = ${LOSSES.code}
      OR "id" IN (SELECT "accountId" FROM "LedgerEntry" WHERE "transferId" = ${transferId}::bigint)`,
  )

/** The entries of a transfer, and one of 0 tokens for losses if it has none. */
const readEntries = ({ sql }: LedgerTransaction, transferId: string) =>
  sql<EntryRow>`
    SELECT account."code", account."ownerId", coalesce(entry."amount", 0)::text AS "amount",
      (account."posted" - account."held")::text AS "available"
    FROM "LedgerAccount" account
    LEFT JOIN "LedgerEntry" entry ON entry."accountId" = account."id" AND entry."transferId" = ${transferId}::bigint
    WHERE account."code" = ${LOSSES.code} OR entry."id" IS NOT NULL`

interface TransferRow {
  readonly purchaseId: string | null
  readonly transactionId: string | null
  readonly isReversed: boolean
}

/** A statement after the lock, so that it sees a reversal for which the lock waited. */
const readTransfer = ({ sql }: LedgerTransaction, transferId: string) =>
  sql<TransferRow>`
    SELECT "purchaseId", "transactionId",
      EXISTS (SELECT FROM "LedgerTransfer" later WHERE later."reversesId" = ${transferId}::bigint) AS "isReversed"
    FROM "LedgerTransfer" WHERE "id" = ${transferId}::bigint`

const LOSSES: AccountName = houseAccount('losses')

function reversedPostings(entries: readonly EntryRow[], isFilledFromLosses: boolean) {
  const wanted = entries.map(({ amount, available, ...account }) => ({
    account,
    amount: -Number(amount),
    missing: account.ownerId === null ? 0 : Math.max(0, Number(amount) - Math.max(0, Number(available))),
  }))
  const filled = isFilledFromLosses ? wanted.reduce((sum, { missing }) => sum + missing, 0) : 0
  const postings = wanted.map(({ account, amount, missing }): Posting => {
    if (account.code === LOSSES.code) return { account, amount: amount - filled }
    return { account, amount: isFilledFromLosses ? amount + missing : amount }
  })
  const losses = postings.find(({ account }) => account.code === LOSSES.code)?.amount ?? 0
  return { postings, fromLosses: Math.max(0, -losses) }
}
