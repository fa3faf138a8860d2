import { randomBytes } from 'node:crypto'
import { DAY, later } from '../../kernel/clock.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import { isId, newId, type UserId } from '../../kernel/ids.ts'
import type { Limit } from '../../kernel/limits.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'
import { tokenHash } from '../../kernel/secrets.ts'
import { isDuplicate, type Open, transact } from '../../kernel/transaction.ts'
import { userChanged } from './events.ts'
import { nameKey } from './names.ts'

const LINK_LIFETIME = 7 * DAY
const MAILS: Limit = { name: 'resend-email', points: 5, window: 60 * 60 }

/** Throws `exhausted` after 5 mails that a person had sent in an hour: their addresses may be other people's. */
export const limitConfirmations = (scope: SignedScope) => scope.limits.take(MAILS, scope.viewer.id)

export interface ConfirmationMail {
  readonly email: string
  readonly link: string
}

/** Stores a link that confirms an address. The mail itself leaves after the commit, by `mailConfirmation`. */
export async function prepareConfirmation(
  open: Scope & Open,
  userId: UserId,
  email: string,
): Promise<ConfirmationMail> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = later(open.now, LINK_LIFETIME)
  await open.db.emailToken.create({
    data: {
      id: newId('emailRecord', open.now),
      userId,
      email,
      tokenHash: tokenHash(token),
      createdAt: open.now,
      expiresAt,
    },
  })
  const link = new URL('/api/1/auth/confirmEmail', open.rules.publicUrl)
  link.searchParams.set('id', userId)
  link.searchParams.set('verify_email', token)
  return { email, link: link.href }
}

export const mailConfirmation = (scope: Scope, mail: ConfirmationMail) =>
  scope.mail.send({
    to: mail.email,
    subject: 'Confirm your e-mail address',
    text: `Hello,\n\nopen this link to confirm your e-mail address:\n\n${mail.link}\n\nIt works for 7 days. If you did not ask for it, ignore this mail.\n`,
  })

/** Sends the link again, for the pending address or the unconfirmed one. Throws `invalid` when nothing waits for it. */
export async function resendEmailConfirmation(scope: SignedScope): Promise<void> {
  await limitConfirmations(scope)
  const mail = await transact(scope, async (open) => {
    const account = await open.db.account.findUniqueOrThrow({ where: { userId: open.viewer.id } })
    const email = account.pendingEmail ?? (account.emailVerified ? null : account.email)
    if (!email) throw invalid('email', 'email: no address of this account waits for confirmation')
    return prepareConfirmation(open, open.viewer.id, email)
  })
  await mailConfirmation(scope, mail)
}

/** Confirms an address by the mailed link, once. Throws `invalid` for a link that is unknown, used, too old or overtaken. */
export async function confirmEmail(scope: Scope, userId: string, token: string): Promise<void> {
  try {
    await transact(scope, (open) => confirm(open, userId, token))
  } catch (error) {
    throw isDuplicate(error)
      ? new Failure('conflict', 'email: another account has this address', { field: 'email' })
      : error
  }
}

async function confirm(open: Scope & Open, userId: string, token: string): Promise<void> {
  const found = await open.db.emailToken.findUnique({
    where: { tokenHash: tokenHash(token) },
    include: { account: true },
  })
  if (!found || found.userId !== userId || !isId('user', found.userId)) throw deadLink()
  const awaited = found.account.pendingEmail ?? found.account.email
  const { count } = await open.db.emailToken.updateMany({
    where: { id: found.id, email: awaited ?? '', usedAt: null, expiresAt: { gt: open.now } },
    data: { usedAt: open.now },
  })
  if (count === 0) throw deadLink()
  await open.db.account.update({
    where: { userId },
    data: { email: found.email, emailKey: nameKey(found.email), emailVerified: true, pendingEmail: null },
  })
  open.emit(userChanged(found.userId))
}

const deadLink = () => invalid('verify_email', 'verify_email: this link is not valid any more')
