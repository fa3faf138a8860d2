import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import type { GroupAccess } from '../../groups/access.ts'
import { visibleEvents } from './visible.ts'

/** An event of a group in whose instances the viewer can hold it. Throws `invalid` for a series and one that has ended. */
export async function readLinkableEvent(
  { db, now }: Pick<ViewerScope, 'db' | 'now'>,
  access: GroupAccess,
  id: string,
): Promise<CalendarEvent> {
  const where = { ...visibleEvents(access), id, kind: { not: 'series' }, endsAt: { gt: now } }
  const event = await db.calendarEvent.findFirst({ where })
  if (event) return event
  throw invalid(
    'calendarEntryId',
    'calendarEntryId must be an event of the group that has not ended',
    'unknown_reference',
  )
}

/** When the instances of an event close. */
export const closingTimeOf = ({
  endsAt,
  closeInstanceAfterEndMinutes,
}: Pick<CalendarEvent, 'endsAt' | 'closeInstanceAfterEndMinutes'>): Date =>
  addMilliseconds(endsAt, closeInstanceAfterEndMinutes * MINUTE)
