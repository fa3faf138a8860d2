import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { startEmbeddedServer } from '../../../src/platform/database/embedded/server.ts'
import { openPool } from '../../../src/platform/database/openDatabase.ts'
import { queryOnce } from '../../../src/platform/database/queryOnce.ts'
import { SERVER_ARGUMENTS, startProcess, waitForReady } from '../../bench/processes.ts'
import { registerPeople, startUpgradeLoad, type UpgradeLoad } from './load.ts'
import { findUpgradeFaults, insertOldRows } from './oldRows.ts'
import { checkOutRelease01, type OldServer, startRelease01 } from './release01.ts'
import { startWriteProbe, type WriteProbe } from './writeProbe.ts'

export interface UpgradeOptions {
  /** Folder with release 0.1; it is checked out there if it is empty. */
  readonly folder: string
  /** Rows of each of the large tables. */
  readonly rows: number
  /** Seconds for which both nodes serve after the migrations. */
  readonly seconds: number
  readonly people: number
  readonly log: (message: string) => void
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }
/** Milliseconds that the migrations may take. */
const MIGRATION_LIMIT = 3_600_000
/** Milliseconds for which no table may be closed to writes, with a tenth for the measurement. */
const LONGEST_WRITE = 2_200

const COMMON = {
  REDIS_URL: '',
  SMTP_URL: '',
  DEMO: 'off',
  NODE_ENV: 'production',
  SECRET_KEY: 'kq7TzW1vN4yB8sXe2LrH9mPc6GdJ0aUf3ViQoR5t',
  PUBLIC_URL: 'http://plaza.test',
  TRUST_PROXY: '1',
  LOGIN_PLACE_CHECK: 'off',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  LOG_FORMAT: 'json',
  REGISTRATIONS_PER_HOUR: '0',
  MAX_REQUESTS_PER_USER: '0',
  MAX_REQUESTS_PER_ADDRESS: '0',
}

/** Upgrades release 0.1 under load, and returns what is wrong. */
export async function runUpgradeCampaign(options: UpgradeOptions): Promise<string[]> {
  const { folder, log } = options
  log('release 0.1 is checked out')
  checkOutRelease01(folder)
  const dataDir = mkdtempSync(join(tmpdir(), 'plaza-upgrade-'))
  const postgres = await startEmbeddedServer({ dataDir, log: silent, connections: 60 })
  try {
    await queryOnce(postgres.url('postgres'), `CREATE DATABASE upgrade ENCODING 'UTF8' TEMPLATE template0`)
    return await upgrade(options, postgres.url('upgrade'))
  } finally {
    await postgres.stop()
  }
}

async function upgrade(options: UpgradeOptions, url: string): Promise<string[]> {
  const { folder, people: count, seconds, log } = options
  const oldPort = await findFreePort()
  const oldOrigin = `http://127.0.0.1:${oldPort}`
  const old = await startOldNode(folder, environment(url, oldPort), oldOrigin)
  const pool = openPool(url, 2, silent)
  const people = await registerPeople(oldOrigin, count)
  const worlds = await fill(pool, options)
  const load = startUpgradeLoad({ people, worlds, origins: [oldOrigin] })
  const probe = await startWriteProbe(url)
  const stopOld = async () => {
    await Promise.all([load.stop(), probe.stop()])
    old.stop()
  }
  await pause(5_000)
  log('the new node starts')
  // Not sooner, as somebody else could take the port meanwhile.
  const newPort = await findFreePort()
  const newOrigin = `http://127.0.0.1:${newPort}`
  const { node, told } = await startNewNode(url, newPort, newOrigin).catch(async (error: unknown) => {
    await stopOld()
    throw error
  })
  log(`the new node is ready; it told: ${summaryOf(told)}`)
  load.useServers([oldOrigin, newOrigin])
  await pause(seconds * 1_000)
  load.useServers([newOrigin])
  await pause(1_000)
  old.stop()
  log(`the old node ended with ${await old.ended}`)
  await pause(5_000)
  await load.stop()
  await probe.stop()
  const faults = [...faultsOfLoad(load), ...faultsOfProbe(probe), ...faultsOfStates(told)]
  faults.push(...Object.entries(await findUpgradeFaults(pool)).map(([what, found]) => `${found} faulty rows: ${what}`))
  await pool.end()
  faults.push(...(await faultsOfDowngrade(folder, environment(url, oldPort), log)))
  const stopped = await node.stop()
  if (stopped !== 0) faults.push(`the new node ended with ${stopped}: ${node.tail()}`)
  report(load, probe, log)
  return faults
}

const environment = (url: string, port: number) => ({
  ...COMMON,
  DATABASE_URL: url,
  PORT: String(port),
  DATA_DIR: mkdtempSync(join(tmpdir(), 'plaza-upgrade-node-')),
})

type Environment = ReturnType<typeof environment>

async function startOldNode(folder: string, env: Environment, origin: string): Promise<OldServer> {
  const old = startRelease01(folder, env)
  let hasEnded = false
  void old.ended.then(() => {
    hasEnded = true
  })
  await waitForReady(`${origin}/readyz`, 300_000, () => hasEnded).catch((error: unknown) => {
    throw new Error(`release 0.1 did not start: ${old.output()}`, { cause: error })
  })
  return old
}

/** Inserts the rows; returns the ids of some public worlds. */
async function fill(pool: Pool, { rows, log }: UpgradeOptions): Promise<string[]> {
  const begun = performance.now()
  await insertOldRows(pool, rows)
  await pool.query('ANALYZE')
  log(`${rows} rows of each kind were inserted in ${Math.round((performance.now() - begun) / 1_000)} s`)
  const worlds = await pool.query<{ id: string }>('SELECT id FROM "World" LIMIT 500')
  return worlds.rows.map(({ id }) => id)
}

async function startNewNode(url: string, port: number, origin: string) {
  const states = watchReadiness(origin)
  const env = environment(url, port)
  const start = { args: SERVER_ARGUMENTS, env, port, ready: '/readyz', within: MIGRATION_LIMIT }
  const node = await startProcess(start).finally(states.stop)
  return { node, told: states.told() }
}

async function faultsOfDowngrade(folder: string, env: Environment, log: UpgradeOptions['log']): Promise<string[]> {
  const again = startRelease01(folder, env)
  const code = await again.ended
  const refusal = /The database has a migration this build does not know: \S+/.exec(again.output())?.[0]
  log(`a start of release 0.1 afterwards ended with ${code}: ${refusal}`)
  return code === 1 && refusal ? [] : [`the downgrade was not refused: ${again.output().slice(-500)}`]
}

/** Asks a node for its readiness until it is stopped; returns the different answers. */
function watchReadiness(origin: string) {
  const told = new Set<string>()
  const state = { stopped: false }
  const ask = async (path: string) => {
    const response = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(5_000) })
    return `${path} ${response.status} ${await response.text()}`
  }
  const work = async () => {
    while (!state.stopped) {
      for (const path of ['/livez', '/readyz'])
        await ask(path).then(
          (answer) => told.add(answer),
          () => {},
        )
      await pause(50)
    }
  }
  const working = work()
  return {
    told: () => [...told],
    async stop() {
      state.stopped = true
      await working
    },
  }
}

const summaryOf = (told: readonly string[]) => [...told.slice(0, 3), '…', ...told.slice(-3)].join(', ')

const faultsOfStates = (told: readonly string[]) =>
  told.some((answer) => /readyz 503 .*migrations \d+ of \d+/.test(answer)) && told.includes('/livez 200 ok')
    ? []
    : [`the new node did not tell how far its migrations were: ${told.join(', ')}`]

const faultsOfLoad = ({ failures, tallies }: UpgradeLoad) => [
  ...failures.map((failure) => `a call failed twice: ${failure}`),
  ...[...tallies]
    .filter(([, { succeeded }]) => succeeded === 0)
    .map(([kind]) => `no call of this kind succeeded: ${kind}`),
]

const faultsOfProbe = ({ longest }: WriteProbe) =>
  [...longest]
    .filter(([, { ms }]) => ms > LONGEST_WRITE)
    .map(([table, { ms, at }]) => `a write to ${table} took ${Math.round(ms)} ms at ${at}`)

function report({ tallies, firstFailures }: UpgradeLoad, { longest }: WriteProbe, log: UpgradeOptions['log']): void {
  for (const failure of firstFailures) log(`failed at first: ${failure}`)
  for (const [kind, { calls, succeeded, failed, failedTwice, limited, slowest }] of tallies)
    log(
      `${kind}: ${calls} calls, ${succeeded} succeeded, ${limited} limited, ${failed} failed, ${failedTwice} after a retry, slowest ${Math.round(slowest)} ms`,
    )
  for (const [table, { writes, ms, at }] of longest)
    log(`${table}: ${writes} writes, the longest ${Math.round(ms)} ms, at ${at}`)
}
