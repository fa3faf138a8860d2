import type { Jam } from '../../../generated/prisma/client.ts'

/** The states of a jam, in their order. */
const JAM_STATES = ['upcoming', 'submissions_open', 'submissions_closed', 'winners_selected', 'closed'] as const
export type JamState = (typeof JAM_STATES)[number]

/** What the state of a jam follows from. */
export type JamDates = Pick<Jam, 'submissionsOpened' | 'submissionsClosed' | 'winnersSelected' | 'closed' | 'closedAt'>

const isReached = (date: Date | null, now: Date): boolean => date !== null && date <= now

/** The state at a time: that of the last date which is reached, or closed once an admin has closed the jam. */
export function jamStateAt(jam: JamDates, now: Date): JamState {
  if (jam.closedAt !== null || isReached(jam.closed, now)) return 'closed'
  if (isReached(jam.winnersSelected, now)) return 'winners_selected'
  if (isReached(jam.submissionsClosed, now)) return 'submissions_closed'
  return isReached(jam.submissionsOpened, now) ? 'submissions_open' : 'upcoming'
}

const ACTIVE_STATES: readonly JamState[] = ['submissions_open', 'submissions_closed', 'winners_selected']

/** Whether a jam has begun and is not over. */
export const isActiveAt = (jam: JamDates, now: Date): boolean => ACTIVE_STATES.includes(jamStateAt(jam, now))

/** Whether the winners of a jam, and so the ratings, are published. */
export const hasWinnersAt = ({ winnersSelected }: Pick<Jam, 'winnersSelected'>, now: Date): boolean =>
  isReached(winnersSelected, now)
