import { addDays, firstWeekday, weekdayOf } from '../../components/events/eventTimes.ts'

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const

/** The days of the week in the order of the language's places, 0 for Sunday. */
export const weekdaysOf = (language: string): readonly number[] => {
  const first = firstWeekday(language)
  return WEEK.map((offset) => (first + offset) % WEEK.length)
}

/** The weeks that a month such as `2026-12` has a part of, each with all of its days. */
export function weeksOf(month: string, language: string): readonly (readonly string[])[] {
  const before = (weekdayOf(`${month}-01`) - firstWeekday(language) + WEEK.length) % WEEK.length
  const weeks: string[][] = []
  let start = addDays(`${month}-01`, -before)
  while (start.slice(0, 7) <= month) {
    const from = start
    weeks.push(WEEK.map((offset) => addDays(from, offset)))
    start = addDays(from, WEEK.length)
  }
  return weeks
}
