import { randomBytes } from 'node:crypto'
import type { Account } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { newId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import { characterCount } from '../../../kernel/texts.ts'
import { type InTransaction, isUniqueViolation, transact } from '../../../kernel/transaction.ts'
import { userChanged } from '../events.ts'
import { lockAccount, lockAccounts } from '../locks.ts'
import { forgetFormerEmails } from '../login/queries.ts'
import { LINK_DAYS } from '../sessions/endLink.ts'
import { nameKey } from './names.ts'
import {
  emailChangedNotice,
  emailConfirmedNotice,
  emailRequestedNotice,
  notifyOwner,
  sendNotice,
  sendNoticeToNewAddress,
} from './ownerNotices.ts'

const EMAIL = /^[^\s\p{C}@<>"',;:\\()[\]]+@[^\s\p{C}@<>"',;:\\()[\]]+\.[^\s\p{C}@<>"',;:\\()[\].]+$/u

/** Whether a text has the form of an e-mail address; that mail arrives there is proved by the confirmation link. */
const isValidEmail = (text: string) => characterCount(text) <= 254 && EMAIL.test(text)

export function assertValidEmail(email: string): void {
  if (!isValidEmail(email)) throw invalid('email', 'email: not an e-mail address', 'not_an_email')
}

const LINK_LIFETIME = 7 * DAY
const CONFIRMATION_MAIL_LIMIT: RateLimit = { name: 'resend-email', points: 5, window: 60 * 60 }

/** Throws `exhausted` after 5 mails in an hour: an unconfirmed address may belong to somebody else. */
export const limitConfirmationMails = (scope: ViewerScope) =>
  scope.limits.take(CONFIRMATION_MAIL_LIMIT, scope.viewer.id)

/** Stores a link that confirms an address, and queues its mail with the transaction. */
export async function sendEmailConfirmation(tx: Scope & InTransaction, userId: UserId, email: string): Promise<void> {
  const token = randomBytes(24).toString('base64url')
  const times = { createdAt: tx.now, expiresAt: addMilliseconds(tx.now, LINK_LIFETIME) }
  const id = newId('emailRecord', tx.now)
  await tx.db.emailToken.create({ data: { id, userId, email, tokenHash: hashToken(token), ...times } })
  const link = new URL('/api/1/auth/confirmEmail', tx.rules.publicUrl)
  link.searchParams.set('id', userId)
  link.searchParams.set('verify_email', token)
  tx.sendMail({
    to: email,
    subject: 'Confirm your e-mail address',
    text: `Hello,\n\nopen this link to confirm your e-mail address:\n\n${link.href}\n\nIt works for 7 days. If you did not ask for it, ignore this mail.\n`,
  })
}

/**
 * Stores a new address as pending until its mailed link is opened; the confirmed one stays until then, and its owner is
 * told of the new one.
 */
export async function changeEmail(tx: Scope & InTransaction, userId: UserId, email: string): Promise<void> {
  assertValidEmail(email)
  const account = await tx.db.account.findUniqueOrThrow({ where: { userId } })
  const isConfirmed = account.emailVerified && account.emailKey === nameKey(email)
  await tx.db.account.update({ where: { userId }, data: { pendingEmail: isConfirmed ? null : email } })
  if (isConfirmed) return
  await sendEmailConfirmation(tx, userId, email)
  await notifyOwner(tx, userId, emailRequestedNotice(email))
}

const noPendingEmail = () =>
  new Failure('invalid', 'email: no address of this account waits for confirmation', { reason: 'no_pending_email' })

/** Sends the confirmation link again. Throws `invalid` when no address of the account waits for confirmation. */
export async function resendEmailConfirmation(scope: ViewerScope): Promise<void> {
  await limitConfirmationMails(scope)
  await transact(scope, async (tx) => {
    const account = await tx.db.account.findUniqueOrThrow({ where: { userId: tx.viewer.id } })
    const email = waitingEmail(account)
    if (!email) throw noPendingEmail()
    await sendEmailConfirmation(tx, tx.viewer.id, email)
  })
}

/**
 * Confirms an address by the mailed link, once. Somebody who has the address without having confirmed it loses it: anybody
 * can register with it. Throws `invalid` for a link that is unknown, used, expired or replaced.
 */
export async function confirmEmail(scope: Scope, userId: string, token: string): Promise<void> {
  await transact(scope, (tx) => confirmInTransaction(tx, userId, token)).catch(rethrowTakenEmail)
}

/** Throws `conflict` for an address that another account has, or the error itself. */
export function rethrowTakenEmail(error: unknown): never {
  throw isUniqueViolation(error)
    ? new Failure('conflict', 'email: another account has this address', { reason: 'email_taken', field: 'email' })
    : error
}

async function confirmInTransaction(tx: Scope & InTransaction, userId: string, token: string): Promise<void> {
  const found = await tx.db.emailToken.findUnique({ where: { tokenHash: hashToken(token) } })
  if (!found || found.userId !== userId) throw invalidLink()
  const owner = trusted<'user'>(found.userId)
  const holder = await findUnconfirmedHolder(tx, found.email)
  await lockAccounts(tx, holder ? [owner, holder] : [owner])
  const before = await tx.db.account.findUniqueOrThrow({ where: { userId: owner } })
  const expectedEmail = before.pendingEmail ?? before.email
  const { count } = await tx.db.emailToken.updateMany({
    where: { id: found.id, email: expectedEmail ?? '', usedAt: null, expiresAt: { gt: tx.now } },
    data: { usedAt: tx.now },
  })
  if (count === 0) throw invalidLink()
  await storeConfirmed(tx, owner, { before, email: found.email, holder })
}

interface ConfirmedEmail extends EmailReplacement {
  readonly before: Before & { readonly emailKey: string | null }
  /** Who has the address without having confirmed it. */
  readonly holder: UserId | null
}

/** Needs the locks of both accounts. */
async function storeConfirmed(tx: Scope & InTransaction, userId: UserId, { before, email, holder }: ConfirmedEmail) {
  if (holder && holder !== userId) await releaseEmail(tx, holder, email)
  await tx.db.account.update({
    where: { userId },
    data: { email, emailKey: nameKey(email), emailVerified: true, pendingEmail: null },
  })
  if (before.emailKey !== nameKey(email)) await announceNewEmail(tx, userId, { before, email })
  tx.emit(userChanged(userId))
}

/** The address of an account that waits for its confirmation; null for none. */
const waitingEmail = (account: Pick<Account, 'email' | 'emailVerified' | 'pendingEmail'> | null) =>
  account?.pendingEmail ?? (account?.emailVerified ? null : (account?.email ?? null))

/**
 * Confirms the address of an account that waits for that, without its link, and tells the owner. Throws `invalid` if none
 * waits.
 */
export async function confirmWaitingEmail(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const email = waitingEmail(await tx.db.account.findUnique({ where: { userId } }))
  if (email === null) throw noPendingEmail()
  const holder = await findUnconfirmedHolder(tx, email)
  await lockAccounts(tx, holder ? [userId, holder] : [userId])
  const before = await tx.db.account.findUniqueOrThrow({ where: { userId } })
  // Another one may have been entered, or confirmed, meanwhile.
  if (waitingEmail(before) !== email) throw noPendingEmail()
  await storeConfirmed(tx, userId, { before, email, holder })
  if (before.emailKey === nameKey(email)) await notifyOwner(tx, userId, emailConfirmedNotice)
}

interface Before {
  readonly email: string | null
  readonly emailVerified: boolean
  readonly emailReplacedAt: Date | null
}

interface EmailReplacement {
  readonly before: Before
  readonly email: string
}

/** Tells both addresses, and voids links that were mailed to the old one to set a new password. */
async function announceNewEmail(tx: Scope & InTransaction, userId: UserId, { before, email }: EmailReplacement) {
  await tx.db.passwordReset.deleteMany({ where: { userId } })
  const notice = emailChangedNotice(email)
  if (before.email && before.emailVerified) {
    await keepFormerEmail(tx, userId, before)
    sendNotice(tx, userId, before.email, notice)
  }
  sendNoticeToNewAddress(tx, userId, email, notice)
  logSecurityEvent(tx, 'email-changed', { accountId: userId })
}

/** Of several replacements in few days the first is kept: a stranger could make the others to get rid of it. */
async function keepFormerEmail(tx: Scope & InTransaction, userId: UserId, { email, emailReplacedAt }: Before) {
  if (emailReplacedAt && emailReplacedAt > addMilliseconds(tx.now, -LINK_DAYS * DAY)) return
  await tx.db.account.update({ where: { userId }, data: { formerEmail: email, emailReplacedAt: tx.now } })
}

/** Forgets the addresses that can't be restored any longer. */
export const forgetOldEmails = (scope: Scope): Promise<number> =>
  forgetFormerEmails(scope, addMilliseconds(scope.now, -LINK_DAYS * DAY))

/**
 * Gives an account the address back that was replaced, unless somebody else has confirmed it since, and voids the links
 * that were mailed to its successor to set a new password. Needs the locks of the account and of `findUnconfirmedHolder`.
 */
export async function restoreFormerEmail(
  tx: Scope & InTransaction,
  { userId, formerEmail }: { readonly userId: UserId; readonly formerEmail: string | null },
): Promise<void> {
  if (formerEmail === null) return
  await tx.db.passwordReset.deleteMany({ where: { userId } })
  const holder = await findUnconfirmedHolder(tx, formerEmail)
  if (holder) await releaseEmail(tx, holder, formerEmail)
  const emailKey = nameKey(formerEmail)
  const isTaken = (await tx.db.account.count({ where: { emailKey } })) > 0
  const restored = isTaken ? {} : { email: formerEmail, emailKey }
  await tx.db.account.update({ where: { userId }, data: { ...restored, formerEmail: null, emailReplacedAt: null } })
  if (!isTaken) logSecurityEvent(tx, 'email-changed', { accountId: userId })
  tx.emit(userChanged(userId))
}

const invalidLink = () => invalid('verify_email', 'verify_email: this link is not valid any more', 'link_invalid')

/** An address that was not confirmed for this long can be registered by somebody else. */
const UNCONFIRMED_EMAIL_LIFETIME = 7 * DAY

/** The mailbox that receives the mail of an address: in any case, and with any tag after a plus. */
export function mailboxKey(email: string): string {
  const key = nameKey(email)
  const at = key.lastIndexOf('@')
  return key.slice(0, at).replace(/(?<=.)\+.*$/, '') + key.slice(at)
}

/** The person who has this address without having confirmed it. */
export async function findUnconfirmedHolder({ db }: Pick<Scope, 'db'>, email: string): Promise<UserId | null> {
  const where = { emailKey: nameKey(email), emailVerified: false }
  const holder = await db.account.findFirst({ where, select: { userId: true } })
  return holder && trusted<'user'>(holder.userId)
}

/** Takes an unconfirmed address from its holder, under the account's lock. Does nothing once the address is confirmed. */
async function releaseEmail(tx: Scope & InTransaction, holder: UserId, email: string): Promise<void> {
  const { count } = await tx.db.account.updateMany({
    where: { userId: holder, emailKey: nameKey(email), emailVerified: false },
    data: { email: null, emailKey: null },
  })
  if (count > 0) tx.emit(userChanged(holder))
}

/** Frees an address for a registration, if its holder registered 7 days ago or earlier and has not confirmed it. */
export async function releaseUnconfirmedEmail(scope: Scope, email: string): Promise<void> {
  const holder = await findUnconfirmedHolder(scope, email)
  if (!holder) return
  const registeredBefore = addMilliseconds(scope.now, -UNCONFIRMED_EMAIL_LIFETIME)
  const isOld = await scope.db.user.count({ where: { id: holder, createdAt: { lte: registeredBefore } } })
  if (isOld === 0) return
  await transact(scope, async (tx) => {
    await lockAccount(tx, holder)
    await releaseEmail(tx, holder, email)
  })
}
