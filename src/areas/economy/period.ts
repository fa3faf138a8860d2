import { addMilliseconds, DAY } from '../../kernel/clock.ts'

/** Units of the length of a subscription or of what is bought for a time. */
export const PERIOD_UNITS = ['day', 'week', 'month', 'year'] as const
type PeriodUnit = (typeof PERIOD_UNITS)[number]

export const isPeriodUnit = (text: string): text is PeriodUnit => PERIOD_UNITS.some((unit) => unit === text)

const MONTHS = { month: 1, year: 12 } as const
const DAYS = { day: 1, week: 7 } as const

/**
 * The time a number of periods later, in UTC. A month after the last day of a longer one ends on the last day: January 31 is
 * followed by February 28. Throws for an unknown unit.
 */
export function addPeriods(from: Date, unit: string, count = 1): Date {
  if (unit === 'day' || unit === 'week') return addMilliseconds(from, DAYS[unit] * count * DAY)
  if (unit === 'month' || unit === 'year') return addMonths(from, MONTHS[unit] * count)
  throw new Error(`${unit} is no period`)
}

function addMonths(from: Date, months: number): Date {
  const to = new Date(from)
  to.setUTCMonth(from.getUTCMonth() + months)
  // A day that the month does not have has become one of the next month.
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return to
}
