import { DAY } from '../../../kernel/clock.ts'
import type { UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { isKnownLoginPlace } from '../login/loginPlaces.ts'
import { LINK_DAYS, sessionEndLink } from '../sessions/endLink.ts'
import { obfuscateEmail } from './names.ts'

/** What happened to an account: one sentence for the subject of the mail, one for its text. */
export interface OwnerNotice {
  readonly subject: string
  readonly text: string
}

export const passwordChangedNotice: OwnerNotice = {
  subject: 'Your password was changed',
  text: 'The password of your account was changed. All other sessions and trusted devices were ended.',
}
export const passwordResetNotice: OwnerNotice = {
  subject: 'Your password was reset',
  text: 'A new password was set by a link that was mailed to you. All sessions and trusted devices were ended.',
}
export const secondFactorEnabledNotice: OwnerNotice = {
  subject: 'Two-factor authentication was enabled',
  text: 'Two-factor authentication was enabled for your account, with new recovery codes. All other sessions and trusted devices were ended.',
}
export const secondFactorDisabledNotice: OwnerNotice = {
  subject: 'Two-factor authentication was disabled',
  text: 'Two-factor authentication was disabled for your account. Its recovery codes are void.',
}
export const sessionsEndedNotice: OwnerNotice = {
  subject: 'Sessions of your account were ended',
  text: 'Sessions of your account were ended: log in again where you use it.',
}
export const emailConfirmedNotice: OwnerNotice = {
  subject: 'Your e-mail address was confirmed',
  text: 'The e-mail address of your account counts as confirmed from now on.',
}
/** For a person whom somebody else has renamed. */
export const renamedNotice = ({
  displayName,
  username,
}: Readonly<Record<'displayName' | 'username', string>>): OwnerNotice => ({
  subject: 'Your names were changed',
  text: `Your display name is ${displayName} from now on, and your username, by which you log in, is ${username}.`,
})
const newPlaceNotice = ({ rules }: Scope): OwnerNotice => ({
  subject: 'A login from a new place',
  text: `Somebody logged in to your account from a network address that it was not used from in the last ${rules.retention.loginPlaces / DAY} days.`,
})
/** For the confirmed address, when another one was entered. The new address is not told in full to who reads the old. */
export const emailRequestedNotice = (email: string): OwnerNotice => ({
  subject: 'A new e-mail address for your account',
  text: `The address ${obfuscateEmail(email)} was entered for your account. It replaces this one once it is confirmed.`,
})
/** For both addresses, once the new one is confirmed. */
export const emailChangedNotice = (email: string): OwnerNotice => ({
  subject: 'Your e-mail address was changed',
  text: `The e-mail address of your account is ${obfuscateEmail(email)} from now on.`,
})

/**
 * Queues a mail about a change of the account to its owner, with the transaction of the change. An address that was never
 * confirmed gets none: it may belong to a stranger.
 */
export async function notifyOwner(tx: Scope & InTransaction, userId: UserId, notice: OwnerNotice): Promise<void> {
  const account = await tx.db.account.findUnique({ where: { userId }, select: { email: true, emailVerified: true } })
  if (account?.email && account.emailVerified) sendNotice(tx, userId, account.email, notice)
}

/** Queues a mail of the staff to the owner of an account, with the transaction. An address that was never confirmed gets none. */
export async function mailOwner(
  tx: InTransaction,
  userId: UserId,
  { subject, paragraphs }: { readonly subject: string; readonly paragraphs: readonly string[] },
): Promise<void> {
  const account = await tx.db.account.findUnique({ where: { userId }, select: { email: true, emailVerified: true } })
  if (account?.email && account.emailVerified)
    tx.sendMail({ to: account.email, subject, text: textOf(['Hello,', ...paragraphs]) })
}

/** Queues a mail about a change of the account to one address, with the transaction of the change. */
export function sendNotice(tx: Scope & InTransaction, userId: UserId, to: string, notice: OwnerNotice): void {
  const paragraphs = [
    ...toldBy(tx, userId, notice),
    'If it was you, there is nothing to do. If not, end all sessions and trusted devices of the account here, which also disables two-factor authentication that was enabled since, and takes back an e-mail address that has replaced this one since:',
    sessionEndLink(tx, userId),
    `The link works for ${LINK_DAYS} days. Then set a new password.`,
  ]
  tx.sendMail({ to, subject: notice.subject, text: textOf(paragraphs) })
}

/** Like `sendNotice`, for who has just got the account's mail: without a link that undoes changes. */
export function sendNoticeToNewAddress(
  tx: Scope & InTransaction,
  userId: UserId,
  to: string,
  notice: OwnerNotice,
): void {
  tx.sendMail({ to, subject: notice.subject, text: textOf(toldBy(tx, userId, notice)) })
}

const textOf = (paragraphs: readonly string[]) => `${paragraphs.join('\n\n')}\n`

const toldBy = (tx: Scope, userId: UserId, { text }: OwnerNotice): readonly string[] => [
  'Hello,',
  text,
  `Time: ${tx.now.toISOString()}\n${actorOf(tx, userId)}`,
]

/** Who made the change, for its owner. The address of an admin is nobody's business. */
function actorOf({ viewer, clientInfo, requestId }: Scope, userId: UserId): string {
  if (viewer && viewer.id !== userId) return 'By: an administrator of the server'
  if (requestId === null) return 'By: the operator of the server'
  return `Network address: ${clientInfo.address}`
}

/**
 * Tells the owner of a login from a place that is not known, before the place is remembered. Not of the first login, by
 * registration, nor of one whose place was approved by a mailed code: that mail told of it.
 */
export async function announceNewPlace(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  if (await isKnownLoginPlace(tx, userId)) return
  const user = await tx.db.user.findUnique({ where: { id: userId }, select: { lastLoginAt: true } })
  if (!user?.lastLoginAt) return
  await notifyOwner(tx, userId, newPlaceNotice(tx))
  logSecurityEvent(tx, 'login-new-place', { accountId: userId })
}
