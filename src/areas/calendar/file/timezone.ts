import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library'
import { getOrCreate } from '../../../kernel/maps.ts'
import { localTimeOf } from '../series/recurrence.ts'
import type { FileLine } from './text.ts'

type Zoned = Temporal.ZonedDateTime

/** The names of published time zones, by their lower case: clients may write them in any case. */
const publishedNames = new Map([tzlib_get_timezones()].flat().map((name) => [name.toLowerCase(), name]))

/** Checking a zone takes longer than writing a file. */
const MAX_KEPT = 1_000
const kept = new LRUCache<string, readonly FileLine[]>({ max: MAX_KEPT })

/**
 * The component of a time zone for a series with this start: the published one, unless the clock of this server has other
 * rules, as after a change of the law. Files then tell the times that the platform goes by.
 */
export function timezoneLines(timezone: string, startsAt: Date): readonly FileLine[] {
  const year = localTimeOf(startsAt, timezone).year
  return getOrCreate<string, readonly FileLine[]>(kept, `${timezone} ${year}`, () => {
    const from = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(timezone)
    const name = publishedNames.get(timezone.toLowerCase())
    return name !== undefined && agrees(name, from) ? publishedLines(name, timezone) : clockLines(timezone, from)
  })
}

/** Links are published by the name of their target, but a file must use one name. */
function publishedLines(name: string, timezone: string): FileLine[] {
  const [block = ''] = [tzlib_get_ical_block(name)].flat()
  return block.split('\r\n').map((line) => (line.startsWith('TZID:') ? `TZID:${timezone}` : line))
}

const COMPARED = { years: 2 }
const SAMPLES = [0, 3, 6, 9, 12, 15, 18, 21]
/** Local times close to a transition are ambiguous. */
const CLOSE = { hours: 3 }

/** Whether a published time zone shows the times of this server's clock. */
function agrees(name: string, from: Zoned): boolean {
  const until = from.add(COMPARED)
  const samples = SAMPLES.map((months) => from.add({ months }))
  const near = transitionsBetween(from, until).flatMap((time) => [time.subtract(CLOSE), time.add(CLOSE)])
  return [...samples, ...near].every((time) => {
    const [date = '', clock = ''] = time.toPlainDateTime().toString({ smallestUnit: 'minute' }).split('T')
    return tzlib_get_offset(name, date, clock) === offsetText(time)
  })
}

function transitionsBetween(from: Zoned, until: Zoned): Zoned[] {
  const found: Zoned[] = []
  let next = from.getTimeZoneTransition('next')
  while (next && Temporal.ZonedDateTime.compare(next, until) < 0) {
    found.push(next)
    next = next.getTimeZoneTransition('next')
  }
  return found
}

const offsetText = ({ offset }: Zoned): string => offset.replaceAll(':', '')

const WRITTEN = { years: 10 }

/** The offsets that this server's clock shows, for some years. */
function clockLines(timezone: string, from: Zoned): FileLine[] {
  const transitions = transitionsBetween(from, from.add(WRITTEN))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timezone}`,
    ...observanceLines(from, from),
    ...transitions.flatMap((time) => observanceLines(time.subtract({ seconds: 1 }), time)),
    'END:VTIMEZONE',
  ]
}

/** From a transition on the clock shows another offset; the start is by the clock before it. */
function observanceLines(before: Zoned, time: Zoned): FileLine[] {
  const kind = time.offsetNanoseconds > before.offsetNanoseconds ? 'DAYLIGHT' : 'STANDARD'
  const start = time.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(time)}`,
    `END:${kind}`,
  ]
}
