import { addMilliseconds, DAY, HOUR } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import { isId, type UserId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** The page of the web UI that mails about a suspension lead to. */
const APPEAL_PATH = '/appeal'
const PURPOSE = 'appeal'
export const APPEAL_LINK_DAYS = 30
const LOGIN_TOKEN_LIFETIME = HOUR

/** A suspension, by the account and its start. */
export interface SuspensionKey {
  readonly userId: UserId
  readonly suspendedAt: Date
}

type Signing = Pick<Scope, 'secrets' | 'now'>

function signToken({ secrets, now }: Signing, { userId, suspendedAt }: SuspensionKey, lifetime: number): string {
  return secrets.sign(PURPOSE, {
    sub: userId,
    at: suspendedAt.getTime(),
    exp: addMilliseconds(now, lifetime).getTime(),
  })
}

/** Lets who has given the right password of a suspended account appeal without a session, for an hour. */
export const appealToken = (scope: Signing, suspension: SuspensionKey): string =>
  signToken(scope, suspension, LOGIN_TOKEN_LIFETIME)

/** A link for the mail about a suspension, by which its owner appeals without a session, for 30 days. */
export function appealLink(scope: Signing & Pick<Scope, 'rules'>, suspension: SuspensionKey): string {
  const link = new URL(APPEAL_PATH, scope.rules.webUrl)
  link.searchParams.set('token', signToken(scope, suspension, APPEAL_LINK_DAYS * DAY))
  return link.href
}

/** The suspension that a token was made for. Throws `invalid` for one that is malformed or has expired. */
export function readAppealToken({ secrets, now }: Signing, token: string): SuspensionKey {
  const { sub, at, exp } = secrets.verify(PURPOSE, token) ?? {}
  const isValid = typeof sub === 'string' && typeof at === 'number' && typeof exp === 'number' && exp > now.getTime()
  if (!isValid || !isId('user', sub)) throw invalid('token', 'token: this link is not valid any more', 'link_invalid')
  return { userId: sub, suspendedAt: new Date(at) }
}
