import { randomBytes, randomInt } from 'node:crypto'
import { networkOf, UNKNOWN_ADDRESS } from '../../../kernel/clientAddress.ts'
import { addMilliseconds, DAY, MINUTE } from '../../../kernel/clock.ts'
import { Failure } from '../../../kernel/failure.ts'
import { newId, type SessionId, trusted, type UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { finishSession } from '../sessions/sessions.ts'

/** A login place that was not used for this long is unknown again. */
export const LOGIN_PLACE_LIFETIME = 90 * DAY

/** Whether the person has logged in from the request's network in the last 90 days; never for an unknown network. */
export async function isKnownLoginPlace(scope: Scope, userId: string): Promise<boolean> {
  const where = { userId_address: { userId, address: scope.clientInfo.network } }
  const place = await scope.db.loginPlace.findUnique({ where })
  return place !== null && addMilliseconds(place.lastUsedAt, LOGIN_PLACE_LIFETIME) > scope.now
}

/** Stores the network of an address, by default that of the request, as a known login place, unless it is unknown. */
export async function rememberLoginPlace(scope: Scope, userId: string, from = scope.clientInfo.address) {
  const address = networkOf(from)
  if (address === UNKNOWN_ADDRESS) return
  await scope.db.loginPlace.upsert({
    where: { userId_address: { userId, address } },
    create: { userId, address, lastUsedAt: scope.now },
    update: { lastUsedAt: scope.now },
  })
}

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

type CodeOwner = { readonly userId: UserId; readonly sessionId: SessionId }

export async function storeEmailCode(tx: Scope & InTransaction, { code, link }: EmailCode, owner: CodeOwner) {
  const hashes = { codeHash: codeHash(tx, owner.userId, code), linkHash: hashToken(link) }
  const times = { createdAt: tx.now, expiresAt: addMilliseconds(tx.now, CODE_LIFETIME) }
  const id = newId('emailRecord', tx.now)
  await tx.db.emailCode.create({ data: { id, ...owner, address: tx.clientInfo.address, ...hashes, ...times } })
}

const codeHash = (scope: Scope, userId: UserId, code: string) => scope.secrets.mac(PURPOSE, `${userId}:${code}`)

export async function sendEmailCode(scope: Scope, mailed: EmailCode, username: string): Promise<void> {
  const link = new URL('/api/1/auth/verifyLoginPlace', scope.rules.publicUrl)
  link.searchParams.set('token', mailed.link)
  await scope.mail.send({
    to: mailed.email,
    subject: 'Your login code',
    text: `Hello ${username},\n\nsomebody logged in to your account from ${scope.clientInfo.address}, a new place.\n\nIf it was you, your code is\n\n    ${mailed.code}\n\nor open ${link.href}\n\nBoth work for 15 minutes. If it was not you, change your password.\n`,
  })
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

/**
 * Approves the place that a login came from, by the mailed link, and finishes that login.
 * Throws `invalid` for a link that is unknown, used, expired or another user's.
 */
export async function verifyLoginPlace(scope: Scope, token: string, userId: string | undefined): Promise<void> {
  await transact(scope, async (tx) => {
    const code = await tx.db.emailCode.findUnique({ where: { linkHash: hashToken(token) } })
    if (!code || (userId !== undefined && code.userId !== userId)) throw invalidLink()
    const { count } = await tx.db.emailCode.updateMany({
      where: { id: code.id, usedAt: null, expiresAt: { gt: tx.now } },
      data: { usedAt: tx.now },
    })
    if (count === 0) throw invalidLink()
    await rememberLoginPlace(tx, code.userId, code.address)
    if (code.sessionId) await finishSession(tx, trusted<'session'>(code.sessionId))
  })
}

const invalidLink = () => new Failure('invalid', 'token: this link is not valid any more', { field: 'token' })
