/** Where time comes from. Production reads the system; tests hand in a clock they can set. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds)
