import type { calendarListRows, groupCalendarRows } from '../../../contract/calendar.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { pageOf } from '../../../contract/shapes/queryParameters.ts'
import { jsonTextOfMembers } from '../../../kernel/jsonText.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { ScopeByAccess, ViewerScope } from '../../../kernel/scope.ts'
import { discoverEvents } from '../lists/discoveryRecords.ts'
import { type MonthPage, readGroupEvents } from '../lists/groupEvents.ts'
import { type EventSource, readEvents, searchEvents } from '../lists/ownEvents.ts'
import type { VersionPage } from '../lists/recordPages.ts'
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

async function eventPageText(scope: ViewerScope, read: () => Promise<VersionPage>, { offset }: OffsetPage) {
  let page: VersionPage = { events: [], total: 0 }
  const results = await listedEventWire.list(scope, async () => {
    page = await read()
    return page.events
  })
  const { events, total } = page
  return jsonTextOfMembers({ results, hasNext: offset + events.length < total, totalCount: total })
}

async function listEvents(scope: ViewerScope, source: EventSource, query: ListQuery) {
  const wanted = monthPageOf(query)
  return eventPageText(scope, () => readEvents(scope, source, wanted), wanted.page)
}

export const calendarListsRest: Handlers<typeof groupCalendarRows & typeof calendarListRows, ScopeByAccess> = {
  async getGroupCalendarEvents(scope, { groupId, query }) {
    const wanted = monthPageOf(query)
    return eventPageText(scope, () => readGroupEvents(scope, groupId, wanted), wanted.page)
  },
  getCalendarEvents: (scope, { query }) => listEvents(scope, 'mine', query),
  getFollowedCalendarEvents: (scope, { query }) => listEvents(scope, 'followed', query),
  getFeaturedCalendarEvents: (scope, { query }) => listEvents(scope, 'featured', query),
  async searchCalendarEvents(scope, { query: { searchTerm, utcOffset = 0, isInternalVariant = false, ...rest } }) {
    const page = pageOf(rest)
    const search = { term: searchTerm, utcOffset, isInternal: isInternalVariant }
    return eventPageText(scope, () => searchEvents(scope, search, page), page)
  },
  async discoverCalendarEvents(scope, { query: { n: limit, nextCursor: cursor = '', ...query } }) {
    const filter = discoveryFilterOf(query)
    let nextCursor = ''
    const results = await listedEventWire.list(scope, async () => {
      const page = await discoverEvents(scope, { filter, cursor, limit })
      nextCursor = page.nextCursor
      return page.events
    })
    return jsonTextOfMembers({ results, nextCursor })
  },
}
