import { randomBytes, randomInt } from 'node:crypto'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId, type SessionId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { MailMessage } from '../../../kernel/mail.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets.ts'
import { typedCode } from '../../../kernel/texts.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { lockAccount } from '../locks.ts'
import { sessionEndLink } from '../sessions/endLink.ts'
import { finishSession } from '../sessions/sessions.ts'
import { rememberLoginPlace } from './loginPlaces.ts'

const CODE_LIFETIME = 15 * MINUTE
const PURPOSE = 'email-code'

/** A code for a login from a new place, not yet stored or sent. */
interface EmailCode {
  readonly email: string
  readonly code: string
  /** Token of the link. */
  readonly link: string
}

/** Creates a code of six digits and a link; either approves the place. */
export const createEmailCode = (email: string): EmailCode => ({
  email,
  code: String(randomInt(1_000_000)).padStart(6, '0'),
  link: randomBytes(24).toString('base64url'),
})

interface WaitingPerson {
  readonly userId: UserId
  readonly sessionId: SessionId
  readonly username: string
}

/** Stores a code and its link as hashes, and queues their mail with the transaction of the login. */
export async function sendEmailCode(
  tx: Scope & InTransaction,
  mailed: EmailCode,
  person: WaitingPerson,
): Promise<void> {
  const { userId, sessionId } = person
  const hashes = { codeHash: codeHash(tx, userId, mailed.code), linkHash: hashToken(mailed.link) }
  const times = { createdAt: tx.now, expiresAt: addMilliseconds(tx.now, CODE_LIFETIME) }
  const id = newId('emailRecord', tx.now)
  await tx.db.emailCode.create({ data: { id, userId, sessionId, address: tx.clientInfo.address, ...hashes, ...times } })
  tx.sendMail(codeMail(tx, mailed, person))
}

const codeHash = (scope: Scope, userId: UserId, code: string) =>
  scope.secrets.mac(PURPOSE, `${userId}:${typedCode(code).replaceAll('-', '')}`)

function codeMail(scope: Scope, mailed: EmailCode, { userId, username }: WaitingPerson): MailMessage {
  const link = new URL('/api/1/auth/verifyLoginPlace', scope.rules.publicUrl)
  link.searchParams.set('token', mailed.link)
  return {
    to: mailed.email,
    subject: 'Your login code',
    text: `Hello ${username},\n\nsomebody logged in to your account from ${scope.clientInfo.address}, a new place.\n\nIf it was you, your code is\n\n    ${mailed.code}\n\nor open ${link.href}\n\nBoth work for 15 minutes. If it was not you, end all sessions and trusted devices of the account here:\n\n${sessionEndLink(scope, userId)}\n\nThen set a new password.\n`,
  }
}

/** Uses up the code of the session and approves its place; false for a wrong, used or expired code. */
export async function consumeEmailCode(
  tx: Scope & InTransaction,
  userId: UserId,
  sessionId: SessionId,
  code: string,
): Promise<boolean> {
  const [used] = await tx.db.emailCode.updateManyAndReturn({
    where: { userId, sessionId, codeHash: codeHash(tx, userId, code), usedAt: null, expiresAt: { gt: tx.now } },
    data: { usedAt: tx.now },
    select: { address: true },
  })
  if (used) await rememberLoginPlace(tx, userId, used.address)
  return used !== undefined
}

/** The link of a mail about a login from a new place. */
interface LoginLink {
  readonly token: string
  /** The person who logs in, if the link names one. */
  readonly userId?: string | undefined
}

/** Path of the page on which a person finishes a login by a mailed link. */
export const LOGIN_PAGE_PATH = '/login-place'

/** The page that a mailed link leads to, where a button finishes the login. */
export function loginPageUrl({ rules }: Scope, { token, userId }: LoginLink): string {
  const page = new URL(LOGIN_PAGE_PATH, rules.publicUrl)
  page.searchParams.set('token', token)
  if (userId !== undefined) page.searchParams.set('userId', userId)
  return page.href
}

/** A login that waits for its mailed code or link. */
interface WaitingLogin {
  readonly address: string
  readonly userAgent: string
  readonly createdAt: Date
}

/**
 * Reads the login of a mailed link; null if it has ended meanwhile. Throws `invalid` for a link that is unknown, used,
 * expired or another user's.
 */
export async function readWaitingLogin(scope: Scope, link: LoginLink): Promise<WaitingLogin | null> {
  const { sessionId } = await findLink(scope, link)
  const where = { id: sessionId ?? '', expiresAt: { gt: scope.now } }
  return scope.db.session.findFirst({ where, select: { address: true, userAgent: true, createdAt: true } })
}

/**
 * Approves the place that a login came from, by the mailed link, and finishes that login if its own device opens the
 * link, which its session tokens tell: mail scanners open links, too. Answers whether the login is finished. Throws
 * `invalid` for an invalid link.
 */
export async function verifyLoginPlace(scope: Scope, link: LoginLink, tokens: readonly string[]): Promise<boolean> {
  return transact(scope, async (tx) => {
    const { userId, sessionId, ...code } = await lockLink(tx, link)
    await rememberLoginPlace(tx, userId, code.address)
    if (!sessionId) return false
    const own = await tx.db.session.count({ where: { id: sessionId, tokenHash: { in: tokens.map(hashToken) } } })
    return own > 0 && finishByLink(tx, { ...code, userId, sessionId })
  })
}

/**
 * Approves the place that a login came from, and finishes that login, because a person asked for it with the mailed link.
 * Answers false for a login that has ended meanwhile. Throws `invalid` for an invalid link.
 */
export async function finishLoginByLink(scope: Scope, link: LoginLink): Promise<boolean> {
  return transact(scope, async (tx) => {
    const code = await lockLink(tx, link)
    await rememberLoginPlace(tx, code.userId, code.address)
    return finishByLink(tx, code)
  })
}

/** Uses up the link, and finishes the login unless it has ended. */
async function finishByLink(tx: Scope & InTransaction, { id, userId, sessionId }: LinkRow): Promise<boolean> {
  await tx.db.emailCode.update({ where: { id }, data: { usedAt: tx.now } })
  return sessionId !== null && finishSession(tx, userId, sessionId)
}

interface LinkRow {
  readonly id: string
  readonly userId: UserId
  readonly sessionId: SessionId | null
  readonly address: string
}

async function findLink(scope: Scope, { token, userId }: LoginLink): Promise<LinkRow> {
  const code = await scope.db.emailCode.findFirst({
    where: { linkHash: hashToken(token), usedAt: null, expiresAt: { gt: scope.now } },
  })
  if (!code || (userId !== undefined && code.userId !== userId)) throw invalidLink()
  const sessionId = code.sessionId === null ? null : trusted<'session'>(code.sessionId)
  return { id: code.id, address: code.address, userId: trusted<'user'>(code.userId), sessionId }
}

/** Reads a link under the lock of its account, under which links and codes are used up. */
async function lockLink(tx: Scope & InTransaction, link: LoginLink): Promise<LinkRow> {
  const { userId } = await findLink(tx, link)
  await lockAccount(tx, userId)
  return findLink(tx, link)
}

const invalidLink = () =>
  new Failure('invalid', 'token: this link is not valid any more', { reason: 'link_invalid', field: 'token' })
