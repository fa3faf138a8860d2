import type { JamState, JamType } from '../../../generated/graphql.ts'
import { JAM_TYPES } from '../../jams/search.ts'

export const JAM_STATES = [
  'UPCOMING',
  'SUBMISSIONS_OPEN',
  'SUBMISSIONS_CLOSED',
  'WINNERS_SELECTED',
  'CLOSED',
] as const satisfies JamState[]

/** What the address of the list of jams says. */
export interface ConsoleJamsSearch {
  readonly state?: JamState | undefined
  readonly type?: JamType | undefined
}

/** Reads the address; what is unknown in it is left out. */
export const consoleJamsSearchOf = ({ state, type }: Record<string, unknown>): ConsoleJamsSearch => ({
  state: JAM_STATES.find((one) => one === state),
  type: JAM_TYPES.find((one) => one === type),
})
