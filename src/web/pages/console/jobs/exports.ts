import { getFragmentData } from '../../../generated/index.ts'
import { request } from '../../../graph/request.ts'
import { CONSOLE_JOB_RUN, CONSOLE_JOB_RUNS } from './documents.ts'
import type { JobsSearch } from './search.ts'

/** Columns of the file of runs. */
export const RUN_HEADERS = ['id', 'name', 'state', 'createdAt', 'endedAt', 'nextAttemptAt', 'attempts', 'error']

/** A page of the file of runs. Throws a Refusal. */
export async function exportedRuns(search: JobsSearch, after: string | undefined) {
  const { jobRuns } = await request(CONSOLE_JOB_RUNS, { ...search, first: 100, more: after ?? null })
  const rows = getFragmentData(
    CONSOLE_JOB_RUN,
    jobRuns.edges.map(({ node }) => node),
  )
  return {
    pageInfo: jobRuns.pageInfo,
    rows: rows.map(({ id, name, state, createdAt, endedAt, nextAttemptAt, attempts, error }) => ({
      ...{ id, name, state, createdAt, endedAt, nextAttemptAt, attempts, error },
    })),
  }
}
