import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import { isId, type UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** The page that mailed links lead to. It asks for a click, because mail scanners open links. */
export const END_SESSIONS_PATH = '/account/end-sessions'

const PURPOSE = 'end-sessions'
export const LINK_DAYS = 7

/**
 * A signed link for mails to the owner of an account, who did not make the change that the mail tells of. It ends all
 * sessions and undoes what has been changed since, see `endSessionsByLink`.
 */
export function sessionEndLink({ rules, secrets, now }: Scope, userId: UserId): string {
  const times = { iat: now.getTime(), exp: addMilliseconds(now, LINK_DAYS * DAY).getTime() }
  const link = new URL(END_SESSIONS_PATH, rules.publicUrl)
  link.searchParams.set('token', secrets.sign(PURPOSE, { sub: userId, ...times }))
  return link.href
}

export interface SessionEndLink {
  readonly userId: UserId
  readonly mailedAt: Date
  /** The former address of the account, which the link was mailed to before another one replaced it. */
  readonly formerEmail: string | null
}

/** Throws `invalid` for a link that is malformed, expired, or void because a link was used since it was made. */
export async function readSessionEndLink({ db, now, secrets }: Scope, token: string): Promise<SessionEndLink> {
  const { sub, iat, exp } = secrets.verify(PURPOSE, token) ?? {}
  if (
    typeof sub !== 'string' ||
    !isId('user', sub) ||
    typeof iat !== 'number' ||
    typeof exp !== 'number' ||
    exp <= now.getTime()
  )
    throw invalidLink()
  const select = { sessionsEndedAt: true, formerEmail: true, emailReplacedAt: true } as const
  const account = await db.account.findUnique({ where: { userId: sub }, select })
  if (!account) throw invalidLink()
  const mailedAt = new Date(iat)
  // Whoever reads the new address must not void what was mailed to the former one.
  if (account.emailReplacedAt && mailedAt <= account.emailReplacedAt)
    return { userId: sub, mailedAt, formerEmail: account.formerEmail }
  if (account.sessionsEndedAt && mailedAt <= account.sessionsEndedAt) throw invalidLink()
  return { userId: sub, mailedAt, formerEmail: null }
}

const invalidLink = () => invalid('token', 'token: this link is not valid any more', 'link_invalid')
