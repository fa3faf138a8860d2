import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InTransaction } from '../../../kernel/transaction.ts'
import {
  type AreaDeliveries,
  type DeliveryDraft,
  type DeliveryKind,
  deliverUnfinished,
  type SentDelivery,
  storeDelivery,
} from '../../groups/content/deliveries.ts'
import { imageFileUrl } from '../../groups/group/images.ts'
import { groupResponse } from '../../groups/notifications.ts'
import { readFollowers, readFollowersBesideSeries, readMembersToTell } from './audience.ts'
import { NOTICES, type Notice, type NoticeContent, noticeContentOf, storedNotice } from './content.ts'

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
export const requestNotice = (
  tx: Scope & InTransaction,
  event: Pick<CalendarEvent, 'id' | 'groupId' | 'startsAt'>,
  audience: NoticeAudience,
  { notice, authorId = '' }: { readonly notice: Notice; readonly authorId?: string },
): Promise<string> => storeDelivery(tx, noticeColumns(event, audience, { notice, startsAt: event.startsAt, authorId }))

/** Runs unfinished deliveries of notices about events. */
export const deliverEventNotices = (scope: Scope): Promise<void> => deliverUnfinished(scope, EVENT_DELIVERIES)
