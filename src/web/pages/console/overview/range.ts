import type { FigureStep } from '../../../generated/graphql.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How far back the charts go, and the time of each of their points. */
export const RANGES = {
  hour: { length: HOUR, step: 'MINUTE', stepLength: MINUTE },
  day: { length: DAY, step: 'QUARTER_HOUR', stepLength: 15 * MINUTE },
  week: { length: 7 * DAY, step: 'THREE_HOURS', stepLength: 3 * HOUR },
  quarter: { length: 90 * DAY, step: 'DAY', stepLength: DAY },
} as const satisfies Record<string, { length: number; step: FigureStep; stepLength: number }>

export type Range = keyof typeof RANGES
const isRange = (text: unknown): text is Range => typeof text === 'string' && Object.hasOwn(RANGES, text)
export const RANGE_NAMES: readonly Range[] = Object.keys(RANGES).filter(isRange)

/** What the address of the overview says. */
export interface OverviewSearch {
  /** A day where it says nothing. */
  readonly range?: Range | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const overviewSearchOf = ({ range }: Record<string, unknown>): OverviewSearch => ({
  range: isRange(range) && range !== 'day' ? range : undefined,
})

/** The beginning of a range that ends now (milliseconds since 1970), at the beginning of a step. */
export function beginOf(range: Range, now: number): string {
  const { length, stepLength } = RANGES[range]
  return new Date(Math.floor((now - length) / stepLength) * stepLength).toISOString()
}
