import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { makeApp } from '../../src/app.ts'
import { erasers, exportRules, jobs } from '../../src/areas/index.ts'
import { maintainPartitions } from '../../src/areas/system/partitions/maintain.ts'
import { addMilliseconds, DAY } from '../../src/kernel/clock.ts'
import { type Scope, systemScope } from '../../src/kernel/scope.ts'
import { openPlatform } from '../../src/platform/openPlatform.ts'
import { readSettings } from '../../src/settings.ts'
import { median } from './compare.ts'
import { changesOf, feedInsert } from './greatDataset.ts'
import { PRODUCT_ENVIRONMENT } from './servers.ts'

/** Runs `work` with a scope of the system on a database, in this process. */
async function withScope<T>(url: string, work: (scope: () => Scope) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-bench-jobs-'))
  // Another key than that of the servers that were measured before would be refused.
  const { SECRET_KEY } = PRODUCT_ENVIRONMENT
  const settings = { NODE_ENV: 'test', PORT: '0', DATA_DIR: folder, JOBS: 'off', DATABASE_URL: url, SECRET_KEY }
  const platform = await openPlatform(readSettings(settings), { log: pino({ level: 'error' }) })
  try {
    const { services } = await makeApp(platform)
    return await work(() => systemScope(services))
  } finally {
    await platform.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const ROUNDS = 3
/** Milliseconds, and the factor by which the time of a job above that may grow. */
const SHORT = 200
const MAX_JOB_GROWTH = 1.5

/** Runs all jobs, and answers the milliseconds of each in their order. */
async function runJobs(scope: () => Scope): Promise<number[]> {
  const times: number[] = []
  for (const { run } of jobs) {
    const begun = performance.now()
    await run(scope(), erasers, exportRules)
    times.push(performance.now() - begun)
  }
  return times
}

/** Milliseconds of each job in their order, the median of some runs, each after the same changes. */
const timesOf = (url: string): Promise<number[]> =>
  withScope(url, async (scope) => {
    const { client } = scope()
    await runJobs(scope)
    const rounds: number[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      for (const change of changesOf(round)) await client.$executeRawUnsafe(change)
      rounds.push(await runJobs(scope))
    }
    return jobs.map((_, at) => median(rounds.map((times) => times[at] ?? 0)))
  })

/** Prints the time of each job at both sizes. Returns those that grow more than accepted. */
export async function measureJobs({ usual, most }: Readonly<Record<'usual' | 'most', string>>): Promise<string[]> {
  const [before, after] = [await timesOf(usual), await timesOf(most)]
  console.log(`\n${'ms of a job after the same changes'.padEnd(44)}${'usual'.padStart(12)}${'most'.padStart(12)}`)
  const faults: string[] = []
  for (const [at, { name }] of jobs.entries()) {
    const [usually = 0, time = 0] = [before[at], after[at]]
    const grows = time > SHORT && time > MAX_JOB_GROWTH * usually
    if (grows) faults.push(`${name} takes ${time.toFixed(0)} ms`)
    const cells = [usually, time].map((value) => value.toFixed(0).padStart(12)).join('')
    console.log(name.padEnd(44) + cells + (grows ? '  grows' : ''))
  }
  return faults
}

/** Milliseconds in which a month of feeds is to be purged. */
const MAX_PURGE = 1_000

/** Writes entries of feeds, and leaves nothing to the autovacuum, which would begin at once. */
async function fillFeeds(url: string, entries: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(feedInsert(entries))
  await client.query('VACUUM ANALYZE "FeedEntry"')
  await client.end()
}

/** The scope at another day, where feeds are kept for so many. */
function scopeAt(scope: Scope, day: number, kept: number): Scope {
  const rules = { ...scope.rules, retention: { ...scope.rules.retention, feed: kept * DAY } }
  return { ...scope, rules, now: addMilliseconds(scope.now, day * DAY) }
}

/** Fills feeds with so many entries of four weeks in their partitions, and measures how long those take to go. */
export async function measurePurge(url: string, entries: number): Promise<string[]> {
  return withScope(url, async (scope) => {
    // As the job has done week by week until now.
    for (let day = -56; day <= 0; day += 7) await maintainPartitions(scopeAt(scope(), day, 60))
    await fillFeeds(url, entries)
    const begun = performance.now()
    await maintainPartitions(scopeAt(scope(), 21, 7))
    const time = performance.now() - begun
    const left = await scope().client.feedEntry.count()
    const rows = `${entries.toLocaleString('en')} entries of feeds, ${left} of them left`
    console.log(`\npurge of a month: ${time.toFixed(0)} ms, ${rows}`)
    return time > MAX_PURGE ? [`the purge of a month takes ${time.toFixed(0)} ms`] : []
  })
}
