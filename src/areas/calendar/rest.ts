import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { z } from 'zod'
import type {
  calendarEventRows,
  calendarFileRows,
  calendarFollowRows,
  calendarListRows,
  groupCalendarRows,
} from '../../contract/calendar.ts'
import type { Download, Handlers } from '../../contract/operation.ts'
import { CalendarEventCategory } from '../../contract/shapes/calendarEvent.ts'
import { pageOf, splitList } from '../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import { invalid } from '../../kernel/failure.ts'
import type { OffsetPage } from '../../kernel/page.ts'
import type { ScopeByAccess, ViewerScope } from '../../kernel/scope.ts'
import { characterCount, jsonTextOfMembers } from '../../kernel/texts.ts'
import { discoverEvents } from './discovery/discovery.ts'
import type { DiscoveryFilter } from './discovery/queries.ts'
import { createGroupCalendarEvent } from './event/create.ts'
import { deleteGroupCalendarEvent } from './event/delete.ts'
import { readGroupEvent, readGroupNextEvent } from './event/events.ts'
import { updateGroupCalendarEvent } from './event/update.ts'
import { type EventSource, type MonthPage, readEvents, readGroupEvents, searchEvents } from './eventLists.ts'
import { readCalendarFile } from './file/file.ts'
import { followGroupCalendarEvent } from './follow/follow.ts'
import type { EventPage } from './queries.ts'
import { calendarEventWire, listedEventWire } from './wire.ts'

const calendarEventsRest: Handlers<typeof calendarEventRows, ScopeByAccess> = {
  createGroupCalendarEvent: async (scope, { groupId, body }) =>
    calendarEventWire(await createGroupCalendarEvent(scope, groupId, body), scope),
  async getGroupCalendarEvent(scope, { groupId, calendarId }) {
    const { event } = await readGroupEvent(scope, groupId, calendarId)
    return calendarEventWire(event, scope)
  },
  updateGroupCalendarEvent: async (scope, { groupId, calendarId: eventId, body }) =>
    calendarEventWire(await updateGroupCalendarEvent(scope, { groupId, eventId }, body), scope),
  async deleteGroupCalendarEvent(scope, { groupId, calendarId: eventId }) {
    await deleteGroupCalendarEvent(scope, { groupId, eventId })
    return successResponse('Calendar Entry deleted!')
  },
  getGroupNextCalendarEvent: async (scope, { groupId }) =>
    calendarEventWire(await readGroupNextEvent(scope, groupId), scope),
}

const calendarFollowRest: Handlers<typeof calendarFollowRows, ScopeByAccess> = {
  followGroupCalendarEvent: async (scope, { groupId, calendarId: eventId, body }) =>
    calendarEventWire(await followGroupCalendarEvent(scope, { groupId, eventId }, body.isFollowing), scope),
}

const CONTENT_TYPE = 'text/calendar; charset=utf-8'

const calendarFilesRest: Handlers<typeof calendarFileRows, ScopeByAccess> = {
  getGroupCalendarEventICS: async (scope, { groupId, calendarId: eventId, query }) =>
    fileDownload(`${eventId}.ics`, await readCalendarFile(scope, { groupId, eventId }, query.token)),
}

function fileDownload(fileName: string, text: string): Download {
  const bytes = Buffer.from(text)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return {
    contentType: CONTENT_TYPE,
    fileName,
    inline: false,
    shared: false,
    isChangeable: true,
    etag,
    size: bytes.length,
    open: async ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
      Readable.from([bytes.subarray(start, end + 1)], { objectMode: false }),
  }
}

type DiscoveryQuery = Omit<z.output<typeof calendarListRows.discoverCalendarEvents.query>, 'n' | 'nextCursor'>

/** The filter of a request, which counts only on the first page. Throws `invalid` for unknown categories and too many tags. */
const discoveryFilterOf = (query: DiscoveryQuery): DiscoveryFilter => ({
  scope: query.scope,
  categories: categoriesOf(query.categories),
  tags: tagsOf(query.tags),
  featured: query.featuredResults,
  nonFeatured: query.nonFeaturedResults,
  personalized: query.personalizedResults,
  minimumInterestCount: bounded(query.minimumInterestCount ?? 0, MAX_COUNT),
  minimumRemainingMinutes: bounded(query.minimumRemainingMinutes ?? 0, MAX_MINUTES),
  upcomingOffsetMinutes:
    query.upcomingOffsetMinutes === undefined ? null : bounded(query.upcomingOffsetMinutes, MAX_MINUTES),
})

/** Maximum of PostgreSQL's integer. */
const MAX_COUNT = 2_147_483_647
/** Ten years: no event is further ahead. */
const MAX_MINUTES = 10 * 366 * 24 * 60

/** More than there is means as much as there is. */
const bounded = (value: number, max: number) => Math.min(Math.max(value, 0), max)

function categoriesOf(text: string | undefined): string[] {
  const categories = [...new Set(splitList(text))]
  const unknown = categories.find((category) => !CalendarEventCategory.safeParse(category).success)
  if (unknown !== undefined) throw invalid('categories', `categories must be known: not '${unknown}'`, 'unknown_value')
  return categories
}

const MAX_TAGS = 20
const MAX_TAG_LENGTH = 100

/** The cursors of later pages contain them. */
function tagsOf(text: string | undefined): string[] {
  const tags = [...new Set(splitList(text))]
  if (tags.length > MAX_TAGS)
    throw invalid('tags', `tags must have at most ${MAX_TAGS} entries`, { reason: 'too_many_entries', max: MAX_TAGS })
  if (tags.some((tag) => characterCount(tag) > MAX_TAG_LENGTH))
    throw invalid('tags', `tags must have at most ${MAX_TAG_LENGTH} characters each`, {
      reason: 'too_long',
      max: MAX_TAG_LENGTH,
    })
  return tags
}

interface ListQuery {
  readonly n: number
  readonly offset: number
  readonly date?: string | undefined
}

const monthPageOf = ({ date, ...page }: ListQuery): MonthPage => ({
  month: date ? new Date(date) : null,
  page: pageOf(page),
})

async function eventPageText(scope: ViewerScope, read: () => Promise<EventPage>, { offset }: OffsetPage) {
  let page: EventPage = { rows: [], total: 0 }
  const results = await listedEventWire.list(scope, async () => {
    page = await read()
    return page.rows
  })
  const { rows, total } = page
  return jsonTextOfMembers({ results, hasNext: offset + rows.length < total, totalCount: total })
}

async function listEvents(scope: ViewerScope, source: EventSource, query: ListQuery) {
  const wanted = monthPageOf(query)
  return eventPageText(scope, () => readEvents(scope, source, wanted), wanted.page)
}

const calendarListsRest: Handlers<typeof groupCalendarRows & typeof calendarListRows, ScopeByAccess> = {
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

export const calendarRest = { ...calendarEventsRest, ...calendarFollowRest, ...calendarFilesRest, ...calendarListsRest }
