import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import type { Log } from '../kernel/log.ts'
import { openQueueDatabase } from './jobs-database.ts'
import type { Job, Jobs } from './platform.ts'

export interface JobsOptions {
  readonly pool: Pool
  readonly log: Log
  /** Whether this node carries jobs out. Otherwise `start` costs nothing, and what is sent waits for another node. */
  readonly works: boolean
  /** Seconds before a job that failed is tried again, twice as many each further time. */
  readonly retryDelay?: number
}

/** How often a node looks for jobs, in seconds; one that it sent itself it starts at once. */
const LOOK_FOR_SENT = 1
const LOOK_FOR_SCHEDULED = 5
const RETRIES = 10
/** Milliseconds that running jobs have to finish when the server stops; the others are run again later. */
const LONGEST_CLOSE = 3_000

/** Jobs on pg-boss, in the schema `pgboss` of the same database. */
export function openJobs({ pool, log, works, retryDelay = 5 }: JobsOptions): Jobs {
  const database = openQueueDatabase(pool)
  const boss = openBoss(works, database.executePatiently, log)
  const queues = openQueues(boss)
  const workers = new Map<string, string>()
  const retry = { retryLimit: RETRIES, retryDelay, retryBackoff: true }
  let closing = false

  const work = async (job: Job) => {
    await queues.ready(job.name)
    if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC', ...retry })
    const options = { pollingIntervalSeconds: job.schedule ? LOOK_FOR_SCHEDULED : LOOK_FOR_SENT }
    const worker = await boss.work<Record<string, unknown>>(job.name, options, async ([sent]) => {
      if (closing) throw new Error('the server stops')
      await carryOut(job, sent?.data ?? {}, log)
    })
    workers.set(job.name, worker)
  }

  return {
    async start(jobs) {
      for (const { name, schedule } of jobs) queues.know(name, schedule ? 'stately' : 'standard')
      if (!works) return
      for (const job of jobs) await work(job)
      await dropStaleSchedules(boss, jobs)
    },
    async send(name, data = {}) {
      await queues.ready(name)
      await boss.send(name, { ...data }, { ...retry, db: { executeSql: database.execute } })
      const worker = workers.get(name)
      if (worker) boss.notifyWorker(worker)
    },
    async close() {
      closing = true
      await queues.opened()
      await boss.stop({ timeout: LONGEST_CLOSE, close: false })
      await database.settle(LONGEST_CLOSE)
    },
  }
}

/**
 * pg-boss does not wait for its own bookkeeping, so a statement of it that fails would end the process: they wait for
 * the database instead.
 */
function openBoss(works: boolean, executeSql: PgBoss.Db['executeSql'], log: Log): PgBoss {
  const boss = new PgBoss({
    db: { executeSql },
    supervise: works,
    schedule: works,
    cronWorkerIntervalSeconds: LOOK_FOR_SCHEDULED,
  })
  return boss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'))
}

/** Starts pg-boss and makes a queue when it is needed first. */
function openQueues(boss: PgBoss) {
  const policies = new Map<string, PgBoss.QueuePolicy>()
  const made = new Map<string, Promise<void>>()
  let existing: Promise<Map<string, PgBoss.QueuePolicy | undefined>> | undefined

  const open = async () => {
    await boss.start()
    return new Map((await boss.getQueues()).map(({ name, policy }) => [name, policy]))
  }
  const make = async (name: string) => {
    existing ??= open()
    const [policy, found] = [policies.get(name) ?? 'standard', (await existing).get(name)]
    if (found === undefined) await boss.createQueue(name, { name, policy })
    else if (found !== policy && policies.has(name)) await boss.updateQueue(name, { name, policy })
  }

  return {
    /** At most one run at a time, over all nodes, of a `stately` queue. */
    know: (name: string, policy: PgBoss.QueuePolicy) => void policies.set(name, policy),
    async ready(name: string) {
      const making = made.get(name) ?? make(name)
      made.set(name, making)
      // What failed is tried again when the queue is needed next.
      await making.catch((error) => {
        made.delete(name)
        existing = undefined
        throw error
      })
    },
    /** When pg-boss is on its way up, waits for it. */
    opened: async () => void (await existing?.catch(() => {})),
  }
}

async function carryOut(job: Job, data: Readonly<Record<string, unknown>>, log: Log): Promise<void> {
  try {
    await job.run(data)
    log.debug({ job: job.name }, 'a job is done')
  } catch (error) {
    log.error({ err: error, job: job.name }, 'a job failed')
    throw error
  }
}

/** Schedules of jobs that no longer exist. */
async function dropStaleSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const names = new Set(jobs.filter(({ schedule }) => schedule).map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name)
}
