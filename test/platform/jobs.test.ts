import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openPool } from '../../src/platform/database/open.ts'
import { freePort } from '../../src/platform/database/ports.ts'
import { openJobs } from '../../src/platform/jobs.ts'
import type { Job } from '../../src/platform/platform.ts'
import { aGround, type Ground, quiet, until } from './ground.ts'

let ground: Ground
let database: OpenDatabase
beforeAll(async () => {
  ground = await aGround()
  database = ground.database
})
afterAll(() => ground.clear())

const someJobs = (works = true) => openJobs({ pool: database.pool, log: quiet, works, retryDelay: 1 })
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A job that notes when it runs and with what. */
function aJob(name: string, options: { schedule?: string; takes?: number; fails?: number } = {}) {
  const runs: { data: Readonly<Record<string, unknown>>; from: number; to: number }[] = []
  let started = 0
  const job: Job = {
    name,
    ...(options.schedule && { schedule: options.schedule }),
    async run(data) {
      const from = performance.now()
      if (started++ < (options.fails ?? 0)) throw new Error('not this time')
      await pause(options.takes ?? 0)
      runs.push({ data, from, to: performance.now() })
    },
  }
  return { job, runs, started: () => started }
}

test('a job that is sent runs once, within a second, with its data', async () => {
  const jobs = someJobs()
  const { job, runs } = aJob('sent')
  await jobs.start([job])
  await jobs.send('sent', { user: 'usr_1', list: [1, 2] })
  await until(() => runs.length > 0, 1_000)
  await jobs.close()
  expect(runs.map(({ data }) => data)).toEqual([{ user: 'usr_1', list: [1, 2] }])
})

test('what one node sends before it has started another one carries out, soon', async () => {
  const [sender, worker] = [someJobs(false), someJobs()]
  const { job, runs } = aJob('elsewhere')
  await sender.send('elsewhere', { early: true })
  await sender.start([job])
  await worker.start([job])
  await until(() => runs.length === 1)
  await sender.send('elsewhere', { early: false })
  await until(() => runs.length === 2, 2_500)
  await Promise.all([sender.close(), worker.close()])
  expect(runs.map(({ data }) => data)).toEqual([{ early: true }, { early: false }])
})

test('a job that fails is tried again', async () => {
  const jobs = someJobs()
  const { job, runs, started } = aJob('failing', { fails: 1 })
  await jobs.start([job])
  await jobs.send('failing')
  await until(() => runs.length > 0, 12_000)
  await jobs.close()
  expect(started()).toBe(2)
})

test('a scheduled job runs once at a time over all nodes', async () => {
  const nodes = [someJobs(), someJobs()]
  const { job, runs } = aJob('scheduled', { schedule: '0 4 * * *', takes: 300 })
  await Promise.all(nodes.map((node) => node.start([job])))
  for (const node of [...nodes, ...nodes]) {
    await node.send('scheduled')
    await pause(100)
  }
  await until(() => runs.length >= 2, 12_000)
  await Promise.all(nodes.map((node) => node.close()))
  const [first, ...others] = [...runs].sort((a, b) => a.from - b.from)
  others.reduce((before, run) => {
    expect(run.from).toBeGreaterThanOrEqual(before?.to ?? Number.POSITIVE_INFINITY)
    return run
  }, first)
})

test('schedules stand in the database, and go with their job', async () => {
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

test('closing lets a running job finish, and starts none', async () => {
  const jobs = someJobs()
  const { job, runs, started } = aJob('long', { takes: 700 })
  await jobs.start([job])
  await jobs.send('long')
  await until(() => started() > 0)
  await jobs.send('long')
  await jobs.close()
  expect(runs).toHaveLength(1)
  const { rows } = await database.pool.query(
    "SELECT state, count(*)::int FROM pgboss.job WHERE name = 'long' GROUP BY state ORDER BY state",
  )
  expect(rows).toEqual([
    { state: 'created', count: 1 },
    { state: 'completed', count: 1 },
  ])
})

test('a database that goes away under a running job neither ends the process nor loses the job', async () => {
  const line = await aLine(ground.url)
  const pool = openPool(line.url, 3, quiet)
  const jobs = openJobs({ pool, log: quiet, works: true })
  const { job, runs, started } = aJob('cut', { takes: 200 })
  await jobs.start([job])
  await jobs.send('cut')
  await until(() => started() > 0)
  await line.cut()
  await expect(jobs.send('cut')).rejects.toThrow()
  await until(() => runs.length > 0)
  await pause(500)
  await line.mend()
  const state = async () => (await database.pool.query("SELECT state FROM pgboss.job WHERE name = 'cut'")).rows
  await until(async () => (await state())[0]?.state === 'completed')
  await jobs.close()
  await Promise.all([pool.end(), line.cut()])
  expect(started()).toBe(1)
})

/** A line to the database that can be cut. */
async function aLine(url: string) {
  const address = new URL(url)
  const [host, to, port] = [address.hostname, Number(address.port || 5432), await freePort()]
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(to, host)
    for (const [end, opposite] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end.on('error', () => opposite.destroy()))
      end.pipe(opposite)
    }
  })
  const mend = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const end of ends) end.destroy()
      ends.clear()
    })
  await mend()
  address.hostname = '127.0.0.1'
  address.port = String(port)
  return { url: address.href, cut, mend }
}
