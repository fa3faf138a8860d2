import { Failure } from '../../../kernel/failure.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { ledgerTransferred, walletChanged } from '../events.ts'
import { lockAccountOfHold, lockAccountsById } from '../locks.ts'
import { ensureAccounts, insertHold, insertTransfer, releaseDueHoldsById, releaseHold } from './queries.ts'

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

const notEnoughTokens = () => new Failure('invalid', 'Not enough tokens.', { reason: 'insufficient_funds' })

/** Whether a statement was refused because it would take more from an account than it has. */
const isBelowFloor = (error: unknown): boolean =>
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
  const [, [row]] = await Promise.all([
    ensureAccounts(
      tx,
      postings.map(({ account }) => account),
    ),
    insertTransfer(tx, { ...transfer, postings }),
  ]).catch((error: unknown) => {
    throw isBelowFloor(error) ? notEnoughTokens() : error
  })
  if (!row) throw new Error(`The transfer ${transfer.key} has no number`)
  return row.id
}

/** Tells the owners of accounts that their wallets have changed, each once. */
function tellOwners({ emit }: Pick<LedgerTransaction, 'emit'>, accounts: readonly Pick<AccountName, 'ownerId'>[]) {
  const owners = accounts.flatMap(({ ownerId }) => (ownerId === null ? [] : [trusted<'user'>(ownerId)]))
  for (const owner of new Set(owners)) emit(walletChanged(owner))
}

export interface Hold {
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
  const held = await insertHold(tx, { key, account, amount, until }).catch((error: unknown) => {
    throw isBelowFloor(error) ? notEnoughTokens() : error
  })
  if (held.length === 0) throw notEnoughTokens()
}

/** Releases an open hold. False if it has ended. */
export async function endHold(tx: LedgerTransaction, key: string): Promise<boolean> {
  const [, ended] = await Promise.all([lockAccountOfHold(tx, key), releaseHold(tx, key)])
  tellOwners(tx, ended)
  return ended.length > 0
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
async function releaseBatch(tx: Scope & InTransaction): Promise<number> {
  const due = await tx.db.ledgerHold.findMany({
    where: { state: 'open', until: { lte: tx.now } },
    select: { id: true, accountId: true },
    orderBy: { until: 'asc' },
    take: BATCH_SIZE,
  })
  const accountIds = due.map(({ accountId }) => accountId)
  await lockAccountsById(tx, accountIds)
  const ids = due.map(({ id }) => id)
  tellOwners(tx, await releaseDueHoldsById(tx, ids))
  return due.length
}
