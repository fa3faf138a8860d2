import { Failure } from '../../../kernel/failure.ts'
import { lockAccountsOfTransfer } from '../locks.ts'
import { type ReversedEntry, readReversedEntries, readReversedTransfer } from './queries.ts'
import {
  type AccountName,
  endHold,
  houseAccount,
  type LedgerTransaction,
  type Posting,
  postTransfer,
  type TransferKind,
} from './transfers.ts'

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
 * reason already_refunded if that was done before. A reversal can be reversed, too. It locks the accounts, and that of
 * losses, which may have to pay, so it is the last of what a transaction locks, but for feeds.
 */
export async function reverseTransfer(
  tx: LedgerTransaction,
  transferId: string,
  { isFilledFromLosses = false, holdKey, ...reversal }: Reversal,
): Promise<ReversalResult> {
  const [, , entries, [transfer]] = await Promise.all([
    lockAccountsOfTransfer(tx, transferId, LOSSES),
    holdKey === undefined ? undefined : endHold(tx, holdKey),
    readReversedEntries(tx, transferId, LOSSES),
    readReversedTransfer(tx, transferId),
  ])
  if (!transfer) throw new Error(`There is no transfer ${transferId} to reverse`)
  if (transfer.isReversed) throw alreadyReversed()
  const { postings, fromLosses } = reversedPostings(entries, isFilledFromLosses)
  const { purchaseId, transactionId } = transfer
  const reversing = { ...reversal, reversesId: transferId, purchaseId, transactionId, postings }
  return { transferId: await postTransfer(tx, reversing), fromLosses }
}

const LOSSES: AccountName = houseAccount('losses')

function reversedPostings(entries: readonly ReversedEntry[], isFilledFromLosses: boolean) {
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
