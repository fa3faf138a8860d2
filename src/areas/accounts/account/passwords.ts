import { randomBytes } from 'node:crypto'
import { COMMON_PASSWORDS } from '../../../generated/commonPasswords.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import { trusted, type UserId } from '../../../kernel/ids.ts'
import type { TextBounds } from '../../../kernel/inputFaults.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import { characterCount, opaqueText } from '../../../kernel/texts.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { accountChanged } from '../events.ts'
import { lockAccount } from '../locks.ts'
import { insertPasswordReset } from '../queries.ts'
import { endSessions, type SessionSelection } from '../sessions/sessions.ts'
import { nameKey } from './names.ts'
import { notifyOwner, passwordChangedNotice, passwordResetNotice } from './ownerNotices.ts'

/** Characters of a password. */
export const PASSWORD_BOUNDS: TextBounds = { min: 8, max: 256 }

/** Throws `invalid` for a password that is too short, too long, among the 10,000 most common, or the own name or address. */
export function assertAcceptablePassword(text: string, ownNames: readonly string[]): void {
  const password = opaqueText(text)
  if (characterCount(password) < PASSWORD_BOUNDS.min)
    throw invalid('password', `password: at least ${PASSWORD_BOUNDS.min} characters`, {
      reason: 'too_short',
      min: PASSWORD_BOUNDS.min,
    })
  if (characterCount(password) > PASSWORD_BOUNDS.max)
    throw invalid('password', `password: at most ${PASSWORD_BOUNDS.max} characters`, {
      reason: 'too_long',
      max: PASSWORD_BOUNDS.max,
    })
  const key = nameKey(password)
  if (COMMON_PASSWORDS.has(key)) throw invalid('password', 'password: too common', 'password_too_common')
  if (ownNames.some((name) => nameKey(name) === key))
    throw invalid('password', 'password: must not be your name or address', 'password_is_name')
}

/** Sets the password, and ends every other session and every trusted device of the person, who is told by mail. */
export async function changePassword(tx: ViewerScope & InTransaction, userId: UserId, passwordHash: string) {
  await replacePassword(tx, userId, passwordHash, tx.viewer.id === userId ? { except: tx.viewer.sessionId } : {})
  await notifyOwner(tx, userId, passwordChangedNotice)
  logSecurityEvent(tx, 'password-changed', { accountId: userId })
}

/** Sets the password, and ends sessions, trusted devices and mailed links that would set another. */
async function replacePassword(
  tx: Scope & InTransaction,
  userId: UserId,
  passwordHash: string,
  ended: SessionSelection = {},
): Promise<void> {
  await tx.db.account.update({ where: { userId }, data: { passwordHash, trustGeneration: { increment: 1 } } })
  await tx.db.passwordReset.deleteMany({ where: { userId } })
  await endSessions(tx, userId, 'credentials_changed', ended)
  tx.emit(accountChanged(userId))
}

const LINK_LIFETIME = 30 * MINUTE
const HOUR_SECONDS = 60 * 60
/** Counted by the address that was entered, whether or not an account has it: nobody learns by a refusal. */
export const RESET_MAILBOX_LIMIT: RateLimit = { name: 'password-reset-mailbox', points: 5, window: HOUR_SECONDS }
export const RESET_NETWORK_LIMIT: RateLimit = { name: 'password-reset-address', points: 5, window: HOUR_SECONDS }
/** Uses of links that are not valid. */
export const WRONG_RESET_LINK_LIMIT: RateLimit = { name: 'password-reset-link', points: 20, window: HOUR_SECONDS }

/** What requests of reset links are counted by: the address, unreadable. */
export const resetMailboxKey = ({ secrets }: Pick<Scope, 'secrets'>, emailKey: string): string =>
  secrets.mac('password-reset-mailbox', emailKey)

/**
 * Mails a link that sets a new password, to a confirmed address. For any other address the answer is equal, after equal
 * work. Throws `exhausted` after 5 requests in an hour for the address or from the network address.
 */
export async function requestPasswordReset(scope: Scope, email: string): Promise<void> {
  const emailKey = nameKey(email)
  await scope.limits.take(RESET_NETWORK_LIMIT, scope.clientInfo.network)
  await scope.limits.take(RESET_MAILBOX_LIMIT, resetMailboxKey(scope, emailKey))
  const token = randomBytes(24).toString('base64url')
  await transact(scope, async (tx) => {
    const expiresAt = addMilliseconds(tx.now, LINK_LIFETIME)
    const owner = await insertPasswordReset(tx, emailKey, { tokenHash: hashToken(token), expiresAt })
    tx.sendMail(resetMail(tx, owner?.email ?? null, token))
    logSecurityEvent(tx, 'password-reset-requested', { accountId: owner?.userId ?? null })
  })
}

function resetMail({ rules, clientInfo }: Scope, to: string | null, token: string) {
  const link = new URL(rules.webUrl)
  link.searchParams.set('resetPassword', token)
  const text = `Hello,\n\nsomebody at the network address ${clientInfo.address} asked to set a new password for your account. Open this link to choose it:\n\n${link.href}\n\nIt works once, for 30 minutes. If it was not you, ignore this mail: nothing has changed.\n`
  return { to, subject: 'Set a new password', text }
}

interface PasswordResetInput {
  /** Token of the mailed link. */
  readonly token: string
  readonly password: string
}

/**
 * Sets a new password by a mailed link, and ends all sessions and trusted devices. A second factor stays as it is. Of
 * parallel uses of one link exactly one succeeds. Throws `invalid` for a link that is unknown, used or expired, and for a
 * password that is not acceptable, which leaves the link usable.
 */
export async function resetPassword(scope: Scope, { token, password }: PasswordResetInput): Promise<UserId> {
  await scope.limits.take(WRONG_RESET_LINK_LIMIT, scope.clientInfo.network)
  const tokenHash = hashToken(token)
  // Before the password is hashed, which is expensive.
  const owner = await readResetOwner(scope, tokenHash)
  assertAcceptablePassword(password, [owner.username, owner.displayName, owner.email])
  const passwordHash = await scope.passwords.hash(password)
  await transact(scope, async (tx) => {
    await lockAccount(tx, owner.id)
    const { count } = await tx.db.passwordReset.deleteMany({ where: { tokenHash, expiresAt: { gt: tx.now } } })
    if (count === 0) throw invalidLink()
    await replacePassword(tx, owner.id, passwordHash)
    await notifyOwner(tx, owner.id, passwordResetNotice)
    logSecurityEvent(tx, 'password-reset', { accountId: owner.id })
  })
  await scope.limits.refund(WRONG_RESET_LINK_LIMIT, scope.clientInfo.network)
  await scope.presence.forget(owner.id)
  return owner.id
}

async function readResetOwner({ db, now }: Scope, tokenHash: string) {
  const found = await db.passwordReset.findFirst({
    where: { tokenHash, expiresAt: { gt: now } },
    select: { account: { select: { email: true, user: { select: { id: true, username: true, displayName: true } } } } },
  })
  if (!found) throw invalidLink()
  const { email, user } = found.account
  return { ...user, id: trusted<'user'>(user.id), email: email ?? '' }
}

const invalidLink = () => invalid('token', 'token: this link is not valid any more', 'link_invalid')
