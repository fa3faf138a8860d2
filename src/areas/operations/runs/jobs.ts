import type { JobRecord } from '../../../generated/prisma/client.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { JobRunId } from '../../../kernel/ids.ts'
import type { KeysetPage, TimeKey } from '../../../kernel/page.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { isUniqueViolation } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'
import {
  cancelRun,
  countQueues,
  countRuns,
  type JobRun,
  listRuns,
  MAIL_QUEUE,
  type QueueCounts,
  type RunState,
  requeueRun,
} from './queries.ts'
import { nextRunOf } from './schedule.ts'

/** A queue of runs of one job. */
export interface Job extends QueueCounts {
  /** Cron expression in UTC; null for a job that runs only when it is asked for. */
  readonly schedule: string | null
  readonly nextRunAt: Date | null
  /** Null before its first run, and for a job without a schedule. */
  readonly record: JobRecord | null
}

const NO_COUNTS = { waiting: 0, active: 0, failed: 0 }

/** Reads all jobs of the server by name, mails aside. */
export async function readJobs(scope: Scope): Promise<Job[]> {
  const [queues, records] = await Promise.all([countQueues(scope), scope.db.jobRecord.findMany()])
  const { plans } = scope.node
  const names = new Set([...plans, ...queues].map(({ name }) => name).filter((name) => name !== MAIL_QUEUE))
  return [...names].sort().map((name) => {
    const schedule = plans.find((plan) => plan.name === name)?.schedule ?? null
    return {
      ...NO_COUNTS,
      ...queues.find((queue) => queue.name === name),
      name,
      schedule,
      nextRunAt: schedule === null ? null : nextRunOf(schedule, scope.now),
      record: records.find((record) => record.name === name) ?? null,
    }
  })
}

/** Which runs are listed; omitted fields match all. */
export interface JobRunFilter {
  readonly name?: string
  readonly state?: RunState
}

const filterOf = ({ name, state }: JobRunFilter) => ({
  isMail: false,
  names: name === undefined ? undefined : [name],
  states: state === undefined ? undefined : [state],
})

/** Reads runs of jobs, those that were queued last first. */
export const readJobRuns = (scope: Scope, filter: JobRunFilter, page: KeysetPage<TimeKey>): Promise<JobRun[]> =>
  listRuns(scope, filterOf(filter), page)

export const countJobRuns = (scope: Scope, filter: JobRunFilter): Promise<number> => countRuns(scope, filterOf(filter))

/** Reads runs by their ids. */
export const findJobRuns = (scope: Scope, ids: readonly string[]): Promise<JobRun[]> =>
  listRuns(scope, { isMail: false, ids }, { descending: true, limit: ids.length })

const jobNotFound = () => new Failure('missing', 'Job not found', { reason: 'job_not_found' })
const wrongState = (message: string) => new Failure('conflict', message, { reason: 'run_state' })

async function runById(scope: Scope, id: JobRunId): Promise<JobRun> {
  const [run] = await findJobRuns(scope, [id])
  if (!run) throw jobNotFound()
  return run
}

/**
 * Lets a run that has failed begin again. Throws `missing` for a run that the queue does not have any more, `conflict` unless
 * it has failed and no other run of the job waits for another attempt.
 */
export async function retryJob(scope: ViewerScope, id: JobRunId): Promise<void> {
  await staffAct(scope, 'retryJob', async (tx) => {
    const { name } = await runById(tx, id)
    if (!(await requeueRun(tx, { isMail: false, ids: [id] }))) throw wrongState('This run has not failed')
    return { subjectId: id, details: { job: name } }
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? wrongState('Another run of this job waits already') : error
  })
}

/** Ends a run that waits. Throws `missing` for a run that the queue does not have any more, `conflict` unless it waits. */
export async function cancelJob(scope: ViewerScope, id: JobRunId): Promise<void> {
  await staffAct(scope, 'cancelJob', async (tx) => {
    const { name } = await runById(tx, id)
    if (!(await cancelRun(tx, { isMail: false, ids: [id] }))) throw wrongState('This run does not wait')
    return { subjectId: id, details: { job: name } }
  })
}

/** Lets a job of a schedule run at once, unless a run of it waits already. Throws `missing` for an unknown job. */
export async function runJobNow(scope: ViewerScope, name: string): Promise<void> {
  await staffAct(scope, 'runJobNow', async (tx) => {
    if (!scope.node.plans.some((plan) => plan.name === name)) throw jobNotFound()
    tx.requestJob(name)
    return { subjectId: name }
  })
}
