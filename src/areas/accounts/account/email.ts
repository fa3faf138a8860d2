import { randomBytes } from 'node:crypto'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { newId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { RateLimit } from '../../../kernel/rateLimit.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets.ts'
import { type InTransaction, isUniqueViolation, transact } from '../../../kernel/transaction.ts'
import { userChanged } from '../events.ts'
import { nameKey } from './names.ts'

const EMAIL = /^[^\s\p{C}@<>"',;:\\()[\]]+@[^\s\p{C}@<>"',;:\\()[\]]+\.[^\s\p{C}@<>"',;:\\()[\].]+$/u

/** Whether a text has the form of an e-mail address; that mail arrives there is proved by the confirmation link. */
export const isValidEmail = (text: string) => text.length <= 254 && EMAIL.test(text)

/** `ad******@example.org`: enough to recognise one's own address, too little to learn another's. */
export function obfuscateEmail(email: string | null): string {
  if (!email) return ''
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}${'*'.repeat(Math.max(1, at - 2))}${email.slice(at)}`
}

const LINK_LIFETIME = 7 * DAY
const CONFIRMATION_MAIL_LIMIT: RateLimit = { name: 'resend-email', points: 5, window: 60 * 60 }

/** Throws `exhausted` after 5 mails in an hour: an unconfirmed address may belong to somebody else. */
export const limitConfirmationMails = (scope: ViewerScope) =>
  scope.limits.take(CONFIRMATION_MAIL_LIMIT, scope.viewer.id)

export interface ConfirmationMail {
  readonly email: string
  readonly link: string
}

/** Stores a link that confirms an address. Call `sendEmailConfirmation` after the commit. */
export async function prepareEmailConfirmation(tx: Scope & InTransaction, userId: UserId, email: string) {
  const token = randomBytes(24).toString('base64url')
  const times = { createdAt: tx.now, expiresAt: addMilliseconds(tx.now, LINK_LIFETIME) }
  const id = newId('emailRecord', tx.now)
  await tx.db.emailToken.create({ data: { id, userId, email, tokenHash: hashToken(token), ...times } })
  const link = new URL('/api/1/auth/confirmEmail', tx.rules.publicUrl)
  link.searchParams.set('id', userId)
  link.searchParams.set('verify_email', token)
  return { email, link: link.href } satisfies ConfirmationMail
}

export const sendEmailConfirmation = (scope: Scope, mail: ConfirmationMail) =>
  scope.mail.send({
    to: mail.email,
    subject: 'Confirm your e-mail address',
    text: `Hello,\n\nopen this link to confirm your e-mail address:\n\n${mail.link}\n\nIt works for 7 days. If you did not ask for it, ignore this mail.\n`,
  })

/** Stores a new address as pending until its link is opened; the confirmed one stays until then. Null: nothing to send. */
export async function changeEmail(tx: Scope & InTransaction, userId: UserId, email: string) {
  if (!isValidEmail(email)) throw invalid('email', 'email: not an e-mail address')
  const account = await tx.db.account.findUniqueOrThrow({ where: { userId } })
  const isConfirmed = account.emailVerified && account.emailKey === nameKey(email)
  await tx.db.account.update({ where: { userId }, data: { pendingEmail: isConfirmed ? null : email } })
  return isConfirmed ? null : prepareEmailConfirmation(tx, userId, email)
}

/** Sends the confirmation link again. Throws `invalid` when no address of the account waits for confirmation. */
export async function resendEmailConfirmation(scope: ViewerScope): Promise<void> {
  await limitConfirmationMails(scope)
  const mail = await transact(scope, async (tx) => {
    const account = await tx.db.account.findUniqueOrThrow({ where: { userId: tx.viewer.id } })
    const email = account.pendingEmail ?? (account.emailVerified ? null : account.email)
    if (!email) throw invalid('email', 'email: no address of this account waits for confirmation')
    return prepareEmailConfirmation(tx, tx.viewer.id, email)
  })
  await sendEmailConfirmation(scope, mail)
}

/** Confirms an address by the mailed link, once. Throws `invalid` for a link that is unknown, used, expired or replaced. */
export async function confirmEmail(scope: Scope, userId: string, token: string): Promise<void> {
  try {
    await transact(scope, (tx) => confirmInTransaction(tx, userId, token))
  } catch (error) {
    throw isUniqueViolation(error)
      ? new Failure('conflict', 'email: another account has this address', { field: 'email' })
      : error
  }
}

async function confirmInTransaction(tx: Scope & InTransaction, userId: string, token: string): Promise<void> {
  const found = await tx.db.emailToken.findUnique({
    where: { tokenHash: hashToken(token) },
    include: { account: true },
  })
  if (!found || found.userId !== userId) throw invalidLink()
  const expectedEmail = found.account.pendingEmail ?? found.account.email
  const { count } = await tx.db.emailToken.updateMany({
    where: { id: found.id, email: expectedEmail ?? '', usedAt: null, expiresAt: { gt: tx.now } },
    data: { usedAt: tx.now },
  })
  if (count === 0) throw invalidLink()
  await tx.db.account.update({
    where: { userId },
    data: { email: found.email, emailKey: nameKey(found.email), emailVerified: true, pendingEmail: null },
  })
  tx.emit(userChanged(trusted<'user'>(found.userId)))
}

const invalidLink = () => invalid('verify_email', 'verify_email: this link is not valid any more')
