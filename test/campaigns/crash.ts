import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../src/platform/database/ports.ts'
import { haltPostmaster, isPostmasterOf, readPostmaster } from '../../src/platform/database/postmaster.ts'
import { type Running, startProcess, waitForReady } from '../bench/processes.ts'
import { startWriting, type WriteLoad } from './writers.ts'

export interface Campaign {
  /** What Node is given to start the server, such as `SERVER`. */
  readonly server: readonly string[]
  /** How often the server is killed, and then the database. */
  readonly serverKills: number
  readonly databaseKills: number
  readonly people: number
  /** What goes on meanwhile; short writes where nothing is said. */
  readonly load?: (url: string, people: number) => Promise<WriteLoad>
  /** Hears of each cycle. */
  readonly tell: (line: string) => void
}

export interface Findings {
  readonly acknowledged: number
  /** What was acknowledged and is not there, and writes that were refused. */
  readonly losses: readonly string[]
  /** Milliseconds from each kill until /readyz answered 200 again. */
  readonly serverReady: readonly number[]
  readonly databaseReady: readonly number[]
  /** Of the server, when it was asked to stop at the end. */
  readonly exitCode: number | null
}

const PATIENCE = 60_000

/** Kills the server, then its embedded database, again and again under a write load, and looks whether all is there. */
export async function runCampaign(campaign: Campaign): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-crash-'))
  const port = await freePort()
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: '',
    REDIS_URL: '',
    SMTP_URL: '',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
  }
  const start = () => startProcess({ args: campaign.server, env, port, ready: '/readyz', within: PATIENCE })
  const house: House = { folder, start, server: await start(), losses: [], tell: campaign.tell }
  try {
    const load = await (campaign.load ?? startWriting)(house.server.url, campaign.people)
    const serverReady = await repeat(campaign.serverKills, (cycle) => killServer(house, load, cycle))
    const databaseReady = await repeat(campaign.databaseKills, (cycle) => killDatabase(house, load, cycle))
    await load.stop()
    await look(house, load, 'at the end')
    const exitCode = await house.server.stop()
    return { acknowledged: load.acknowledged(), losses: house.losses, serverReady, databaseReady, exitCode }
  } finally {
    await clear(house)
  }
}

interface House {
  readonly folder: string
  readonly start: () => Promise<Running>
  server: Running
  readonly losses: string[]
  readonly tell: (line: string) => void
}

async function repeat(times: number, cycle: (number: number) => Promise<number>): Promise<number[]> {
  const results: number[] = []
  for (let number = 1; number <= times; number++) results.push(await cycle(number))
  return results
}

/** Between half a second and a whole one, never the same twice, so that the kill meets the writes at different points. */
const work = (cycle: number) => delay(500 + ((cycle * 137) % 500))

async function killServer(house: House, load: WriteLoad, cycle: number): Promise<number> {
  await work(cycle)
  const begun = performance.now()
  await house.server.kill()
  house.server = await house.start()
  const ready = performance.now() - begun
  await look(house, load, `server ${cycle}: ready after ${Math.round(ready)} ms`)
  return ready
}

async function killDatabase(house: House, load: WriteLoad, cycle: number): Promise<number> {
  await work(cycle)
  const killed = postmasterOf(house)
  const begun = performance.now()
  process.kill(killed, 'SIGKILL')
  while (postmasterOf(house) === killed && performance.now() - begun < PATIENCE) await delay(10)
  await waitForReady(`${house.server.url}/readyz`, PATIENCE)
  const ready = performance.now() - begun
  await look(house, load, `database ${cycle}: ready after ${Math.round(ready)} ms`)
  return ready
}

async function look(house: House, load: WriteLoad, when: string) {
  const losses = await load.losses()
  house.losses.push(...losses)
  house.tell(`${when}, ${load.acknowledged()} writes acknowledged, ${losses.length} lost or refused`)
}

function postmasterOf(house: House): number {
  const pid = readPostmaster(join(house.folder, 'db'))?.pid
  return pid ?? 0
}

async function clear(house: House) {
  await house.server.kill()
  const folder = join(house.folder, 'db')
  const pid = postmasterOf(house)
  if (pid > 0 && isPostmasterOf(folder, pid)) await haltPostmaster(pid, { fast: 5_000, immediate: 5_000 })
  rmSync(house.folder, { recursive: true, force: true })
}
