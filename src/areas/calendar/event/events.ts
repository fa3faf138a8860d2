import type { CalendarEvent, CalendarFollow, Prisma } from '../../../generated/prisma/client.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAccess, readGroupAccess } from '../../groups/access.ts'
import { eventNotFound } from '../policy.ts'
import { visibleEvents } from './visible.ts'

/** What is read with an event for a person: what they follow, and the series of an occurrence. */
const eventColumns = (userId: string) =>
  ({
    follows: { where: { userId } },
    series: { select: { interestCount: true, recurrence: true, follows: { where: { userId } } } },
  }) satisfies Prisma.CalendarEventInclude

/** An event with what stands between it and the viewer. */
export type EventView = Prisma.CalendarEventGetPayload<{ include: ReturnType<typeof eventColumns> }>

/** What of an event is the same for all viewers. */
export interface SharedEvent extends CalendarEvent {
  /** The series of an occurrence. */
  readonly series: Pick<CalendarEvent, 'interestCount' | 'recurrence'> | null
}

/** Events that fulfil a condition, by their start. One statement. */
export const readEventViews = (
  { db, viewer }: ViewerScope,
  where: Prisma.CalendarEventWhereInput,
  page: { readonly take?: number; readonly skip?: number } = {},
): Promise<EventView[]> =>
  db.calendarEvent.findMany({
    where,
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
    ...page,
    include: eventColumns(viewer.id),
    relationLoadStrategy: 'join',
  })

/** An event or series of a group that the viewer sees, with the group. Throws `missing`. */
export async function readGroupEvent(
  scope: ViewerScope,
  groupId: GroupId,
  eventId: string,
): Promise<{ access: GroupAccess; event: EventView }> {
  const access = await readGroupAccess(scope, groupId)
  return { access, event: await readVisibleEvent(scope, access, eventId) }
}

/** An event or series that the viewer sees in a group that they can see. Throws `missing`. */
export async function readVisibleEvent(scope: ViewerScope, access: GroupAccess, eventId: string): Promise<EventView> {
  const [event] = await readEventViews(scope, { id: eventId, ...visibleEvents(access) })
  if (!event) throw eventNotFound()
  return event
}

/** People who follow an event or series; those who follow an occurrence are also the followers of its series. */
export const interestedPeople = ({ interestCount, series }: Pick<SharedEvent, 'interestCount' | 'series'>): number =>
  interestCount + (series?.interestCount ?? 0)

/** The row by which the viewer follows an event, its own or that of the series; null if they don't. */
export function followOf({ follows: [own], series }: EventView): CalendarFollow | null {
  const row = own ?? series?.follows[0]
  return row?.isFollowing ? row : null
}
