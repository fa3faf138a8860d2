import ICAL from 'ical.js'

/** An iCalendar file as a calendar program reads it. */
export interface ReadCalendar {
  readonly calendar: ICAL.Component
  /** The events of the file, in its order. */
  readonly events: readonly ICAL.Event[]
}

export function readCalendar(text: string): ReadCalendar {
  const calendar = ICAL.Component.fromString(text)
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  return { calendar, events }
}

/** A date of an event as a calendar program shows it. */
export interface ReadDate {
  /** `2027-03-14T02:30:00`. */
  readonly local: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly title: string
}

/** The dates of a series up to a time, with the exceptions of its file in their place. */
export function datesOf({ events }: ReadCalendar, until: Date): ReadDate[] {
  const [series, ...exceptions] = events
  if (!series) throw new Error('a file without an event')
  for (const exception of exceptions) series.relateException(exception)
  const found: ReadDate[] = []
  const dates = series.iterator()
  for (let next = dates.next(); next; next = dates.next()) {
    if (next.toJSDate() > until) break
    const { item, startDate, endDate } = series.getOccurrenceDetails(next)
    const local = startDate.toString()
    found.push({ local, startsAt: startDate.toJSDate(), endsAt: endDate.toJSDate(), title: item.summary })
  }
  return found
}

/** The categories of an event, in their order. */
export const categoriesOf = (event: ICAL.Event | undefined): unknown[] =>
  event?.component.getAllProperties('categories').flatMap((property) => property.getValues()) ?? []
