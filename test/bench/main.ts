import { deepStrictEqual } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/platform/database/ports.ts'
import { type Filled, openFilled } from './database.ts'
import { compareFanout, type Fanout, fanouts } from './fanout.ts'
import { type Comparison, compare, type Figures } from './measure.ts'
import { type Running, SERVER, startProcess } from './processes.ts'
import { type Ask, rawOf, type Task, tasks } from './tasks.ts'

/** Measures the built server against the least server that gives the same answers, on the same database. */
const PLAN = { rounds: 5, seconds: 3, warmUp: 3 }

const startProduct = async ({ url }: Filled, dataDir: string) =>
  startProcess({
    args: SERVER,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      DEMO: 'off',
      SECRET_KEY: randomBytes(36).toString('base64'),
    },
    port: await freePort(),
    ready: '/readyz',
  })

const startFloor = async ({ url }: Filled) =>
  startProcess({
    args: [...SERVER.slice(0, -1), '--import', 'tsx', 'test/bench/floor.ts'],
    env: { NODE_ENV: 'production', DATABASE_URL: url },
    port: await freePort(),
    ready: '/readyz',
  })

/** What may differ: whether people count as present depends on who asked the product when. */
const VOLATILE = new Set(['state', 'activeFriends', 'offlineFriends', 'onlineFriends'])

async function read({ url }: Running, { method, path, headers, body }: Ask): Promise<unknown> {
  const response = await fetch(url + path, { method, headers, ...(body && { body }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text, (key, value) => (VOLATILE.has(key) ? undefined : value))
}

/** Both do the same work, or the figures would mean nothing. */
async function assertSameAnswers(product: Running, floor: Running, { name, requests }: Task) {
  for (const ask of requests.slice(0, 20)) {
    deepStrictEqual(
      await read(floor, ask),
      await read(product, ask),
      `${name}: floor and product differ at ${ask.path}`,
    )
  }
}

async function run(task: Task, product: Running, floor: Running): Promise<boolean> {
  await assertSameAnswers(product, floor, task)
  const result = await compare(product, floor, { ...PLAN, requests: task.requests.map(rawOf) })
  print(task, result)
  return result.ratio >= task.bar
}

async function runFanout(fanout: Fanout, { url }: Filled, product: Running, floor: Running): Promise<boolean> {
  const result = await compareFanout(url, fanout, { product, floor }, PLAN)
  print(fanout, result)
  return result.ratio >= fanout.bar
}

const cell = (text: string | number, width: number) => String(text).padStart(width)
const row = (name: string, { perSecond, p50, p99, cpu }: Figures) =>
  `${name.padEnd(24)}${cell(Math.round(perSecond), 12)}${[p50, p99, cpu].map((figure) => cell(figure.toFixed(2), 12)).join('')}`

const HEADS = ['requests/s', 'p50 ms', 'p99 ms', 'CPU ms each', 'ratio', 'bar']

function print({ name, bar }: Pick<Task, 'name' | 'bar'>, { product, floor, ratio }: Comparison) {
  console.log(row(name, product) + cell(ratio.toFixed(2), 12) + cell(bar.toFixed(1), 12))
  console.log(row('  floor', floor))
}

/** `npm run bench -- feeds` measures only what has the word in its name. */
const isWanted = ({ name }: { name: string }) => name.includes(process.argv[2] ?? '')

async function main() {
  const database = await openFilled()
  const dataDir = mkdtempSync(join(tmpdir(), 'plaza-bench-'))
  const servers: Running[] = []
  try {
    const product = await startProduct(database, dataDir)
    servers.push(product)
    const floor = await startFloor(database)
    servers.push(floor)
    console.log(`${' '.repeat(24)}${HEADS.map((head) => cell(head, 12)).join('')}`)
    const results: boolean[] = []
    for (const task of tasks.filter(isWanted)) results.push(await run(task, product, floor))
    for (const fanout of fanouts.filter(isWanted)) results.push(await runFanout(fanout, database, product, floor))
    if (results.includes(false)) process.exitCode = 1
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
