import type { Kind } from './exchange.ts'
import type { Sent } from './send.ts'

export interface DoorFailure {
  /** The number of the exchange. */
  readonly number: number
  readonly fault: string
}

/** The results of one kind. */
export interface KindTally {
  readonly kind: Kind
  /** How many exchanges ended in a status, a close code, or another way. */
  readonly outcomes: Map<string, number>
  readonly failures: DoorFailure[]
  /** Exchanges that were left out, after too many failures. */
  skipped: number
}

export interface Tallies {
  readonly all: readonly KindTally[]
  record(number: number, sent: Sent): void
  /** Whether an exchange is left out, as others of its kind have failed often enough; it is counted then. */
  isLeftOut(number: number): boolean
}

/** After so many failures further exchanges of a kind are left out. */
const MOST_FAILURES = 5

/** Counts the results of exchanges, whose numbers take turns among the kinds. */
export function openTallies(kinds: readonly Kind[]): Tallies {
  const all = kinds.map((kind): KindTally => ({ kind, outcomes: new Map(), failures: [], skipped: 0 }))
  const tallyOf = (number: number) => {
    const tally = all[number % all.length]
    if (!tally) throw new Error('there are no kinds')
    return tally
  }
  return {
    all,
    record(number, { outcome, fault }) {
      const { outcomes, failures } = tallyOf(number)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      if (fault !== null) failures.push({ number, fault })
    },
    isLeftOut(number) {
      const tally = tallyOf(number)
      const isOut = tally.failures.length >= MOST_FAILURES
      if (isOut) tally.skipped++
      return isOut
    },
  }
}
