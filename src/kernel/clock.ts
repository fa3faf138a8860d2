/** Source of the current time. Tests pass a clock that they can set. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const addMilliseconds = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds)
