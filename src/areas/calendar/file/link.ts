import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { isId, trusted, type UserId } from '../../../kernel/ids.ts'
import { createRowLoader, type RowSource } from '../../../kernel/rowLoader.ts'
import type { Scope, Viewer } from '../../../kernel/scope.ts'
import { isSuspended } from '../../accounts/policy.ts'

const PURPOSE = 'calendar-file'
const LIFETIME = 180 * DAY

/**
 * The URL of an event's file for programs that have no session. For a viewer it is signed: for 180 days it shows this event as
 * the viewer sees it, until their password or second factor is changed or all their sessions are ended.
 */
export async function icsUrl(scope: Scope, { id, groupId }: Pick<CalendarEvent, 'id' | 'groupId'>): Promise<string> {
  const { viewer, rules, secrets, now } = scope
  const url = new URL(`${rules.publicUrl}/api/1/calendar/${groupId}/${id}.ics`)
  const owner = viewer && (await loadOwner(scope, viewer.id))
  if (owner) {
    const exp = addMilliseconds(now, LIFETIME).getTime()
    url.searchParams.set('token', secrets.sign(PURPOSE, { sub: owner.id, event: id, gen: owner.trustGeneration, exp }))
  }
  return url.href
}

interface TokenClaims {
  readonly sub: UserId
  readonly gen: number
}

/**
 * The person of a token for the file of an event; null if the token is altered, expired, revoked or for another event, and for
 * a person who is suspended or erased.
 */
export async function viewerOfToken(scope: Scope, token: string, eventId: string): Promise<Viewer | null> {
  const claims = claimsOf(scope, token, eventId)
  const owner = claims && (await loadOwner(scope, claims.sub))
  if (!owner || owner.trustGeneration !== claims.gen || isSuspended(owner, scope.now)) return null
  if (owner.deletionAt !== null && owner.deletionAt <= scope.now) return null
  return { id: claims.sub, sessionId: NO_SESSION, admin: owner.admin, pendingFactors: [] }
}

const NO_SESSION = trusted<'session'>('')

function claimsOf({ secrets, now }: Scope, token: string, eventId: string): TokenClaims | null {
  const { sub, event, gen, exp } = secrets.verify(PURPOSE, token) ?? {}
  if (typeof sub !== 'string' || !isId('user', sub) || typeof gen !== 'number') return null
  return event === eventId && typeof exp === 'number' && exp > now.getTime() ? { sub, gen } : null
}

/** What the validity of tokens depends on. */
async function readOwners({ db }: RowSource, ids: readonly string[]) {
  const accounts = await db.account.findMany({
    where: { userId: { in: [...ids] }, user: { erasedAt: null } },
    select: {
      userId: true,
      trustGeneration: true,
      suspendedAt: true,
      suspendedUntil: true,
      deletionAt: true,
      user: { select: { admin: true } },
    },
    relationLoadStrategy: 'join',
  })
  return accounts.map(({ userId, user, ...account }) => ({ id: userId, admin: user.admin, ...account }))
}

const loadOwner = createRowLoader(readOwners)
