import { DAY } from './clock.ts'

/** Exclusive upper bound of shuffleKey, a random number of each row by which shuffled lists are sorted. */
export const SHUFFLE_RANGE = 2 ** 31

/** The first shuffleKey of a UTC day; the multiplier keeps those of consecutive days far apart. */
export const dailyShuffleStart = (now: Date) => (Math.floor(now.getTime() / DAY) * 1_327_217_885) % SHUFFLE_RANGE

export const randomShuffleStart = () => Math.floor(Math.random() * SHUFFLE_RANGE)
