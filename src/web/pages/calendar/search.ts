import type { CalendarEventCategory, CalendarSource } from '../../generated/graphql.ts'

export const VIEWS = ['month', 'agenda', 'discover'] as const
export type CalendarView = (typeof VIEWS)[number]

export const SOURCES = ['MINE', 'FOLLOWED', 'FEATURED'] as const satisfies readonly CalendarSource[]

export const CATEGORIES = [
  ...['ARTS', 'AVATARS', 'DANCE', 'EDUCATION', 'EXPLORATION', 'FILM_MEDIA', 'GAMING'],
  ...['HANGOUT', 'MUSIC', 'PERFORMANCE', 'ROLEPLAYING', 'WELLNESS', 'OTHER'],
] as const satisfies readonly CalendarEventCategory[]

/** What the address of the calendar says. */
export interface CalendarSearch {
  readonly view?: CalendarView | undefined
  /** Where the events of the month and the agenda come from. */
  readonly source?: CalendarSource | undefined
  /** The month that is shown, such as `2026-12`. */
  readonly month?: string | undefined
  /** The day whose events are listed, or with which the agenda begins. */
  readonly day?: string | undefined
  /** Words to discover events by. */
  readonly text?: string | undefined
  readonly category?: CalendarEventCategory | undefined
  /** ISO 639-3. */
  readonly language?: string | undefined
  readonly tag?: string | undefined
  /** Whether only featured events are discovered. */
  readonly featured?: true | undefined
}

const MONTH = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/
const LANGUAGE = /^[a-z]{3}$/
const MAX_TEXT = 100

const matching = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

/** Numbers in an address are texts, too. */
const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && value !== ''
    ? String(value).slice(0, MAX_TEXT)
    : undefined

function dayIn(value: unknown): string | undefined {
  const day = matching(value, /^(19|20|21)\d\d-\d\d-\d\d$/)
  const time = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day
}

/** Reads the address; what is unknown in it is left out. */
export const calendarSearchOf = (search: Record<string, unknown>): CalendarSearch => ({
  view: VIEWS.find((one) => one === search.view),
  source: SOURCES.find((one) => one === search.source),
  month: matching(search.month, MONTH),
  day: dayIn(search.day),
  text: textOf(search.text),
  category: CATEGORIES.find((one) => one === search.category),
  language: matching(search.language, LANGUAGE),
  tag: textOf(search.tag),
  featured: search.featured === true ? true : undefined,
})
