import { deepStrictEqual } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { type Comparison, compare, type Figures } from './compare.ts'
import { compareFanout, type Fanout, fanouts } from './fanout.ts'
import { type RunningServer, SERVER_ARGUMENTS, startProcess } from './processes.ts'
import { openSeededDatabase, type SeededDatabase } from './seededDatabase.ts'
import { rawRequestOf, type Task, type TaskRequest, tasks } from './tasks.ts'

/** Compares the built server with the baseline server, on the same database. Durations are in seconds. */
const PLAN = { rounds: 5, seconds: 3, warmUp: 3 }

const startProduct = async ({ url }: SeededDatabase, dataDir: string) =>
  startProcess({
    args: SERVER_ARGUMENTS,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      DEMO: 'off',
      MAX_REQUESTS_PER_USER: '0',
      MAX_REQUESTS_PER_ADDRESS: '0',
      SECRET_KEY: randomBytes(36).toString('base64'),
    },
    port: await findFreePort(),
    ready: '/readyz',
  })

const startBaseline = async ({ url }: SeededDatabase) =>
  startProcess({
    args: [...SERVER_ARGUMENTS.slice(0, -1), '--import', 'tsx', 'test/bench/baselineServer/server.ts'],
    env: { NODE_ENV: 'production', DATABASE_URL: url },
    port: await findFreePort(),
    ready: '/readyz',
  })

/** Fields that may differ: the product counts users as present once they have sent a request. */
const VOLATILE = new Set(['state', 'activeFriends', 'offlineFriends', 'onlineFriends'])

async function read({ url }: RunningServer, { method, path, headers, body }: TaskRequest): Promise<unknown> {
  const response = await fetch(url + path, { method, headers, ...(body && { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text, (key, value) => (VOLATILE.has(key) ? undefined : value))
}

/** Asserts that both servers give the same responses, otherwise the comparison is void. */
async function assertSameAnswers(product: RunningServer, baseline: RunningServer, { name, requests }: Task) {
  for (const request of requests.slice(0, 20)) {
    deepStrictEqual(
      await read(baseline, request),
      await read(product, request),
      `${name}: baseline and product differ at ${request.path}`,
    )
  }
}

async function run(task: Task, product: RunningServer, baseline: RunningServer): Promise<boolean> {
  await assertSameAnswers(product, baseline, task)
  const result = await compare(product, baseline, { ...PLAN, requests: task.requests.map(rawRequestOf) })
  print(task, result)
  return result.ratio >= task.minRatio
}

async function runFanout(
  fanout: Fanout,
  { url }: SeededDatabase,
  product: RunningServer,
  baseline: RunningServer,
): Promise<boolean> {
  const result = await compareFanout(url, fanout, { product, baseline }, PLAN)
  print(fanout, result)
  return result.ratio >= fanout.minRatio
}

const cell = (text: string | number, width: number) => String(text).padStart(width)
const row = (name: string, { perSecond, p50, p99, cpu }: Figures) =>
  `${name.padEnd(24)}${cell(Math.round(perSecond), 12)}${[p50, p99, cpu].map((figure) => cell(figure.toFixed(2), 12)).join('')}`

const HEADS = ['requests/s', 'p50 ms', 'p99 ms', 'CPU ms each', 'ratio', 'min ratio']

function print({ name, minRatio }: Pick<Task, 'name' | 'minRatio'>, { product, baseline, ratio }: Comparison) {
  console.log(row(name, product) + cell(ratio.toFixed(2), 12) + cell(minRatio.toFixed(1), 12))
  console.log(row('  baseline', baseline))
}

/** Whether a task was selected: `npm run bench -- feeds` runs the tasks with `feeds` in their names. */
const isWanted = ({ name }: { name: string }) => name.includes(process.argv[2] ?? '')

async function main() {
  const database = await openSeededDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'plaza-bench-'))
  const servers: RunningServer[] = []
  try {
    const product = await startProduct(database, dataDir)
    servers.push(product)
    const baseline = await startBaseline(database)
    servers.push(baseline)
    console.log(`${' '.repeat(24)}${HEADS.map((head) => cell(head, 12)).join('')}`)
    const results: boolean[] = []
    for (const task of tasks.filter(isWanted)) results.push(await run(task, product, baseline))
    for (const fanout of fanouts.filter(isWanted)) results.push(await runFanout(fanout, database, product, baseline))
    if (results.includes(false)) process.exitCode = 1
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
