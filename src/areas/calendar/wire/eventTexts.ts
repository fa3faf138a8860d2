import type { z } from 'zod'
import type { CalendarEventDiscovery, PaginatedCalendarEventList } from '../../../contract/shapes/calendarEvent.ts'
import { bytesOfTexts, JsonText, jsonArray, jsonMembers, jsonObject } from '../../../kernel/jsonText.ts'
import type { OffsetPage } from '../../../kernel/page.ts'
import type { DiscoveryRecords } from '../lists/discoveryRecords.ts'
import { cachedOfEvents, type EventRecordOf, followOfVersion } from '../lists/eventRecords.ts'
import type { RecordPage } from '../lists/recordPages.ts'
import { sharedEventWire, userInterestWire } from './calendarEvent.ts'

/** The members of the record of an event that are the same for all viewers, as JSON. */
export const EVENT_TEXTS = cachedOfEvents<string>({
  name: 'text of a calendar event',
  make: ({ rules }, event) => jsonMembers(sharedEventWire({ rules }, event)),
  sizeOf: (text) => bytesOfTexts([text]),
})

const NOT_FOLLOWING = jsonMembers({ userInterest: userInterestWire(null) })

function eventText({ row, record }: EventRecordOf<string>): string {
  const follow = followOfVersion(row)
  return jsonObject([record, follow ? jsonMembers({ userInterest: userInterestWire(follow) }) : NOT_FOLLOWING])
}

const resultsMember = (events: readonly EventRecordOf<string>[]) => `"results":${jsonArray(events.map(eventText))}`

/** A page of a list of events, as JSON. */
export const eventListText = ({ events, total }: RecordPage<string>, { offset }: OffsetPage) =>
  new JsonText<PaginatedCalendarEventList>(
    jsonObject([resultsMember(events), jsonMembers({ hasNext: offset + events.length < total, totalCount: total })]),
  )

/** A page of discovered events, as JSON. */
export const discoveryText = ({ events, nextCursor }: DiscoveryRecords<string>) =>
  new JsonText<z.output<typeof CalendarEventDiscovery>>(
    jsonObject([resultsMember(events), jsonMembers({ nextCursor })]),
  )
