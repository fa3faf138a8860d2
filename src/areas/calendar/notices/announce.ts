import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { cancelDeliveries } from '../../groups/content/deliveries.ts'
import type { DatesChange } from '../series/dates.ts'
import { isMovedFar, NOTICES, type Notice } from './content.ts'
import { requestNotice } from './deliveries.ts'

type Act = Scope & InTransaction
type Start = Pick<CalendarEvent, 'startsAt' | 'isDraft'>

/**
 * Stores that members are to be told of an event that is published with this act, if they are to be told at all, and were not
 * yet. Returns the ids of deliveries to run after the commit, as the functions below do.
 */
export async function announceCreation(tx: Act, event: CalendarEvent, standing?: Start): Promise<string[]> {
  const isPublished = !event.isDraft && (!standing || standing.isDraft)
  if (!isPublished || !event.notifiesOnPublishing || event.notifiedAt !== null) return []
  await tx.db.calendarEvent.update({ where: { id: event.id }, data: { notifiedAt: tx.now } })
  return [await requestNotice(tx, event, 'eventMembers', { notice: 'created', authorId: event.authorId ?? '' })]
}

/** Stores that followers of an event are to be told of its new start, if it is moved by five minutes or more. */
export async function announceMove(tx: Act, standing: CalendarEvent, changed: Start): Promise<string[]> {
  const { startsAt, isDraft } = changed
  if (isDraft || standing.isDraft || !isMovedFar(standing.startsAt, startsAt)) return []
  return [await requestNotice(tx, { ...standing, startsAt }, 'eventFollowers', { notice: 'moved' })]
}

/** Stores that followers of a series, and those of single dates of it, are to be told of dates that were moved or left out. */
export async function announceDates(
  tx: Act,
  { isMoved, ...series }: CalendarEvent & { readonly isMoved: boolean },
  { shiftedIds, removedIds, leftIds }: DatesChange,
): Promise<string[]> {
  const withdrawn = await withdrawNotices(tx, leftIds)
  if (series.isDraft) return withdrawn
  const isTold = isMoved || shiftedIds.length + removedIds.length > 0
  return [
    ...withdrawn,
    ...(isTold ? [await requestNotice(tx, series, 'eventFollowers', { notice: 'datesChanged' })] : []),
    ...(await announceEachDate(tx, shiftedIds, 'moved')),
    ...(await announceEachDate(tx, leftIds, 'cancelled')),
  ]
}

/** Stores that followers of an event that is deleted are to be told; of a series, with the dates that go with it. */
export async function announceCancellation(
  tx: Act,
  event: CalendarEvent,
  dateIds: readonly string[],
): Promise<string[]> {
  const withdrawn = await withdrawNotices(tx, [event.id, ...dateIds])
  const isOver = event.kind === 'series' ? dateIds.length === 0 : event.endsAt <= tx.now
  if (isOver || event.isDraft) return withdrawn
  return [
    ...withdrawn,
    await requestNotice(tx, event, 'eventFollowers', { notice: 'cancelled' }),
    ...(await announceEachDate(tx, dateIds, 'cancelled')),
  ]
}

/** Stores that people who follow single dates, and not their series, are to be told of each of them. */
async function announceEachDate(tx: Act, ids: readonly string[], notice: Notice): Promise<string[]> {
  const dates = await tx.db.calendarEvent.findMany({
    where: { id: { in: [...ids] }, isDraft: false, follows: { some: { isFollowing: true } } },
    select: { id: true, groupId: true, startsAt: true },
  })
  const deliveries: string[] = []
  for (const date of dates) deliveries.push(await requestNotice(tx, date, 'ownEventFollowers', { notice }))
  return deliveries
}

/** Stops what is still to be told of events that exist no longer, and takes back what nobody has seen of it. */
const withdrawNotices = (tx: Act, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? Promise.resolve([]) : cancelDeliveries(tx, ids, [NOTICES.created, NOTICES.starting])
