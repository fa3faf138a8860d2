import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import { isId, type UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { logSecurityEvent } from '../../../kernel/securityLog.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { accountChanged } from '../events.ts'
import { lockAccount } from '../locks.ts'
import { endSessions } from './sessions.ts'

/** The page that mailed links lead to. It asks for a click, because mail scanners open links. */
export const END_SESSIONS_PATH = '/account/end-sessions'

const PURPOSE = 'end-sessions'
export const LINK_DAYS = 7

/** A signed link that ends all sessions of a person and nothing else, for mails to the owner. */
export function sessionEndLink({ rules, secrets, now }: Scope, userId: UserId): string {
  const times = { iat: now.getTime(), exp: addMilliseconds(now, LINK_DAYS * DAY).getTime() }
  const link = new URL(END_SESSIONS_PATH, rules.publicUrl)
  link.searchParams.set('token', secrets.sign(PURPOSE, { sub: userId, ...times }))
  return link.href
}

/** Throws `invalid` for a link that is malformed, expired, or void because a link was used since it was made. */
export async function assertSessionEndLink(scope: Scope, token: string): Promise<void> {
  await readLink(scope, token)
}

/**
 * Ends all sessions and trusted devices by a mailed link, and forgets the known login places: who is asked to approve
 * their next login is not who had got in. Links that were mailed before are void afterwards. Throws `invalid` for a link
 * that does not work.
 */
export async function endSessionsByLink(scope: Scope, token: string): Promise<void> {
  const userId = await transact(scope, async (tx) => {
    const owner = await readLink(tx, token)
    await lockAccount(tx, owner)
    // Of two uses at once the second finds the link void.
    await readLink(tx, token)
    await endEverything(tx, owner)
    return owner
  })
  await scope.presence.forget(userId)
}

async function endEverything(tx: Scope & InTransaction, userId: UserId): Promise<void> {
  const data = { sessionsEndedAt: tx.now, trustGeneration: { increment: 1 } }
  await tx.db.account.update({ where: { userId }, data })
  const ended = await endSessions(tx, userId)
  await tx.db.loginPlace.deleteMany({ where: { userId } })
  tx.emit(accountChanged(userId))
  logSecurityEvent(tx, 'sessions-ended', { accountId: userId, reason: 'mailed link', sessions: ended.length })
}

async function readLink({ db, now, secrets }: Scope, token: string): Promise<UserId> {
  const { sub, iat, exp } = secrets.verify(PURPOSE, token) ?? {}
  if (
    typeof sub !== 'string' ||
    !isId('user', sub) ||
    typeof iat !== 'number' ||
    typeof exp !== 'number' ||
    exp <= now.getTime()
  )
    throw invalidLink()
  const account = await db.account.findUnique({ where: { userId: sub }, select: { sessionsEndedAt: true } })
  if (!account || (account.sessionsEndedAt?.getTime() ?? 0) >= iat) throw invalidLink()
  return sub
}

const invalidLink = () => invalid('token', 'token: this link is not valid any more', 'link_invalid')
