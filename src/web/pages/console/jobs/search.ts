import type { JobRunState } from '../../../generated/graphql.ts'

export const RUN_STATES = ['WAITING', 'ACTIVE', 'DONE', 'FAILED', 'CANCELLED'] as const satisfies JobRunState[]

/** What the address of the jobs says. */
export interface JobsSearch {
  /** Only runs in this state. */
  readonly state?: JobRunState | undefined
  /** Only runs of this job. */
  readonly name?: string | undefined
}

const LONGEST_NAME = 200

/** Reads the address; what is unknown in it is left out. */
export const jobsSearchOf = ({ state, name }: Record<string, unknown>): JobsSearch => ({
  state: RUN_STATES.find((one) => one === state),
  name: typeof name === 'string' && name !== '' ? name.slice(0, LONGEST_NAME) : undefined,
})
