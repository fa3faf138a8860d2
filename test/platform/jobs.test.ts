import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openPool } from '../../src/platform/database/openDatabase.ts'
import { openJobs } from '../../src/platform/jobs.ts'
import type { Job } from '../../src/platform/platform.ts'
import { aDatabaseFixture, type DatabaseFixture, silentLog } from '../support/databaseFixture.ts'
import { aDatabaseProxy } from '../support/databaseProxy.ts'
import { eventually } from '../support/eventually.ts'

let ground: DatabaseFixture
let database: OpenDatabase
beforeAll(async () => {
  ground = await aDatabaseFixture()
  database = ground.database
})
afterAll(() => ground.clear())

const someJobs = (works = true) => openJobs({ pool: database.pool, log: silentLog, works, retryDelay: 1 })

interface TestJobOptions {
  readonly schedule?: string
  readonly fails?: number
  /** The promise that each run awaits. */
  readonly until?: () => Promise<unknown>
}

/** A job that records when it runs and with which data. */
function aJob(name: string, options: TestJobOptions = {}) {
  const runs: { data: Readonly<Record<string, unknown>>; from: number; to: number }[] = []
  let started = 0
  const job: Job = {
    name,
    ...(options.schedule && { schedule: options.schedule }),
    async run(data) {
      const from = performance.now()
      if (started++ < (options.fails ?? 0)) throw new Error('not this time')
      await options.until?.()
      runs.push({ data, from, to: performance.now() })
    },
  }
  return { job, runs, started: () => started }
}

test('an enqueued job runs once, with its data', async () => {
  const jobs = someJobs()
  const { job, runs } = aJob('sent')
  await jobs.start([job])
  await jobs.send('sent', { user: 'usr_1', list: [1, 2] })
  await eventually(() => runs.length > 0)
  await jobs.close()
  expect(runs.map(({ data }) => data)).toEqual([{ user: 'usr_1', list: [1, 2] }])
})

test('a job enqueued by a node that has not started is run by another node', async () => {
  const [sender, worker] = [someJobs(false), someJobs()]
  const { job, runs } = aJob('elsewhere')
  await sender.send('elsewhere', { early: true })
  await sender.start([job])
  await worker.start([job])
  await eventually(() => runs.length === 1)
  await sender.send('elsewhere', { early: false })
  await eventually(() => runs.length === 2)
  await Promise.all([sender.close(), worker.close()])
  expect(runs.map(({ data }) => data)).toEqual([{ early: true }, { early: false }])
})

test('a failed job is retried', async () => {
  const jobs = someJobs()
  const { job, runs, started } = aJob('failing', { fails: 1 })
  await jobs.start([job])
  await jobs.send('failing')
  await eventually(() => runs.length > 0)
  await jobs.close()
  expect(started()).toBe(2)
})

test('a scheduled job runs once at a time over all nodes', async () => {
  const nodes = [someJobs(), someJobs()]
  // Each run waits until a node has enqueued the job again, so that the next run is ready.
  const sent = new EventEmitter()
  const { job, runs, started } = aJob('scheduled', { schedule: '0 4 * * *', until: () => once(sent, 'again') })
  await Promise.all(nodes.map((node) => node.start([job])))
  await nodes[0]?.send('scheduled')
  await eventually(() => started() === 1)
  for (const node of nodes) await node.send('scheduled')
  sent.emit('again')
  await eventually(() => started() === 2)
  sent.emit('again')
  await eventually(() => runs.length === 2)
  await Promise.all(nodes.map((node) => node.close()))
  const [first, ...others] = [...runs].sort((a, b) => a.from - b.from)
  others.reduce((before, run) => {
    expect(run.from).toBeGreaterThanOrEqual(before?.to ?? Number.POSITIVE_INFINITY)
    return run
  }, first)
})

test('schedules are stored in the database, and are removed with their job', async () => {
  const schedules = async () =>
    (await database.pool.query('SELECT name, cron, timezone FROM pgboss.schedule ORDER BY name')).rows
  const [before, after] = [someJobs(), someJobs()]
  const [kept, dropped] = [aJob('kept', { schedule: '0 4 * * *' }), aJob('dropped', { schedule: '0 5 * * *' })]
  await before.start([kept.job, dropped.job])
  expect((await schedules()).map(({ name }) => name)).toEqual(['dropped', 'kept'])
  await after.start([kept.job])
  expect(await schedules()).toEqual([{ name: 'kept', cron: '0 4 * * *', timezone: 'UTC' }])
  await Promise.all([before.close(), after.close()])
})

test('closing waits for the running job and starts no other', async () => {
  const jobs = someJobs()
  const closing = new EventEmitter()
  const { job, runs, started } = aJob('long', { until: () => once(closing, 'begun') })
  await jobs.start([job])
  await jobs.send('long')
  await eventually(() => started() > 0)
  await jobs.send('long')
  const closed = jobs.close()
  closing.emit('begun')
  await closed
  expect(runs).toHaveLength(1)
  const { rows } = await database.pool.query(
    "SELECT state, count(*)::int FROM pgboss.job WHERE name = 'long' GROUP BY state ORDER BY state",
  )
  expect(rows).toEqual([
    { state: 'created', count: 1 },
    { state: 'completed', count: 1 },
  ])
})

test('losing the database during a job neither ends the process nor loses the job', async () => {
  const line = await aDatabaseProxy(ground.url)
  const pool = openPool(line.url, 3, silentLog)
  const jobs = openJobs({ pool, log: silentLog, works: true })
  const lost = new EventEmitter()
  const { job, runs, started } = aJob('cut', { until: () => once(lost, 'database') })
  await jobs.start([job])
  await jobs.send('cut')
  await eventually(() => started() > 0)
  await line.cut()
  await expect(jobs.send('cut')).rejects.toThrow()
  lost.emit('database')
  await eventually(() => runs.length > 0)
  // Queries after the failed attempt to store the job's result fail, too.
  await expect(jobs.send('cut')).rejects.toThrow()
  await line.restore()
  const state = async () => (await database.pool.query("SELECT state FROM pgboss.job WHERE name = 'cut'")).rows
  await eventually(async () => (await state())[0]?.state === 'completed')
  await jobs.close()
  await Promise.all([pool.end(), line.cut()])
  expect(started()).toBe(1)
})

test('a job that runs at the start of a node runs beside one that a crash has left, at the start and whenever it is enqueued', async () => {
  const [crashed, next] = [someJobs(), someJobs()]
  const hangs = aJob('resumed', { schedule: '0 0 1 1 *', until: () => new Promise(() => {}) })
  const { job, runs } = aJob('resumed', { schedule: '0 0 1 1 *' })
  await crashed.start([{ ...hangs.job, runsAtStart: true }])
  await eventually(() => hangs.started() === 1)
  await crashed.send('resumed')
  await next.start([{ ...job, runsAtStart: true }])
  await eventually(() => runs.length > 0)
  const waiting = "SELECT FROM pgboss.job WHERE name = 'resumed' AND state = 'created'"
  await eventually(async () => (await database.pool.query(waiting)).rowCount === 0)
  await next.send('resumed', { again: true })
  await eventually(() => runs.some(({ data }) => data.again === true))
  await Promise.all([next.close(), crashed.close()])
})

test('a job that runs at the start of a node is enqueued once until it runs', async () => {
  const sender = someJobs(false)
  await sender.start([{ ...aJob('together', { schedule: '0 0 1 1 *' }).job, runsAtStart: true }])
  for (const n of [1, 2, 3]) await sender.send('together', { n })
  const { rows } = await database.pool.query("SELECT data FROM pgboss.job WHERE name = 'together'")
  expect(rows).toEqual([{ data: { n: 1 } }])
  await sender.close()
})

test('how the runs of a job are enqueued changes with the job, also for a queue of an earlier version', async () => {
  const [earlier, next] = [someJobs(), someJobs()]
  const { job } = aJob('changing', { schedule: '0 0 1 1 *' })
  const policies = async () =>
    (await database.pool.query("SELECT policy FROM pgboss.queue WHERE name = 'changing'")).rows
  await earlier.start([job])
  expect(await policies()).toEqual([{ policy: 'stately' }])
  await next.start([{ ...job, runsAtStart: true }])
  expect(await policies()).toEqual([{ policy: 'short' }])
  await Promise.all([next.close(), earlier.close()])
})
