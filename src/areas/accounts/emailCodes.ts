import { randomBytes, randomInt } from 'node:crypto'
import { later, MINUTE } from '../../kernel/clock.ts'
import { Failure } from '../../kernel/failure.ts'
import { isId, newId, type SessionId, type UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { tokenHash } from '../../kernel/secrets.ts'
import { type Open, transact } from '../../kernel/transaction.ts'
import { rememberPlace } from './loginPlaces.ts'
import { finishSession } from './sessions.ts'

const CODE_LIFETIME = 15 * MINUTE
const PURPOSE = 'email-code'

/** A code for a login from a new place, before it is stored and sent. */
export interface MailedCode {
  readonly email: string
  readonly code: string
  readonly link: string
  store(open: Scope & Open, userId: UserId, sessionId: SessionId): Promise<void>
}

/** Makes a code of six digits and a link; either approves the place. */
export function prepareCode(email: string): MailedCode {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const link = randomBytes(24).toString('base64url')
  return {
    email,
    code,
    link,
    async store(open, userId, sessionId) {
      await open.db.emailCode.create({
        data: {
          id: newId('emailRecord', open.now),
          userId,
          sessionId,
          address: open.origin.address,
          codeHash: codeHash(open, userId, code),
          linkHash: tokenHash(link),
          createdAt: open.now,
          expiresAt: later(open.now, CODE_LIFETIME),
        },
      })
    },
  }
}

const codeHash = (scope: Scope, userId: UserId, code: string) => scope.secrets.mac(PURPOSE, `${userId}:${code}`)

export async function mailCode(scope: Scope, mailed: MailedCode, username: string): Promise<void> {
  const link = new URL('/api/1/auth/verifyLoginPlace', scope.rules.publicUrl)
  link.searchParams.set('token', mailed.link)
  await scope.mail.send({
    to: mailed.email,
    subject: 'Your login code',
    text: `Hello ${username},\n\nsomebody logged in to your account from ${scope.origin.address}, a new place.\n\nIf it was you, your code is\n\n    ${mailed.code}\n\nor open ${link.href}\n\nBoth work for 15 minutes. If it was not you, change your password.\n`,
  })
}

/** Uses up the code of the session; false when it is wrong, used or older than 15 minutes. Approves the place. */
export async function useEmailCode(
  open: Scope & Open,
  userId: UserId,
  sessionId: SessionId,
  code: string,
): Promise<boolean> {
  const [used] = await open.db.emailCode.updateManyAndReturn({
    where: { userId, sessionId, codeHash: codeHash(open, userId, code), usedAt: null, expiresAt: { gt: open.now } },
    data: { usedAt: open.now },
    select: { address: true },
  })
  if (used) await rememberPlace(open, userId, used.address)
  return used !== undefined
}

/**
 * Approves the place a login came from, by the mailed link, and finishes that login.
 * Throws `invalid` for a link that is unknown, used, too old or another user's.
 */
export async function verifyLoginPlace(scope: Scope, token: string, userId: string | undefined): Promise<void> {
  await transact(scope, async (open) => {
    const code = await open.db.emailCode.findUnique({ where: { linkHash: tokenHash(token) } })
    if (!code || (userId !== undefined && code.userId !== userId)) throw deadLink()
    const { count } = await open.db.emailCode.updateMany({
      where: { id: code.id, usedAt: null, expiresAt: { gt: open.now } },
      data: { usedAt: open.now },
    })
    if (count === 0) throw deadLink()
    await rememberPlace(open, code.userId, code.address)
    if (code.sessionId && isId('session', code.sessionId)) await finishSession(open, code.sessionId)
  })
}

const deadLink = () => new Failure('invalid', 'token: this link is not valid any more', { field: 'token' })
