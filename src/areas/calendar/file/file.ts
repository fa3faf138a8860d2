import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope, Viewer, ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAccess, readGroupAccess } from '../../groups/access.ts'
import { isLongDeleted } from '../event/delete.ts'
import type { EventPath } from '../event/update.ts'
import { canSeeEvent } from '../event/visible.ts'
import { eventNotFound } from '../policy.ts'
import { lonelyEventLines } from './event.ts'
import { viewerOfToken } from './link.ts'
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
  if (!event || !canSeeEvent(access, event) || isLongDeleted(event, scope.now)) throw eventNotFound()
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
