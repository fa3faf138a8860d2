import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import type { Tx } from '../kernel/database.ts'
import type { Log } from '../kernel/log.ts'
import { traced } from '../kernel/tracer.ts'
import { isDatabaseUnavailable } from './database/connectionErrors.ts'
import type { Job, Jobs } from './platform.ts'
import type { JobWatch } from './watch/jobMetrics.ts'

type Rows = Promise<{ rows: unknown[] }>

interface QueueDatabase {
  /** Fails at once when the database does not answer. */
  execute(text: string, values?: unknown[]): Rows
  /** Waits for the database to come back, however long that takes. */
  executeWithRetry(text: string, values?: unknown[]): Rows
  /** Resolves when running statements are done, or after the timeout in milliseconds; ends all waiting. */
  drain(within: number): Promise<void>
}

const RETRY_PAUSE_MS = 500
const DEADLOCK = '40P01'
/** What statements wait for after the end: it is never resolved. */
const NEVER: Rows = new Promise(() => {})

/** Runs the statements of pg-boss on the pool of the server. */
function openQueueDatabase(pool: Pool): QueueDatabase {
  const underWay = new Set<Rows>()
  let settled = false

  const track = (work: Rows) => {
    underWay.add(work)
    const done = () => void underWay.delete(work)
    work.then(done, done)
    return work
  }

  /** A failed script of pg-boss leaves its transaction open, so its connection is discarded. */
  const execute = async (text: string, values: unknown[] = []) => {
    const connection = await pool.connect()
    try {
      const result = values.length > 0 ? await connection.query(text, values) : await connection.query(text)
      connection.release()
      return result
    } catch (error) {
      connection.release(true)
      throw error
    }
  }

  const outlast = async (error: unknown) => {
    if (settled) await NEVER
    if (!isTransient(error)) throw error
    await pause(RETRY_PAUSE_MS, undefined, { ref: false })
  }
  const executePatiently = async (text: string, values?: unknown[]): Rows => {
    for (;;) {
      const result = await execute(text, values).catch(outlast)
      if (result) return result
    }
  }

  const drained = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }

  return {
    execute: (text, values) => track(execute(text, values)),
    executeWithRetry: (text, values) => track(executePatiently(text, values)),
    async drain(within) {
      await Promise.race([drained(), pause(within, undefined, { ref: false })])
      settled = true
    },
  }
}

const isTransient = (error: unknown) =>
  isDatabaseUnavailable(error) || (error instanceof Error && 'code' in error && error.code === DEADLOCK)

interface JobsOptions {
  /** Connections of requests, which queue jobs. */
  readonly pool: Pool
  /** Connections of the queue itself; by default those of requests. */
  readonly background?: Pool
  readonly log: Log
  /** Whether this node runs jobs. Otherwise queued jobs wait for another node. */
  readonly works: boolean
  /** Seconds before the first retry of a failed job; doubled for each further retry. */
  readonly retryDelay?: number
  readonly watch?: JobWatch | undefined
}

/** Polling interval in seconds; jobs that the node queued itself start at once. */
const SENT_POLL_SECONDS = 1
const SCHEDULED_POLL_SECONDS = 5
const RETRY_LIMIT = 10
/** Milliseconds for running jobs to finish when the server stops; unfinished ones run again later. */
const CLOSE_TIMEOUT_MS = 3_000

/** Queues the jobs that run at each start. Answers their names. */
async function queueAtStart(boss: PgBoss, jobs: readonly Job[], retry: object): Promise<string[]> {
  const names = jobs.filter(({ runsAtStart }) => runsAtStart).map(({ name }) => name)
  for (const name of names) await boss.send(name, {}, retry)
  return names
}

function notify(boss: PgBoss, worker: string | undefined): void {
  if (worker) boss.notifyWorker(worker)
}

/**
 * How the runs of a job are queued. Of a `stately` queue one waits and one runs, over all nodes; a run that a crash has left
 * counts as running for 15 minutes. Of a `short` queue one waits, and any number runs. A `standard` queue keeps all.
 */
function queuePolicy({ schedule, runsAtStart }: Job): PgBoss.QueuePolicy {
  if (!schedule) return 'standard'
  return runsAtStart ? 'short' : 'stately'
}

/** Jobs on pg-boss, in the schema `pgboss` of the same database. */
export function openJobs({ pool, background = pool, log, works, retryDelay = 5, watch }: JobsOptions): Jobs {
  const database = openQueueDatabase(background)
  const sending = openQueueDatabase(pool)
  const boss = openPgBoss(works, database.executeWithRetry, log)
  const queues = openQueues(boss)
  const workers = new Map<string, string>()
  const retry = { retryLimit: RETRY_LIMIT, retryDelay, retryBackoff: true }
  let closing = false

  const work = async (job: Job) => {
    watch?.know(job)
    await queues.ready(job.name)
    if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC', ...retry })
    const options = { pollingIntervalSeconds: job.schedule ? SCHEDULED_POLL_SECONDS : SENT_POLL_SECONDS }
    const worker = await boss.work<Record<string, unknown>>(job.name, options, async ([sent]) => {
      if (closing) throw new Error('the server stops')
      await runJob(job, sent?.data ?? {}, { log, watch })
    })
    workers.set(job.name, worker)
  }

  const wake = (name: string) => notify(boss, workers.get(name))

  return {
    async start(jobs) {
      for (const job of jobs) queues.know(job.name, queuePolicy(job))
      if (!works) return
      for (const job of jobs) await work(job)
      await queueAtStart(boss, jobs, retry).then((names) => names.map(wake))
      await removeStaleSchedules(boss, jobs)
    },
    async send(name, data = {}) {
      await queues.ready(name)
      await boss.send(name, { ...data }, { ...retry, db: { executeSql: sending.execute } })
      wake(name)
    },
    async stage(tx, name, data) {
      await queues.ready(name)
      await boss.send(name, { ...data }, { ...retry, db: { executeSql: executeIn(tx) } })
    },
    wake,
    async close() {
      closing = true
      await queues.opened()
      await boss.stop({ timeout: CLOSE_TIMEOUT_MS, close: false })
      await Promise.all([database.drain(CLOSE_TIMEOUT_MS), sending.drain(CLOSE_TIMEOUT_MS)])
    },
  }
}

/** Runs a statement of pg-boss in a transaction of Prisma, whose raw queries take neither undefined nor objects. */
const executeIn =
  (tx: Tx) =>
  async (text: string, values: unknown[] = []) => ({
    rows: await tx.$queryRawUnsafe<unknown[]>(text, ...values.map(asRawValue)),
  })

const asRawValue = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null)

/**
 * pg-boss does not await its maintenance statements, so a failure would end the process as an unhandled rejection: they
 * wait for the database instead.
 */
function openPgBoss(works: boolean, executeSql: PgBoss.Db['executeSql'], log: Log): PgBoss {
  const boss = new PgBoss({
    db: { executeSql },
    supervise: works,
    schedule: works,
    cronWorkerIntervalSeconds: SCHEDULED_POLL_SECONDS,
  })
  return boss.on('error', (error) => log.warn({ err: error }, 'job queue failed'))
}

/** Starts pg-boss, and creates each queue at its first use. */
function openQueues(boss: PgBoss) {
  const known = new Map<string, PgBoss.QueuePolicy>()
  const made = new Map<string, Promise<void>>()
  let existing: Promise<Map<string, PgBoss.QueuePolicy>> | undefined

  const open = async () => {
    await boss.start()
    return new Map((await boss.getQueues()).map(({ name, policy = 'standard' }) => [name, policy]))
  }
  const make = async (name: string) => {
    existing ??= open()
    const found = (await existing).get(name)
    const policy = known.get(name) ?? found ?? 'standard'
    if (found === undefined) await boss.createQueue(name, { name, policy })
    else if (found !== policy) await boss.updateQueue(name, { name, policy })
  }

  return {
    know: (name: string, policy: PgBoss.QueuePolicy) => void known.set(name, policy),
    async ready(name: string) {
      const making = made.get(name) ?? make(name)
      made.set(name, making)
      // A failed creation is retried at the next use.
      await making.catch((error) => {
        made.delete(name)
        existing = undefined
        throw error
      })
    },
    /** Waits for a pg-boss that is starting. */
    opened: async () => void (await existing?.catch(() => {})),
  }
}

async function runJob(
  job: Job,
  data: Readonly<Record<string, unknown>>,
  { log, watch }: Pick<JobsOptions, 'log' | 'watch'>,
): Promise<void> {
  const startedAt = performance.now()
  try {
    await traced(`job ${job.name}`, { attributes: { 'plaza.job': job.name } }, () => job.run(data))
    watch?.ran(job.name, 'done', performance.now() - startedAt)
    log.debug({ job: job.name }, 'job done')
  } catch (error) {
    watch?.ran(job.name, 'failed', performance.now() - startedAt)
    log.error({ err: error, job: job.name }, 'job failed')
    throw error
  }
}

/** Schedules of jobs that no longer exist. */
async function removeStaleSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const names = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name)
}
