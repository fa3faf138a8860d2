import type { calendarListRows, groupCalendarRows } from '../../../contract/calendar.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { pageOf } from '../../../contract/shapes/queryParameters.ts'
import { jsonTextOfMembers } from '../../../kernel/jsonText.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ScopeByAccess, ViewerScope } from '../../../kernel/scope.ts'
import { discoverEvents } from '../lists/discoveryRecords.ts'
import { type MonthPage, readGroupEvents } from '../lists/groupEvents.ts'
import { type EventSource, readEvents, searchEvents } from '../lists/ownEvents.ts'
import type { RecordPage } from '../lists/recordPages.ts'
import { listedEventWire } from '../wire/calendarEvent.ts'
import { discoveryFilterOf } from './discovery.ts'

interface ListQuery {
  readonly n: number
  readonly offset: number
  readonly date?: string | undefined
}

const monthPageOf = ({ date, ...page }: ListQuery): MonthPage => ({
  month: date ? new Date(date) : null,
  page: pageOf(page),
})

const eventPageText = (scope: ViewerScope, { events, total }: RecordPage, { offset }: OffsetPage) =>
  jsonTextOfMembers({
    results: listedEventWire.texts(scope, events),
    hasNext: offset + events.length < total,
    totalCount: total,
  })

async function listEvents(scope: ViewerScope, source: EventSource, query: ListQuery) {
  const wanted = monthPageOf(query)
  return eventPageText(scope, await readEvents(scope, source, wanted), wanted.page)
}

export const calendarListsRest: Handlers<typeof groupCalendarRows & typeof calendarListRows, ScopeByAccess> = {
  async getGroupCalendarEvents(scope, { groupId, query }) {
    const wanted = monthPageOf(query)
    return eventPageText(scope, await readGroupEvents(scope, groupId, wanted), wanted.page)
  },
  getCalendarEvents: (scope, { query }) => listEvents(scope, 'mine', query),
  getFollowedCalendarEvents: (scope, { query }) => listEvents(scope, 'followed', query),
  getFeaturedCalendarEvents: (scope, { query }) => listEvents(scope, 'featured', query),
  async searchCalendarEvents(scope, { query: { searchTerm, utcOffset = 0, isInternalVariant = false, ...rest } }) {
    const page = pageOf(rest)
    const search = { term: searchTerm, utcOffset, isInternal: isInternalVariant }
    return eventPageText(scope, await searchEvents(scope, search, page), page)
  },
  async discoverCalendarEvents(scope, { query: { n: limit, nextCursor: cursor = '', ...query } }) {
    const filter = discoveryFilterOf(query)
    const { events, nextCursor } = await discoverEvents(scope, { filter, cursor, limit })
    return jsonTextOfMembers({ results: listedEventWire.texts(scope, events), nextCursor })
  },
}
