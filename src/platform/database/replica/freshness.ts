/** A place in the log of a database, in bytes from its beginning. */
export type LogPosition = bigint

/** Parses a position as PostgreSQL writes it, such as `16/B374D848`. */
export function parseLogPosition(text: string): LogPosition {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Bytes of the headers of a page of the log, and of the first one of a file; no record is as short as either, where it stands. */
const PAGE_HEADER = 24n
const FILE_HEADER = 40n
/** The smallest page and file of the log that PostgreSQL can be built with. */
const LEAST_PAGE = 1_024n
const LEAST_FILE = 1_048_576n

/**
 * Whether a replica has applied all that was written before a position. At the end of a page the position of the primary is
 * behind the header of the next one already, though nothing is written there: an idle primary would look like one that is ahead.
 */
export function isApplied(position: LogPosition, applied: LogPosition): boolean {
  const missing = position - applied
  if (missing <= 0n) return true
  if (applied % LEAST_FILE === 0n) return missing <= FILE_HEADER
  return applied % LEAST_PAGE === 0n && missing <= PAGE_HEADER
}

/** The position of the primary at a time, or later. */
interface Mark {
  readonly position: LogPosition
  readonly askedAt: number
}

/** Knows how old the answers of a replica may be. Times are milliseconds of one clock that never goes back. */
export interface Freshness {
  /** Notes the position that the primary has answered to a question of that time. */
  notePrimary(position: LogPosition, askedAt: number): void
  /** Notes up to where the replica has applied the log. */
  noteReplica(applied: LogPosition): void
  /** Forgets everything: nothing is known until both have answered again. */
  forget(): void
  /** Age at a time, at most: all that was committed earlier is on the replica. Null while nothing is known. */
  ageAt(now: number): number | null
}

/** Marks that are kept for a replica that is behind: beyond, the age counts from the last known time. */
const MAX_MARKS = 4_096

export function createFreshness(): Freshness {
  let marks: Mark[] = []
  let asOf: number | null = null
  return {
    notePrimary(position, askedAt) {
      marks.push({ position, askedAt })
      if (marks.length > MAX_MARKS) marks.shift()
    },
    noteReplica(applied) {
      const reached = marks.findLastIndex(({ position }) => isApplied(position, applied))
      const mark = marks[reached]
      if (!mark) return
      asOf = mark.askedAt
      marks = marks.slice(reached + 1)
    },
    forget() {
      marks = []
      asOf = null
    },
    ageAt: (now) => (asOf === null ? null : now - asOf),
  }
}
