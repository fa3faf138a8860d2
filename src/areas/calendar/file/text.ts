import { escape as escapeText, foldLines } from 'ical-generator'
import type { Temporal } from 'temporal-polyfill'
import { localTimeOf, timeOf } from '../series/recurrence.ts'

/** A line of an iCalendar file before it is folded (RFC 5545, 3.1). */
export type FileLine = string

/** Control characters, which no text of a file may have but tabs and line breaks. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu
const LINE_BREAK = /\r\n?/g

/** A value of type TEXT. */
export const textValue = (text: string): string =>
  escapeText(text.replace(LINE_BREAK, '\n').replace(CONTROLS, ''), false)

/** Local times of a file are to the second. */
const localValue = (local: Temporal.PlainDateTime): string =>
  local.toString({ smallestUnit: 'second', roundingMode: 'trunc' }).replace(/[-:]/g, '')

const UTC = 'UTC'

/** A time by UTC: `20260329T013000Z`. */
export const utcValue = (time: Date): string => `${localValue(localTimeOf(time, UTC))}Z`

/** A line with a time by UTC. */
export const utcLine = (name: string, time: Date): FileLine => `${name}:${utcValue(time)}`

/** A line with a time on the wall clock of a time zone. */
export const localLine = (name: string, timezone: string, local: Temporal.PlainDateTime): FileLine =>
  `${name};TZID=${timezone}:${localValue(local)}`

/**
 * A line with a time on the wall clock of a time zone, or by UTC for a time whose wall clock readers take for another one:
 * the second of two that show the same (RFC 5545, 3.3.5).
 */
export function zonedLine(name: string, timezone: string, time: Date): FileLine {
  const local = localTimeOf(time, timezone)
  return timeOf(local, timezone).getTime() === time.getTime() ? localLine(name, timezone, local) : utcLine(name, time)
}

/** A file of these lines, which are folded at 75 octets. */
export const fileOf = (lines: readonly FileLine[]): string =>
  foldLines(['BEGIN:VCALENDAR', 'VERSION:2.0', PRODUCT, 'METHOD:PUBLISH', ...lines, 'END:VCALENDAR', ''].join('\r\n'))

const PRODUCT = 'PRODID:-//Plaza//Calendar//EN'
