/** A change of the clock of a time zone, as between summer and winter. */
export interface ClockChange {
  readonly zone: string
  /** Milliseconds, at most a day before the change. */
  readonly before: number
}

const DAY = 24 * 3_600_000

/** Those that people know, first. */
const zones = () => ['Europe/Berlin', 'America/New_York', 'Australia/Sydney', ...Intl.supportedValuesOf('timeZone')]

/** How far the clock of a zone is from UTC, such as GMT+01:00. */
const offsetFormat = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })

const offsetAt = (format: Intl.DateTimeFormat, time: number) =>
  format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value

/** The first day between two of them, in days from now, after which the clock of a zone shows another offset. */
function changeOf(zone: string, from: number, to: number): ClockChange | null {
  const format = offsetFormat(zone)
  for (let day = from; day < to; day += 1) {
    const before = Date.now() + day * DAY
    if (offsetAt(format, before) !== offsetAt(format, before + DAY)) return { zone, before }
  }
  return null
}

/**
 * A change of the clock somewhere, in so many days from now. There is none in some weeks of May: then a day is given on which
 * the clock of Tokyo stays as it is.
 */
export function findClockChange(from: number, to: number): ClockChange {
  for (const zone of zones()) {
    const found = changeOf(zone, from, to)
    if (found) return found
  }
  return { zone: 'Asia/Tokyo', before: Date.now() + from * DAY }
}

/** The local time of a zone, such as `2027-02-01T19:00`, on the day of a time. */
export const onDayOf = (time: number, zone: string, clock: string): string =>
  `${new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(time)}T${clock}`

/** A time of day as the pages write it, such as “7:00 PM”. */
export const clockOf = (time: string | Date, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' }).format(new Date(time))
