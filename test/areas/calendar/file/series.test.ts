import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { seriesLines, type WrittenSeries } from '../../../../src/areas/calendar/file/series.ts'
import { fileOf } from '../../../../src/areas/calendar/file/text.ts'
import {
  datesBetween,
  type Frequency,
  localText,
  localTimeOf,
  type Recurrence,
  type SeriesRule,
  timeOf,
  type Weekday,
  weekdayOf,
} from '../../../../src/areas/calendar/series/recurrence.ts'
import { addMilliseconds, DAY, MINUTE } from '../../../../src/kernel/clock.ts'
import { datesOf, type ReadDate, readCalendar } from '../../../support/icsFiles.ts'
import { rounds } from '../../../support/rounds.ts'

/** Random rules; `npm run campaign -- recurrence` compares 10,000. */
const RULES = Number(process.env.RECURRENCE_RULES ?? rounds(200))
const SEED = Number(process.env.RECURRENCE_SEED ?? 1)

const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata']
const WEEKDAYS: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const EPOCH = Date.UTC(2027, 0, 1)
/** Both changes of the clock of a year, and those of the next one. */
const COMPARED = 500 * DAY

const options = { rules: { publicUrl: 'https://plaza.test', webUrl: 'https://plaza.test/home' } }
const seriesOf = ({ startsAt, recurrence }: SeriesRule, minutes: number): WrittenSeries => ({
  id: 'cal_1',
  groupId: 'grp_1',
  seriesId: null,
  title: 'Dance night',
  description: 'Bring your shoes.',
  category: 'dance',
  tags: [],
  sequence: 0,
  startsAt,
  endsAt: addMilliseconds(startsAt, minutes * MINUTE),
  originalStartsAt: null,
  createdAt: new Date(EPOCH),
  updatedAt: new Date(EPOCH),
  deletedAt: null,
  recurrence: { ...recurrence },
})
const fileOfRule = (rule: SeriesRule, minutes = 60) =>
  fileOf(seriesLines(options, seriesOf(rule, minutes), { shown: [], hidden: [] }))

const aFrequency = fc.constantFrom<Frequency[]>('daily', 'weekly', 'monthly', 'yearly')
const anEnd = fc.oneof(
  fc.constant(undefined),
  fc.record({ type: fc.constant('afterOccurrences' as const), count: fc.integer({ min: 1, max: 730 }) }),
  fc.record({ type: fc.constant('afterDate' as const), minutes: fc.integer({ min: 0, max: 500 * 24 * 60 }) }),
)
/** Half of the starts are at night, when clocks change. */
const aMinuteOfDay = fc.oneof(fc.integer({ min: 0, max: 24 * 60 - 1 }), fc.integer({ min: 30, max: 4 * 60 }))

/** A random rule with its start on the wall clock. */
const aRule = fc
  .record({
    timezone: fc.constantFrom(...ZONES),
    day: fc.integer({ min: 0, max: 800 }),
    minute: aMinuteOfDay,
    frequency: aFrequency,
    interval: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 1, max: 99 })),
    days: fc.subarray([...WEEKDAYS]),
    end: anEnd,
    isDate: fc.boolean(),
    minutes: fc.integer({ min: 1, max: 7 * 24 * 60 }),
  })
  .map(({ timezone, day, minute, frequency, interval, days, end, isDate, minutes }) => {
    const wanted = Temporal.PlainDateTime.from('2027-01-01').add({ days: day, minutes: minute })
    const startsAt = timeOf(wanted, timezone)
    const start = localTimeOf(startsAt, timezone)
    const recurrence: Recurrence = {
      frequency,
      interval,
      timezone,
      ...(frequency === 'weekly' && {
        daysOfWeek: WEEKDAYS.filter((name) => name === weekdayOf(start) || days.includes(name)),
      }),
      ...(end?.type === 'afterOccurrences' && { end }),
      ...(end?.type === 'afterDate' && { end: { type: end.type, date: endText(start, end.minutes, isDate) } }),
    }
    return { rule: { startsAt, recurrence }, minutes }
  })

const endText = (start: Temporal.PlainDateTime, minutes: number, isDate: boolean) =>
  isDate ? start.add({ minutes }).toPlainDate().toString() : localText(start.add({ minutes }))

const textOf = ({ local }: ReadDate) => local.slice(0, 'YYYY-MM-DDTHH:MM'.length)

/** Whether a wall clock shows a local time once, so that every program takes it for the same time. */
function isPlain(local: string, timezone: string): boolean {
  const plain = Temporal.PlainDateTime.from(local)
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    plain.toZonedDateTime(timezone, { disambiguation }),
  )
  return earlier !== undefined && later !== undefined && earlier.equals(later)
}

describe('the dates of a series', () => {
  it(`are those that calendar programs derive from its file, by ${RULES} random rules`, () => {
    fc.assert(
      fc.property(aRule, ({ rule, minutes }) => {
        const { timezone } = rule.recurrence
        const until = addMilliseconds(rule.startsAt, COMPARED)
        const ours = datesBetween(rule, rule.startsAt, until, Number.POSITIVE_INFINITY)
        const theirs = datesOf(readCalendar(fileOfRule(rule, minutes)), until)
        expect(theirs.map(textOf)).toEqual(ours.map(({ localStartsAt }) => localStartsAt.slice(0, 16)))
        for (const [at, { startsAt }] of theirs.entries()) {
          if (!isPlain(ours[at]?.localStartsAt ?? '', timezone)) continue
          expect(startsAt).toEqual(ours[at]?.startsAt)
        }
      }),
      { numRuns: RULES, seed: SEED },
    )
  }, 900_000)

  it('include the only date of a yearly rule, even if its year has not begun by UTC', () => {
    const startsAt = timeOf(Temporal.PlainDateTime.from('2027-01-01T00:30'), 'Asia/Kolkata')
    const end = { type: 'afterDate' as const, date: '2027-01-01T00:30:00.000' }
    const rule: SeriesRule = {
      startsAt,
      recurrence: { frequency: 'yearly', interval: 1, timezone: 'Asia/Kolkata', end },
    }
    const dates = datesOf(readCalendar(fileOfRule(rule)), addMilliseconds(startsAt, 1_500 * DAY))
    expect(dates.map(textOf)).toEqual(['2027-01-01T00:30'])
  })

  it.each([
    ['America/New_York', '2027-03-12T02:30', ['12T02:30', '13T02:30', '14T03:30', '15T02:30']],
    ['Europe/Berlin', '2027-03-26T02:30', ['26T02:30', '27T02:30', '28T03:30', '29T02:30']],
    ['Australia/Lord_Howe', '2027-10-01T02:15', ['01T02:15', '02T02:15', '03T02:45', '04T02:15']],
    ['Asia/Kolkata', '2027-03-26T02:30', ['26T02:30', '27T02:30', '28T02:30', '29T02:30']],
  ])('move a time that the clock of %s skips on by the gap, and count it', (timezone, start, shown) => {
    const rule = aDailyRule(timezone, start, { type: 'afterOccurrences', count: 4 })
    const dates = datesBetween(rule, rule.startsAt, new Date(EPOCH + 800 * DAY), 10)
    const clock = dates.map(({ startsAt }) => localText(localTimeOf(startsAt, timezone)).slice(8, 16))
    expect(clock).toEqual(shown)
    const local = dates.map(({ localStartsAt }) => localStartsAt.slice(0, 16))
    expect(local.every((text) => text.endsWith(start.slice(10)))).toBe(true)
    expect(datesOf(readCalendar(fileOfRule(rule)), new Date(EPOCH + 800 * DAY)).map(textOf)).toEqual(local)
  })

  it.each([
    ['America/New_York', '2027-11-06T01:30', '2027-11-07T05:30:00.000Z'],
    ['Europe/Berlin', '2027-10-30T02:30', '2027-10-31T00:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-03T01:45', '2027-04-03T14:45:00.000Z'],
  ])('are at the first of two times that show the same on the clock of %s', (timezone, start, second) => {
    const rule = aDailyRule(timezone, start)
    const dates = datesBetween(rule, rule.startsAt, addMilliseconds(rule.startsAt, 2 * DAY), 10)
    expect(dates[1]?.startsAt.toISOString()).toBe(second)
  })

  it('end at an end that the clock skips with what starts before it on the clock', () => {
    const end = (date: string) => ({ type: 'afterDate' as const, date })
    const lastOf = (start: string, date: string) => {
      const rule = aDailyRule('America/New_York', start, end(date))
      const until = new Date(EPOCH + 800 * DAY)
      const ours = datesBetween(rule, rule.startsAt, until, 10).map(({ localStartsAt }) => localStartsAt.slice(0, 16))
      expect(datesOf(readCalendar(fileOfRule(rule)), until).map(textOf)).toEqual(ours)
      return ours.at(-1)
    }
    expect(lastOf('2027-03-12T03:10', '2027-03-14T02:30')).toBe('2027-03-13T03:10')
    expect(lastOf('2027-03-12T02:10', '2027-03-14T02:30')).toBe('2027-03-14T02:10')
    expect(lastOf('2027-03-12T02:40', '2027-03-14T02:30')).toBe('2027-03-13T02:40')
    expect(lastOf('2027-03-12T03:10', '2027-03-14')).toBe('2027-03-14T03:10')
  })
})

function aDailyRule(timezone: string, start: string, end?: Recurrence['end']): SeriesRule {
  const recurrence: Recurrence = { frequency: 'daily', interval: 1, timezone, ...(end && { end }) }
  return { startsAt: timeOf(Temporal.PlainDateTime.from(start), timezone), recurrence }
}
