import type { Account } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'

/** Columns that a login is checked against. */
export const CHECKED_COLUMNS = {
  userId: true,
  email: true,
  passwordHash: true,
  trustGeneration: true,
  totpEnabledAt: true,
  deletionAt: true,
} as const

/** An account as it was when the credentials of a login were checked. */
export type CheckedAccount = Pick<Account, keyof typeof CHECKED_COLUMNS>

/** Clients know this text, including its quotes. */
export const wrongCredentials = () =>
  new Failure('unauthenticated', '"Invalid Username/Email or Password"', { reason: 'wrong_credentials' })

/** Whether the account is due for erasure, though the job has not erased it yet. */
export const isDeletionDue = ({ deletionAt }: Pick<CheckedAccount, 'deletionAt'>, now: Date) =>
  deletionAt !== null && deletionAt <= now

/**
 * Throws `unauthenticated` if password, second factor, trusted devices or address of the account have changed since the
 * check, or the account is due for erasure: a login may wait long between check and session. Needs the account's lock.
 */
export async function assertUnchanged(tx: InTransaction & { readonly now: Date }, checked: CheckedAccount) {
  const current = await tx.db.account.findUnique({ where: { userId: checked.userId }, select: CHECKED_COLUMNS })
  if (!current || isDeletionDue(current, tx.now) || !isEqual(current, checked)) throw wrongCredentials()
}

const isEqual = (current: CheckedAccount, checked: CheckedAccount) =>
  current.passwordHash === checked.passwordHash &&
  current.trustGeneration === checked.trustGeneration &&
  current.email === checked.email &&
  current.totpEnabledAt?.getTime() === checked.totpEnabledAt?.getTime()
