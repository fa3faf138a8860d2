import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { isPostmasterOf, readPostmaster, stopPostmaster } from '../../../src/platform/database/embedded/postmaster.ts'
import { type RunningServer, STANDALONE_ENVIRONMENT, startProcess, waitForReady } from '../../bench/processes.ts'
import { PATIENCE } from '../../support/patience.ts'
import { economyFaults } from '../support/economy.ts'
import { WEBHOOK_SECRET } from './payments.ts'
import type { WriteLoad } from './writers.ts'

export interface KillCampaign {
  /** The server's data folder, which is deleted in the end. */
  readonly folder: string
  /** The arguments that Node needs to start the server. */
  readonly server: readonly string[]
  /** How often the server is killed. */
  readonly serverKills: number
  /** How often the database is killed, after the server's kills. */
  readonly databaseKills: number
  readonly people: number
  /** Start the loads that run during the kills, each with `people` users, on the server of the folder `dataDir`. */
  readonly loads: readonly ((url: string, people: number, dataDir: string) => Promise<WriteLoad>)[]
  /** Called with the result of each cycle. */
  readonly log: (message: string) => void
}

export interface KillFindings {
  readonly acknowledged: number
  /** Acknowledged writes that are missing, writes that were refused, and what `economy check` finds in the end. */
  readonly losses: readonly string[]
  /** Milliseconds from each kill until /readyz answered 200 again. */
  readonly serverReady: readonly number[]
  readonly databaseReady: readonly number[]
  /** The server's exit code after the final stop. */
  readonly exitCode: number | null
}

/** Kills the server, then its embedded database, repeatedly under a write load; checks that no write is lost. */
export async function runKillCampaign(campaign: KillCampaign): Promise<KillFindings> {
  const { folder } = campaign
  const port = await findFreePort()
  const env = { ...STANDALONE_ENVIRONMENT, DATA_DIR: folder, PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET }
  const start = () => startProcess({ args: campaign.server, env, port, ready: '/readyz', within: PATIENCE })
  const target: ServerUnderTest = { folder, start, server: await start(), loads: [], losses: [], log: campaign.log }
  try {
    for (const start of campaign.loads) target.loads.push(await start(target.server.url, campaign.people, folder))
    const serverReady = await repeat(campaign.serverKills, (cycle) => killServer(target, cycle))
    const databaseReady = await repeat(campaign.databaseKills, (cycle) => killDatabase(target, cycle))
    for (const load of target.loads) await load.stop()
    await checkLosses(target, 'at the end')
    target.losses.push(...(await economyFaults({ DATA_DIR: folder })))
    const exitCode = await target.server.stop()
    return { acknowledged: acknowledged(target), losses: target.losses, serverReady, databaseReady, exitCode }
  } finally {
    await cleanUp(target)
  }
}

interface ServerUnderTest {
  readonly folder: string
  readonly start: () => Promise<RunningServer>
  server: RunningServer
  readonly loads: WriteLoad[]
  readonly losses: string[]
  readonly log: (message: string) => void
}

async function repeat(times: number, cycle: (number: number) => Promise<number>): Promise<number[]> {
  const results: number[] = []
  for (let number = 1; number <= times; number++) results.push(await cycle(number))
  return results
}

const acknowledged = ({ loads }: ServerUnderTest) => loads.reduce((sum, load) => sum + load.acknowledged(), 0)

/** The least number of writes that each load has acknowledged between two kills. */
const WRITES = 5

/**
 * Waits until each load has some more writes acknowledged, then for a delay of up to 200 ms that differs by cycle, so
 * that the kills interrupt different stages of a write.
 */
async function waitForWrites({ loads }: ServerUnderTest, cycle: number): Promise<void> {
  const wanted = loads.map((load) => load.acknowledged() + WRITES)
  while (loads.some((load, at) => load.acknowledged() < (wanted[at] ?? 0))) await delay(5)
  await delay((cycle * 137) % 200)
}

async function killServer(target: ServerUnderTest, cycle: number): Promise<number> {
  await waitForWrites(target, cycle)
  const begun = performance.now()
  await target.server.kill()
  target.server = await target.start()
  const ready = performance.now() - begun
  await checkLosses(target, `server ${cycle}: ready after ${Math.round(ready)} ms`)
  return ready
}

async function killDatabase(target: ServerUnderTest, cycle: number): Promise<number> {
  await waitForWrites(target, cycle)
  const killed = postmasterOf(target)
  const begun = performance.now()
  process.kill(killed, 'SIGKILL')
  while (postmasterOf(target) === killed && performance.now() - begun < PATIENCE) await delay(10)
  await waitForReady(`${target.server.url}/readyz`, PATIENCE)
  const ready = performance.now() - begun
  await checkLosses(target, `database ${cycle}: ready after ${Math.round(ready)} ms`)
  return ready
}

async function checkLosses(target: ServerUnderTest, when: string) {
  const losses = (await Promise.all(target.loads.map((load) => load.losses()))).flat()
  target.losses.push(...losses)
  target.log(`${when}, ${acknowledged(target)} writes acknowledged, ${losses.length} lost or refused`)
}

function postmasterOf(target: ServerUnderTest): number {
  const pid = readPostmaster(join(target.folder, 'db'))?.pid
  return pid ?? 0
}

async function cleanUp(target: ServerUnderTest) {
  await target.server.kill()
  const folder = join(target.folder, 'db')
  const pid = postmasterOf(target)
  if (pid > 0 && isPostmasterOf(folder, pid)) await stopPostmaster(pid, { fast: 5_000, immediate: 5_000 })
  rmSync(target.folder, { recursive: true, force: true })
}
