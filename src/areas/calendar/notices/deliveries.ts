import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import { imageFileUrl } from '../../groups/access.ts'
import {
  type AreaDeliveries,
  cancelDeliveries,
  type DeliveryDraft,
  type DeliveryKind,
  deliverUnfinished,
  type SentDelivery,
  storeDelivery,
} from '../../groups/content/deliveries.ts'
import { groupResponse } from '../../groups/notifications.ts'
import type { NotificationFacts } from '../../notifications/facts.ts'
import type { DatesChange } from '../series/dates.ts'
import { isMovedFar, NOTICES, type Notice, type NoticeContent, noticeContentOf, storedNotice } from './content.ts'
import { readFollowers, readFollowersBesideSeries, readMembersToTell } from './queries.ts'

/** The link of notifications of an event, by which clients open it. */
const eventLink = ({ groupId, id }: Pick<CalendarEvent, 'groupId' | 'id'>) => `event:${groupId},${id}`

const timeText = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const MESSAGES: Readonly<Record<Notice, (title: string, groupName: string, startsAt: Date) => string>> = {
  created: (title, groupName, startsAt) => `${groupName} has planned ${title} for ${timeText(startsAt)}.`,
  starting: (title, groupName) => `${title} of ${groupName} starts soon.`,
  moved: (title, _, startsAt) => `${title} has been moved: it starts at ${timeText(startsAt)}.`,
  datesChanged: (title) => `The dates of ${title} have changed.`,
  cancelled: (title) => `${title} has been cancelled.`,
}

/** What tells the notices of one type apart. */
const OCCASIONS: Readonly<Record<Notice, Pick<NotificationFacts, 'occasion'>>> = {
  created: {},
  starting: {},
  moved: { occasion: 'event_moved' },
  datesChanged: { occasion: 'dates_changed' },
  cancelled: { occasion: 'event_cancelled' },
}

/** The notification about an event as it is now. */
async function draftOf({ db, rules }: Scope & InTransaction, delivery: SentDelivery): Promise<DeliveryDraft> {
  const { group, sourceId } = delivery
  const event = await db.calendarEvent.findUniqueOrThrow({ where: { id: sourceId } })
  const { notice } = noticeContentOf(delivery)
  const { title, startsAt, endsAt } = event
  const imageId = event.imageId ?? group.iconId
  return {
    type: NOTICES[notice],
    category: 'event',
    senderId: null,
    title,
    message: MESSAGES[notice](title, group.name, startsAt),
    link: eventLink(event),
    data: { ownerId: group.id, ownerName: group.name, title },
    subjectId: event.id,
    facts: { ...OCCASIONS[notice], subjectName: title, groupName: group.name, startsAt: startsAt.toISOString() },
    responses: [groupResponse('delete', 'OK', '')],
    ...(imageId !== null && { imageUrl: imageFileUrl({ rules }, imageId) }),
    ...(notice === 'starting' && { expiresAt: endsAt }),
  }
}

const AUDIENCES = {
  eventMembers: { readAudience: readMembersToTell, draftOf },
  eventFollowers: { readAudience: readFollowers, draftOf },
  ownEventFollowers: { readAudience: readFollowersBesideSeries, draftOf },
} as const satisfies Readonly<Record<string, DeliveryKind>>

/** Who is told: subscribed members, followers, or those who follow a date and not its series. */
type NoticeAudience = keyof typeof AUDIENCES

/** Deliveries of notices about events. */
export const EVENT_DELIVERIES: AreaDeliveries = { job: 'deliver-calendar-notifications', kinds: AUDIENCES }

/** The columns of a delivery about an event. */
export const noticeColumns = (
  { id: sourceId, groupId }: Pick<CalendarEvent, 'id' | 'groupId'>,
  audience: NoticeAudience,
  content: NoticeContent,
) => ({ groupId, sourceId, audience, notificationType: NOTICES[content.notice], content: storedNotice(content) })

/** Stores that people are to be told of an event. Returns the id of the delivery, to run after the commit. */
const requestNotice = (
  tx: Scope & InTransaction,
  event: Pick<CalendarEvent, 'id' | 'groupId' | 'startsAt'>,
  audience: NoticeAudience,
  { notice, authorId = '' }: { readonly notice: Notice; readonly authorId?: string },
): Promise<string> => storeDelivery(tx, noticeColumns(event, audience, { notice, startsAt: event.startsAt, authorId }))

/** Runs unfinished deliveries of notices about events. */
export const deliverEventNotices = (scope: Scope): Promise<void> => deliverUnfinished(scope, EVENT_DELIVERIES)

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
