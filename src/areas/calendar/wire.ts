import {
  CalendarEventAccess,
  CalendarEventCategory,
  CalendarEventOccurrenceKind,
  CalendarEventPlatform,
  type CalendarEvent as EventRecord,
} from '../../contract/shapes/calendarEvent.ts'
import type { CalendarFollow } from '../../generated/prisma/client.ts'
import { defineListPresenter, nothingKept } from '../../kernel/presenter.ts'
import { type GroupUrlOptions, imageFileUrl } from '../groups/access.ts'
import { type EventView, followOf } from './event/events.ts'
import { EVENT_ROWS, type EventVersion, interestedPeople, type SharedEvent } from './queries.ts'
import { recurrenceOf } from './series/recurrence.ts'

/** An event, one date of a series, or a series. */
export const calendarEventWire = (event: EventView, options: GroupUrlOptions): EventRecord => ({
  ...sharedEventWire(options, event),
  userInterest: userInterestWire(followOf(event)),
})

/** An event in lists. */
export const listedEventWire = defineListPresenter({
  name: 'calendar event',
  rows: EVENT_ROWS,
  shared: sharedEventWire,
  kept: nothingKept,
  own: (version: EventVersion) => ({ userInterest: userInterestWire(followOfVersion(version)) }),
})

/** The row by which the viewer follows a listed event; null if they don't. */
const followOfVersion = ({ isFollowing, followedAt, followChangedAt }: EventVersion) =>
  isFollowing && followedAt && followChangedAt ? { createdAt: followedAt, updatedAt: followChangedAt } : null

/** Whether the viewer follows an event, by their row. */
const userInterestWire = (follow: Pick<CalendarFollow, 'createdAt' | 'updatedAt'> | null) => ({
  isFollowing: follow !== null,
  ...(follow && { createdAt: follow.createdAt.toISOString(), updatedAt: follow.updatedAt.toISOString() }),
})

/** What of the record of an event is the same for all viewers. */
function sharedEventWire(options: GroupUrlOptions, event: SharedEvent): Omit<EventRecord, 'userInterest'> {
  const { kind, series } = event
  const repeated = kind === 'series' ? event : series
  return {
    accessType: CalendarEventAccess.parse(event.accessType),
    category: CalendarEventCategory.parse(event.category),
    closeInstanceAfterEndMinutes: event.closeInstanceAfterEndMinutes,
    createdAt: event.createdAt.toISOString(),
    deletedAt: null,
    description: event.description,
    durationInMs: event.endsAt.getTime() - event.startsAt.getTime(),
    endsAt: event.endsAt.toISOString(),
    featured: event.featured,
    guestEarlyJoinMinutes: event.guestEarlyJoinMinutes,
    hostEarlyJoinMinutes: event.hostEarlyJoinMinutes,
    id: event.id,
    imageId: event.imageId,
    imageUrl: event.imageId === null ? null : imageFileUrl(options, event.imageId),
    interestedUserCount: interestedPeople(event),
    isDraft: event.isDraft,
    languages: event.languages,
    occurrenceKind: CalendarEventOccurrenceKind.parse(kind),
    ownerId: event.groupId,
    platforms: event.platforms.map((platform) => CalendarEventPlatform.parse(platform)),
    ...(repeated && { recurrence: recurrenceOf(repeated) }),
    roleIds: event.roleIds,
    seriesId: event.seriesId,
    startsAt: event.startsAt.toISOString(),
    tags: event.tags,
    title: event.title,
    type: 'event',
    updatedAt: event.updatedAt.toISOString(),
    usesInstanceOverflow: event.usesInstanceOverflow,
  }
}
