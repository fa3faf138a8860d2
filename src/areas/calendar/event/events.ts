import type { CalendarEvent, CalendarFollow, Prisma } from '../../../generated/prisma/client.ts'
import { addMilliseconds, MINUTE } from '../../../kernel/clock.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { GroupId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { type GroupAccess, readGroupAccess } from '../../groups/access.ts'
import { eventNotFound, visibleEvents } from '../policy.ts'

/** What is read with an event for a person: what they follow, and the series of an occurrence. */
const eventColumns = (userId: string) =>
  ({
    follows: { where: { userId } },
    series: { select: { interestCount: true, recurrence: true, follows: { where: { userId } } } },
  }) satisfies Prisma.CalendarEventInclude

/** An event with what stands between it and the viewer. */
export type EventView = Prisma.CalendarEventGetPayload<{ include: ReturnType<typeof eventColumns> }>

export interface EventPath {
  readonly groupId: GroupId
  readonly eventId: string
}

/** Events that fulfil a condition, by their start. One statement. */
export const readEventViews = (
  { db, viewer }: ViewerScope,
  where: Prisma.CalendarEventWhereInput,
  page: { readonly take?: number } = {},
): Promise<EventView[]> =>
  db.calendarEvent.findMany({
    where,
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
    ...page,
    include: eventColumns(viewer.id),
    relationLoadStrategy: 'join',
  })

/** The events and series of a group that the viewer sees; the caller has checked that they can see the group. */
const visibleInGroup = (access: GroupAccess): Prisma.CalendarEventWhereInput => ({
  ...visibleEvents(access),
  groupId: access.group.id,
  deletedAt: null,
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
  const [event] = await readEventViews(scope, { id: eventId, ...visibleInGroup(access) })
  if (!event) throw eventNotFound()
  return event
}

/** The event of a group that starts next, among those that the viewer sees. Throws `missing`. */
export async function readGroupNextEvent(scope: ViewerScope, groupId: GroupId): Promise<EventView> {
  const access = await readGroupAccess(scope, groupId)
  const where = { ...visibleInGroup(access), kind: { not: 'series' }, startsAt: { gt: scope.now } }
  const [event] = await readEventViews(scope, where, { take: 1 })
  if (!event) throw eventNotFound()
  return event
}

/** An event of a group in whose instances the viewer can hold it. Throws `invalid` for a series and one that has ended. */
export async function readLinkableEvent(
  { db, now }: Pick<ViewerScope, 'db' | 'now'>,
  access: GroupAccess,
  id: string,
): Promise<CalendarEvent> {
  const where = { ...visibleInGroup(access), id, kind: { not: 'series' }, endsAt: { gt: now } }
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

/** The row by which the viewer follows an event, its own or that of the series; null if they don't. */
export function followOf({ follows: [own], series }: EventView): CalendarFollow | null {
  const row = own ?? series?.follows[0]
  return row?.isFollowing ? row : null
}
