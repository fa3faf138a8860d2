import type { calendarListRows, groupCalendarRows } from '../../../contract/calendar.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { pageOf } from '../../../contract/shapes/queryParameters.ts'
import type { ScopeByAccess, ViewerScope } from '../../../kernel/scope.ts'
import { discoverEvents } from '../lists/discoveryRecords.ts'
import { type MonthPage, readGroupEvents } from '../lists/groupEvents.ts'
import { type EventSource, readEvents, searchEvents } from '../lists/ownEvents.ts'
import { discoveryText, EVENT_TEXTS, eventListText } from '../wire/eventTexts.ts'
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

async function listEvents(scope: ViewerScope, source: EventSource, query: ListQuery) {
  const wanted = monthPageOf(query)
  return eventListText(await readEvents(scope, EVENT_TEXTS, source, wanted), wanted.page)
}

export const calendarListsRest: Handlers<typeof groupCalendarRows & typeof calendarListRows, ScopeByAccess> = {
  async getGroupCalendarEvents(scope, { groupId, query }) {
    const wanted = monthPageOf(query)
    return eventListText(await readGroupEvents(scope, EVENT_TEXTS, groupId, wanted), wanted.page)
  },
  getCalendarEvents: (scope, { query }) => listEvents(scope, 'mine', query),
  getFollowedCalendarEvents: (scope, { query }) => listEvents(scope, 'followed', query),
  getFeaturedCalendarEvents: (scope, { query }) => listEvents(scope, 'featured', query),
  async searchCalendarEvents(scope, { query: { searchTerm, utcOffset = 0, isInternalVariant = false, ...rest } }) {
    const page = pageOf(rest)
    const search = { term: searchTerm, utcOffset, isInternal: isInternalVariant }
    return eventListText(await searchEvents(scope, EVENT_TEXTS, search, page), page)
  },
  async discoverCalendarEvents(scope, { query: { n: limit, nextCursor: cursor = '', ...query } }) {
    const filter = discoveryFilterOf(query)
    return discoveryText(await discoverEvents(scope, EVENT_TEXTS, { filter, cursor, limit }))
  },
}
