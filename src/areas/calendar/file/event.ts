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
  | 'deletedAt'
>

/** What a file needs to know of the server: a scope has it. */
export type FileOptions = { readonly rules: Pick<ServerRules, 'publicUrl' | 'webUrl'> }

const uidOf = ({ rules }: FileOptions, id: string): string => `${id}@${new URL(rules.publicUrl).host}`

const pageUrl = ({ rules }: FileOptions, { groupId, id }: WrittenEvent): string =>
  new URL(`${rules.webUrl}/group/${groupId}/calendar/${id}`).href

/**
 * The component of an event, with lines that tell when it is, and its identifier. The time of the last change is that of the
 * file, too, so that an event that has not changed has the same file. A deleted one is cancelled, without its description.
 */
const componentLines = (
  options: FileOptions,
  event: WrittenEvent,
  { uid, timeLines }: { readonly uid: string; readonly timeLines: readonly FileLine[] },
): readonly FileLine[] => [
  'BEGIN:VEVENT',
  `UID:${uidOf(options, uid)}`,
  utcLine('DTSTAMP', event.updatedAt),
  utcLine('CREATED', event.createdAt),
  utcLine('LAST-MODIFIED', event.updatedAt),
  `SEQUENCE:${event.sequence}`,
  ...timeLines,
  `SUMMARY:${textValue(event.title)}`,
  ...(event.deletedAt
    ? ['STATUS:CANCELLED']
    : [
        `DESCRIPTION:${textValue(event.description)}`,
        ...categoryLines(event),
        `URL:${pageUrl(options, event)}`,
        'STATUS:CONFIRMED',
      ]),
  'END:VEVENT',
]

/** The component of a series, or of a date beside it, which has the identifier of the series. */
export const seriesEventLines = (options: FileOptions, event: WrittenEvent, timeLines: readonly FileLine[]) =>
  componentLines(options, event, { uid: event.seriesId ?? event.id, timeLines })

/** Each in a line of its own, because some readers take an escaped backslash before a comma for an escaped comma. */
function categoryLines({ category, tags }: WrittenEvent): FileLine[] {
  const values = new Set([category, ...tags].map(textValue))
  return [...values].filter((value) => value !== '').map((value) => `CATEGORIES:${value}`)
}

/**
 * The component of a single event, or of one date of a series by itself, by UTC. It has an identifier of its own: programs
 * that read a date of a series without the series may ignore it.
 */
export const lonelyEventLines = (options: FileOptions, event: WrittenEvent): readonly FileLine[] =>
  componentLines(options, event, {
    uid: event.id,
    timeLines: [utcLine('DTSTART', event.startsAt), utcLine('DTEND', event.endsAt)],
  })
