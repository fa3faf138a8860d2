import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { cpuTimeOf } from './cpuTime.ts'
import { runLoad } from './httpLoad.ts'
import { type RunningServer, SERVER_ARGUMENTS, startProcess } from './processes.ts'
import { openSeededDatabase, type SeededDatabase } from './seededDatabase.ts'
import { PRODUCT_ENVIRONMENT } from './servers.ts'
import { rawRequestOf, type Task, tasksOn } from './tasks.ts'

/**
 * Compares the throughput of REST reads of one process with that of two workers, with the load generator on the same
 * machine: `npm run bench:workers -- [rows] [seconds] [rounds]`. Exits with 1 when two workers answer less than 1.4 times
 * as much over all tasks.
 */
const [, , rows = '10000', seconds = '3', rounds = '5'] = process.argv
const LEAST_RATIO = 1.4
const CONNECTIONS = 16

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
}

async function measure({ pid, port }: RunningServer, task: Task, duration: number): Promise<Measured> {
  const before = cpuTimeOf(pid)
  const requests = task.requests.map(rawRequestOf)
  const round = await runLoad({ port, requests, connections: CONNECTIONS, seconds: duration })
  return { rate: round.requests / round.seconds, cpu: ((cpuTimeOf(pid) - before) * 1_000) / round.requests }
}

/** The medians of rounds that alternate between the servers, after one that warms each up. */
async function compare(servers: readonly RunningServer[], task: Task): Promise<number> {
  const measured: Measured[][] = servers.map(() => [])
  for (const server of servers) await measure(server, task, Number(seconds))
  for (let round = 0; round < Number(rounds); round++)
    for (const [at, server] of servers.entries()) measured[at]?.push(await measure(server, task, Number(seconds)))
  const rates = measured.map((some) => median(some.map(({ rate }) => rate)))
  const costs = measured.map((some) => Math.round(median(some.map(({ cpu }) => cpu))))
  const ratio = (rates[1] ?? 0) / (rates[0] ?? 1)
  console.log(
    `${task.name}: ${rates.map((rate) => Math.round(rate)).join(' → ')} req/s (${ratio.toFixed(2)}), ${costs.join(' → ')} µs`,
  )
  return ratio
}

const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'plaza-bench-workers-')))
const database = await openSeededDatabase(Number(rows))
const servers: RunningServer[] = []
try {
  for (const [at, folder] of folders.entries()) servers.push(await startServer(database, folder, at + 1))
  const ratios: number[] = []
  for (const task of tasksOn(Number(rows))) if (isRestRead(task)) ratios.push(await compare(servers, task))
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  console.log(`two workers: ${mean.toFixed(2)} times the throughput of one process, at least ${LEAST_RATIO} wanted`)
  if (mean < LEAST_RATIO) process.exitCode = 1
} finally {
  for (const server of servers) await server.stop()
  await database.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
