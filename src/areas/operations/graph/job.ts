import { z } from 'zod'
import { JobRunId } from '../../../contract/ids.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { JobRunId as RunId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { canReadOperations } from '../policy.ts'
import {
  cancelJob,
  countJobRuns,
  findJobRuns,
  type Job as Row,
  readJobRuns,
  readJobs,
  retryJob,
  runJobNow,
} from '../runs/jobs.ts'
import type { JobRun as RunRow } from '../runs/queries.ts'

const optionalTime = (description: string, read: (job: Row) => Date | null | undefined) => ({
  type: 'DateTime' as const,
  nullable: true as const,
  description,
  resolve: (job: Row) => read(job) ?? null,
})

const Job = builder.objectRef<Row>('Job').implement({
  description: 'Work that some node of the server does in the background.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the job, as in the metrics.' }),
    schedule: t.exposeString('schedule', {
      nullable: true,
      description: 'Cron expression in UTC; null for a job that runs only when it is asked for.',
    }),
    nextRunAt: t.field(optionalTime('When its schedule runs it next; null without one.', (job) => job.nextRunAt)),
    lastRunAt: t.field(optionalTime('When it last ran; null before.', (job) => job.record?.startedAt)),
    lastSuccessAt: t.field(optionalTime('When it last succeeded; null before.', (job) => job.record?.succeededAt)),
    lastDurationMs: t.int({
      nullable: true,
      description: 'Milliseconds that its last run took; null before.',
      resolve: ({ record }) => record?.duration,
    }),
    lastError: t.string({
      nullable: true,
      description: 'What its last run has failed by; null if it has not.',
      resolve: ({ record }) => record?.failure,
    }),
    runs: t.int({ description: 'How often a schedule has run it.', resolve: ({ record }) => record?.runs ?? 0 }),
    failures: t.int({ description: 'How many of these have failed.', resolve: ({ record }) => record?.failures ?? 0 }),
    waiting: t.exposeInt('waiting', { description: 'Runs that wait, also for another attempt.' }),
    active: t.exposeInt('active', { description: 'Runs that are under way.' }),
    failed: t.exposeInt('failed', { description: 'Runs of the last 12 hours that are not tried any more.' }),
  }),
})

const JobRunState = enumOf('JobRunState', 'What has become of a run of a job.', {
  waiting: 'It waits, perhaps for another attempt.',
  active: 'It is under way.',
  done: 'It has succeeded.',
  failed: 'It has failed, and is not tried any more.',
  cancelled: 'It was cancelled before it began.',
})

export const NEWEST_FIRST = latestFirst(['createdAt', 'id'])

const jobRunsById = createLoader<RunRow>(
  async (scope, ids) => (canReadOperations(scope) ? findJobRuns(scope, ids) : []),
  ({ id }) => id,
)

const JobRun = builder.objectRef<RunRow>('JobRun')
const jobRunRef = referenceTo(JobRun, jobRunsById)
builder.node(JobRun, {
  description: 'A run of a job. Staff with `OPERATIONS` see it until 12 hours after its end.',
  ...nodeBy(jobRunsById),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the job.' }),
    state: t.expose('state', { type: JobRunState, description: 'What has become of it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was queued.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its last attempt began; null before the first.',
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When it ended; null before.' }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'From when on it is tried; null unless it waits.',
      resolve: ({ state, startsAt }) => (state === 'waiting' ? startsAt : null),
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was begun.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'What its last attempt has failed by; null if none has.',
    }),
  }),
})
const JobRunConnection = builder.connectionObject({ type: JobRun, name: 'JobRunConnection' })

builder.queryFields((t) => ({
  jobs: t.field({
    type: [Job],
    ...forStaff('operations'),
    ...atMost(100),
    description: 'Every job of the server by name; mails are in `mails`. Staff with `OPERATIONS` only.',
    resolve: (_root, _args, { viewerScope: scope }) => readJobs(scope),
  }),
  jobRuns: t.connection(
    {
      type: JobRun,
      ...forStaff('operations'),
      description:
        'Runs of jobs that wait, are under way, or have ended in the last 12 hours, those that were queued last first. Staff with `OPERATIONS` only.',
      args: {
        name: t.arg.string({ description: 'Only runs of this job.' }),
        state: t.arg({ type: JobRunState, description: 'Only runs in this state.' }),
      },
      resolve: (_root, { name, state, ...args }, { viewerScope: scope }) => {
        const filter = omitNullish({ name, state })
        return keysetConnection(args, {
          order: NEWEST_FIRST,
          totalCount: () => countJobRuns(scope, filter),
          read: (page) => readJobRuns(scope, filter, page),
        })
      },
    },
    JobRunConnection,
  ),
}))

/** Declares a mutation for a run of a job. */
const actOnRun = (
  name: 'retryJob' | 'cancelJob',
  description: string,
  act: (scope: ViewerScope, id: RunId) => Promise<void>,
) =>
  mutation(name, {
    description,
    input: z.object({ jobRunId: JobRunId.describe('Id of the run.') }),
    run: async (scope, { jobRunId }) => {
      await act(scope, jobRunId)
      return { jobRunId }
    },
    payload: (t) => ({ jobRun: t.field(jobRunRef('jobRunId', 'The run after the act.')) }),
  })

actOnRun('retryJob', 'Lets a run of a job that has failed begin again.', retryJob)
actOnRun('cancelJob', 'Cancels a run of a job that waits.', cancelJob)

mutation('runJobNow', {
  description: 'Lets a job of a schedule run at once, unless a run of it waits already.',
  input: z.object({ name: z.string().max(200).describe('Name of the job.') }),
  run: async (scope, { name }) => {
    await runJobNow(scope, name)
    return { name }
  },
  payload: (t) => ({
    job: t.field({
      type: Job,
      nullable: true,
      description: 'The job.',
      resolve: async ({ name }, _args, { viewerScope }) =>
        (await readJobs(viewerScope)).find((job) => job.name === name) ?? null,
    }),
  }),
})
