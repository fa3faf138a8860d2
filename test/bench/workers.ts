import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { cpuTimeOf } from './cpuTime.ts'
import { runLoad } from './httpLoad.ts'
import type { Options } from './options.ts'
import { type RunningServer, SERVER_ARGUMENTS, startProcess } from './processes.ts'
import { openSeededDatabase, postmasterOf, type SeededDatabase } from './seededDatabase.ts'
import { PRODUCT_ENVIRONMENT } from './servers.ts'
import { rawRequestOf, type Task, tasksOn } from './tasks.ts'

/** How many times as much as one process two workers must answer over all tasks. */
const LEAST_RATIO = 1.4
const CONNECTIONS = 16
/** Seconds of load before each task is measured; two workers share it. */
const WARM_UP = 10

const startServer = async ({ url }: SeededDatabase, dataDir: string, workers: number): Promise<RunningServer> =>
  startProcess({
    args: SERVER_ARGUMENTS,
    env: { ...PRODUCT_ENVIRONMENT, JOBS: 'off', WORKERS: String(workers), DATABASE_URL: url, DATA_DIR: dataDir },
    port: await findFreePort(),
    ready: '/readyz',
  })

const isRestRead = ({ requests }: Task) => requests.every(({ method }) => method === 'GET')
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

interface Measured {
  /** Requests per second. */
  readonly rate: number
  /** Microseconds of CPU time of the server's processes per request. */
  readonly cpu: number
  /** Processors that the server, the database and the load generator have occupied, on average. */
  readonly busy: number
}

/** A server with the PostgreSQL that it uses. */
interface Target {
  readonly server: RunningServer
  readonly postmaster: number
}

async function measure({ server, postmaster }: Target, task: Task, duration: number): Promise<Measured> {
  const cpuTimes = () => {
    const { user, system } = process.cpuUsage()
    return { server: cpuTimeOf(server.pid), others: cpuTimeOf(postmaster) + (user + system) / 1_000 }
  }
  const before = cpuTimes()
  const requests = task.requests.map(rawRequestOf)
  const round = await runLoad({ port: server.port, requests, connections: CONNECTIONS, seconds: duration })
  const after = cpuTimes()
  const cpu = after.server - before.server
  return {
    rate: round.requests / round.seconds,
    cpu: (cpu * 1_000) / round.requests,
    busy: (cpu + after.others - before.others) / 1_000 / round.seconds,
  }
}

/** Throughput of two workers divided by that of one process: as measured, and what is possible. */
interface Gain {
  readonly ratio: number
  readonly most: number
}

/** The medians of rounds that alternate between the servers, after one that warms each up. */
async function compare(targets: readonly Target[], task: Task, { rounds, seconds }: Options): Promise<Gain> {
  const measured: Measured[][] = targets.map(() => [])
  for (const target of targets) await measure(target, task, WARM_UP)
  for (let round = 0; round < rounds; round++)
    for (const [at, target] of targets.entries()) measured[at]?.push(await measure(target, task, seconds))
  const rates = measured.map((some) => median(some.map(({ rate }) => rate)))
  const costs = measured.map((some) => Math.round(median(some.map(({ cpu }) => cpu))))
  const ratio = (rates[1] ?? 0) / (rates[0] ?? 1)
  const most = availableParallelism() / median((measured[0] ?? []).map(({ busy }) => busy))
  console.log(
    `${task.name}: ${rates.map((rate) => Math.round(rate)).join(' → ')} req/s (${ratio.toFixed(2)} of at most ${most.toFixed(2)}), ${costs.join(' → ')} µs`,
  )
  return { ratio, most }
}

const geometricMean = (numbers: readonly number[]) =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length)

/**
 * Compares the throughput of REST reads of one process with that of two workers. Beside the ratio it prints the most
 * that is possible at the same CPU time per request, since one process, its database and the load generator occupy more
 * than one processor already. Returns what is worse than accepted.
 */
export async function compareWorkers(options: Options): Promise<string[]> {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'plaza-bench-workers-')))
  const database = await openSeededDatabase(options.rows)
  const servers: RunningServer[] = []
  try {
    const postmaster = await postmasterOf(database)
    for (const [at, folder] of folders.entries()) servers.push(await startServer(database, folder, at + 1))
    const targets = servers.map((server) => ({ server, postmaster }))
    const gains: Gain[] = []
    for (const task of tasksOn(options.rows)) if (isRestRead(task)) gains.push(await compare(targets, task, options))
    const mean = geometricMean(gains.map(({ ratio }) => ratio))
    const most = geometricMean(gains.map((gain) => gain.most))
    console.log(
      `two workers: ${mean.toFixed(2)} times the throughput of one process; ${most.toFixed(2)} possible at the same cost of requests, ${LEAST_RATIO} wanted`,
    )
    return mean < LEAST_RATIO ? [`two workers: ${mean.toFixed(2)} times`] : []
  } finally {
    for (const server of servers) await server.stop()
    await database.drop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
