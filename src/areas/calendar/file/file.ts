import type { CalendarEvent, Prisma } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import type { Scope, Viewer, ViewerScope } from '../../../kernel/scope.ts'
import type { GroupAccess } from '../../groups/access.ts'
import { readGroupEvent } from '../event/events.ts'
import type { EventPath } from '../event/update.ts'
import { canSeeEvent } from '../event/visible.ts'
import { eventNotFound } from '../policy.ts'
import { lonelyEventLines } from './event.ts'
import { viewerOfToken } from './link.ts'
import { type SeriesExceptions, seriesLines } from './series.ts'
import { fileOf } from './text.ts'

/**
 * The iCalendar file of an event or series, with what the viewer sees of it; without a session, what the person of the token
 * sees, or without both, a stranger. Throws `missing`, also for a token that is not valid.
 */
export async function readCalendarFile(
  scope: Scope,
  { groupId, eventId }: EventPath,
  token: string | undefined,
): Promise<string> {
  const reader = await readerOf(scope, eventId, token)
  const { access, event } = await readGroupEvent(reader, groupId, eventId)
  if (event.kind !== 'series') return fileOf(lonelyEventLines(reader, event))
  return fileOf(seriesLines(reader, event, await readExceptions(reader, access, event)))
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
