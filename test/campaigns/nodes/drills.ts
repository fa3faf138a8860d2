import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { waitUntil } from '../../../src/platform/processes.ts'
import { statusOf } from '../../support/serverProcess.ts'
import type { LoadFindings } from './load.ts'
import type { NodesSite } from './site.ts'

/** What is done to the site while people use it, and what they may notice of it. */
export interface Drill {
  readonly name: string
  run(site: NodesSite, redis: TestRedis): Promise<void>
  faultsOf(findings: LoadFindings): readonly string[]
}

/** A Redis that a drill takes away. */
export interface TestRedis {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startRedis(port: number): Promise<TestRedis> {
  const launch = () =>
    spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' })
  let child = launch()
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = launch()
    },
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** Milliseconds. */
const REDIS_AWAY = 30_000
const MOST_OUTAGE = 15_000

const told = (failures: ReadonlyMap<string, number>) => [...failures].map(([what, count]) => `${count} times ${what}`)
const none = ({ failures }: LoadFindings) => told(failures).map((text) => `a call failed ${text}`)
const noneTwice = ({ failedTwice }: LoadFindings) => failedTwice.map((text) => `a call failed twice: ${text}`)

/** Calls may be refused for some seconds, but with 503 alone. */
const unavailableBriefly = ({ failures, failedFor }: LoadFindings) => [
  ...told(new Map([...failures].filter(([what]) => !what.startsWith('503') && what !== '200 UNAVAILABLE'))),
  ...(failedFor > MOST_OUTAGE ? [`calls failed for ${Math.round(failedFor)} ms`] : []),
]

async function restartAll({ ports, restart }: NodesSite): Promise<void> {
  for (const at of ports.keys()) await restart(at)
}

async function crashAll({ ports, crash }: NodesSite): Promise<void> {
  for (const at of ports.keys()) await crash(at)
}

/** Ends PostgreSQL by a signal; its supervisor starts it again. Resolves when all nodes are ready. */
const endDatabase =
  (signal: NodeJS.Signals) =>
  async ({ database, ports }: NodesSite): Promise<void> => {
    process.kill(database.pid, signal)
    await delay(1_000)
    const areReady = async () => {
      const statuses = await Promise.all(ports.map((port) => statusOf(`http://127.0.0.1:${port}/readyz`)))
      return statuses.every((status) => status === 200)
    }
    if (!(await waitUntil(areReady, 60_000))) throw new Error('the nodes did not become ready')
  }

const redisAway = async (_site: NodesSite, redis: TestRedis): Promise<void> => {
  await redis.stop()
  await delay(REDIS_AWAY)
  await redis.start()
  await delay(5_000)
}

export const DRILLS: readonly Drill[] = [
  { name: 'each node is restarted', run: restartAll, faultsOf: none },
  { name: 'each node is killed', run: crashAll, faultsOf: noneTwice },
  { name: 'Redis is away for 30 s', run: redisAway, faultsOf: none },
  { name: 'PostgreSQL is restarted', run: endDatabase('SIGINT'), faultsOf: unavailableBriefly },
  { name: 'PostgreSQL is killed', run: endDatabase('SIGKILL'), faultsOf: unavailableBriefly },
]
