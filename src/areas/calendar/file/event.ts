import type { CalendarEvent } from '../../../generated/prisma/client.ts'
import type { ServerRules } from '../../../kernel/scope.ts'
import { type FileLine, textValue, utcLine } from './text.ts'

/** What is written of an event. */
export type WrittenEvent = Pick<
  CalendarEvent,
  | 'id'
  | 'groupId'
  | 'seriesId'
  | 'title'
  | 'description'
  | 'category'
  | 'tags'
  | 'sequence'
  | 'startsAt'
  | 'endsAt'
  | 'originalStartsAt'
  | 'createdAt'
  | 'updatedAt'
>

/** What a file needs to know of the server: a scope has it. */
export type FileOptions = { readonly rules: Pick<ServerRules, 'publicUrl' | 'webUrl'> }

/** Dates of a series have the identifier of the series, and are told from each other by their original start. */
const uidOf = ({ rules }: FileOptions, { id, seriesId }: WrittenEvent): string =>
  `${seriesId ?? id}@${new URL(rules.publicUrl).host}`

const pageUrl = ({ rules }: FileOptions, { groupId, id }: WrittenEvent): string =>
  new URL(`${rules.webUrl}/group/${groupId}/calendar/${id}`).href

/**
 * The component of an event, with lines that tell when it is. The time of the last change is that of the file, too, so that
 * an event that has not changed has the same file.
 */
export const eventLines = (
  options: FileOptions,
  event: WrittenEvent,
  timeLines: readonly FileLine[],
): readonly FileLine[] => [
  'BEGIN:VEVENT',
  `UID:${uidOf(options, event)}`,
  utcLine('DTSTAMP', event.updatedAt),
  utcLine('CREATED', event.createdAt),
  utcLine('LAST-MODIFIED', event.updatedAt),
  `SEQUENCE:${event.sequence}`,
  ...timeLines,
  `SUMMARY:${textValue(event.title)}`,
  `DESCRIPTION:${textValue(event.description)}`,
  ...categoryLines(event),
  `URL:${pageUrl(options, event)}`,
  'STATUS:CONFIRMED',
  'END:VEVENT',
]

/** Each in a line of its own, because some readers take an escaped backslash before a comma for an escaped comma. */
function categoryLines({ category, tags }: WrittenEvent): FileLine[] {
  const values = new Set([category, ...tags].map(textValue))
  return [...values].filter((value) => value !== '').map((value) => `CATEGORIES:${value}`)
}

/** The component of a single event, or of one date of a series by itself: by UTC. */
export const lonelyEventLines = (options: FileOptions, event: WrittenEvent): readonly FileLine[] =>
  eventLines(options, event, [
    ...(event.originalStartsAt ? [utcLine('RECURRENCE-ID', event.originalStartsAt)] : []),
    utcLine('DTSTART', event.startsAt),
    utcLine('DTEND', event.endsAt),
  ])
