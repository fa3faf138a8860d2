import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { timezoneLines } from '../../../../src/areas/calendar/file/timezone.ts'
import { readCalendar } from '../../../support/icsFiles.ts'

const START = new Date('2027-01-15T12:00:00Z')
const noon = (month: number) => Temporal.PlainDateTime.from({ year: 2027, month, day: 15, hour: 12 })

/** The time zone of a file as a calendar program has it. */
function readZone(timezone: string): ICAL.Timezone {
  const lines = ['BEGIN:VCALENDAR', ...timezoneLines(timezone, START), 'END:VCALENDAR']
  const component = readCalendar(lines.join('\r\n')).calendar.getFirstSubcomponent('vtimezone')
  if (!component) throw new Error('a file without a time zone')
  expect(component.getFirstPropertyValue('tzid')).toBe(timezone)
  return new ICAL.Timezone(component)
}

it('tells the offsets of time zones as the clock of the server has them', () => {
  const others = Intl.supportedValuesOf('timeZone').filter((_, at) => at % 6 === 0)
  const names = ['UTC', 'utc', 'europe/berlin', 'US/Eastern', 'EST5EDT', 'America/Vancouver', ...others]
  for (const timezone of names) {
    const zone = readZone(timezone)
    for (const month of [1, 4, 7, 10]) {
      const { year, day, hour, minute, second } = noon(month)
      const read = zone.utcOffset(ICAL.Time.fromData({ year, month, day, hour, minute, second }))
      const offset = noon(month).toZonedDateTime(timezone).offsetNanoseconds / 1e9
      expect(`${timezone} ${month} ${read}`).toBe(`${timezone} ${month} ${offset}`)
    }
  }
})
