import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, DAY } from '../../../kernel/clock.ts'
import { isId, trusted, type UserId } from '../../../kernel/ids.ts'
import { createRowLoader, type RowSource } from '../../../kernel/records.ts'
import type { Scope, Viewer, ViewerScope } from '../../../kernel/scope.ts'
import { isSuspended } from '../../accounts/policy.ts'
import { type GroupAccess, readGroupAccess } from '../../groups/access.ts'
import { isLongDeleted } from '../event/delete.ts'
import type { EventPath } from '../event/events.ts'
import { canSeeEvent, eventNotFound } from '../policy.ts'
import { lonelyEventLines } from './event.ts'
import { type SeriesExceptions, seriesLines } from './series.ts'
import { fileOf } from './text.ts'

/**
 * The iCalendar file of an event or series, with what the viewer sees of it, or that it was deleted; without a session, what the person of the token
 * sees, or without both, a stranger. Throws `missing`, also for a token that is not valid.
 */
export async function readCalendarFile(
  scope: Scope,
  { groupId, eventId }: EventPath,
  token: string | undefined,
): Promise<string> {
  const reader = await readerOf(scope, eventId, token)
  const access = await readGroupAccess(reader, groupId)
  const event = await readShownEvent(reader, access, eventId)
  if (event.kind !== 'series') return fileOf(lonelyEventLines(reader, event))
  const exceptions = event.deletedAt ? NO_EXCEPTIONS : await readExceptions(reader, access, event)
  return fileOf(seriesLines(reader, event, exceptions))
}

const NO_EXCEPTIONS: SeriesExceptions = { shown: [], hidden: [] }

/**
 * An event that the viewer sees, or saw before it was deleted a short time ago: programs that have its file then learn that it
 * is cancelled, where they would keep it if the file were missing. Throws `missing`.
 */
async function readShownEvent(scope: ViewerScope, access: GroupAccess, id: string): Promise<CalendarEvent> {
  const event = await scope.db.calendarEvent.findFirst({ where: { id, groupId: access.group.id } })
  if (!event || !canSeeEvent(access, event) || isLongDeleted(event, scope)) throw eventNotFound()
  return event
}

async function readerOf(scope: Scope, eventId: string, token: string | undefined): Promise<ViewerScope> {
  if (scope.viewer) return { ...scope, viewer: scope.viewer }
  if (token === undefined || token === '') return { ...scope, viewer: STRANGER }
  const viewer = await viewerOfToken(scope, token, eventId)
  if (!viewer) throw eventNotFound()
  return { ...scope, viewer }
}

/** Somebody whom no group knows. */
const STRANGER: Viewer = {
  id: trusted<'user'>(''),
  sessionId: trusted<'session'>(''),
  admin: false,
  staff: [],
  pendingFactors: [],
}

const EXCEPTIONAL: Prisma.CalendarEventWhereInput = { OR: [{ isException: true }, { deletedAt: { not: null } }] }

/** The dates of a series that are not as its rule says. */
async function readExceptions(
  { db }: ViewerScope,
  access: GroupAccess,
  { id }: CalendarEvent,
): Promise<SeriesExceptions> {
  const rows = await db.calendarEvent.findMany({
    where: { seriesId: id, ...EXCEPTIONAL },
    orderBy: [{ originalStartsAt: 'asc' }, { id: 'asc' }],
  })
  const isShown = (row: CalendarEvent) => row.deletedAt === null && canSeeEvent(access, row)
  return { shown: rows.filter(isShown), hidden: rows.filter((row) => !isShown(row)) }
}

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
async function viewerOfToken(scope: Scope, token: string, eventId: string): Promise<Viewer | null> {
  const claims = claimsOf(scope, token, eventId)
  const owner = claims && (await loadOwner(scope, claims.sub))
  if (!owner || owner.trustGeneration !== claims.gen || isSuspended(owner, scope.now)) return null
  if (owner.deletionAt !== null && owner.deletionAt <= scope.now) return null
  return { id: claims.sub, sessionId: NO_SESSION, admin: owner.admin, staff: [], pendingFactors: [] }
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
