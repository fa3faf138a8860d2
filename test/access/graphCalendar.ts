import { DAY, HOUR } from '../../src/kernel/clock.ts'
import { inMilliseconds } from '../support/calendar.ts'
import { ADMIN, DELETED_BY_OWNER, type GraphAccessTable, OWNER, SIGNED_IN } from './graphOutcomes.ts'

const nodes = '{ nodes { id } }'

/** Queries of events of a group that everybody sees. */
export const calendarQueries: GraphAccessTable = {
  calendarEvent: [({ eventId }) => `calendarEvent(id: "${eventId}") { id }`, SIGNED_IN],
  calendarEvents: [() => `calendarEvents(source: MINE) ${nodes}`, SIGNED_IN],
  discoverCalendarEvents: [() => `discoverCalendarEvents ${nodes}`, SIGNED_IN],
  searchCalendarEvents: [() => `searchCalendarEvents(term: "dance") ${nodes}`, SIGNED_IN],
  'node of an event': [({ eventId }) => `node(id: "${eventId}") { id }`, SIGNED_IN],
  'node of a series': [({ seriesId }) => `node(id: "${seriesId}") { id }`, SIGNED_IN],
}

const times = () => {
  const startsAt = inMilliseconds(DAY)
  return `startsAt: "${startsAt.toISOString()}", endsAt: "${new Date(startsAt.getTime() + HOUR).toISOString()}"`
}

const payload = '{ calendarEvent { id } }'

export const calendarMutations: GraphAccessTable = {
  createGroupCalendarEvent: [
    ({ groupId }) =>
      `createGroupCalendarEvent(input: { groupId: "${groupId}", title: "t", description: "d", ${times()}, category: DANCE, access: GROUP }) ${payload}`,
    OWNER,
  ],
  updateGroupCalendarEvent: [
    ({ eventId }) => `updateGroupCalendarEvent(input: { eventId: "${eventId}", title: "t" }) ${payload}`,
    OWNER,
  ],
  followGroupCalendarEvent: [
    ({ eventId }) => `followGroupCalendarEvent(input: { eventId: "${eventId}", isFollowing: true }) ${payload}`,
    SIGNED_IN,
  ],
  featureCalendarEvent: [
    ({ eventId }) => `featureCalendarEvent(input: { eventId: "${eventId}", isFeatured: true }) ${payload}`,
    ADMIN,
  ],
  deleteGroupCalendarEvent: [
    ({ goneEventId }) => `deleteGroupCalendarEvent(input: { eventId: "${goneEventId}" }) { deletedCalendarEventId }`,
    DELETED_BY_OWNER,
  ],
}

export const calendarSubscriptions: GraphAccessTable = {
  calendarChanged: [({ groupId }) => `calendarChanged(groupId: "${groupId}") { kind }`, SIGNED_IN],
  followedEventsChanged: [() => 'followedEventsChanged { kind }', SIGNED_IN],
}
