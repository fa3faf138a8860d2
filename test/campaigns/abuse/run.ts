import { spawn } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { MINUTE } from '../../../src/kernel/clock.ts'
import { measurementsOf } from '../attack/target.ts'
import { registerUsers } from '../support/users.ts'
import type { Abuser } from './abuses.ts'
import { liveOrdinarily, type OrdinaryOutcome } from './ordinary.ts'

export interface AbusePlan {
  readonly people: number
  /** Seconds without and, at least, with the abusers. */
  readonly quiet: number
  readonly abused: number
  /** Names of abuses until whose first refusal the abuse goes on. */
  readonly untilRefused?: readonly string[]
}

const Tally = z.object({ refused: z.number(), cut: z.number(), taken: z.number(), unanswered: z.number() })
const Tallies = z.record(z.string(), Tally)

/** Resident memory of the server in MiB, at a minute of the abuse. */
interface MemorySample {
  readonly minute: number
  readonly memory: number
}

export interface AbuseFindings {
  readonly quiet: OrdinaryOutcome
  readonly abused: OrdinaryOutcome
  readonly samples: readonly MemorySample[]
  /** How the attempts ended, by the name of the abuse. */
  readonly attempts: z.output<typeof Tallies>
}

const ABUSERS = 6
/** Begins the line that tells how all attempts ended. */
const ATTEMPTS = 'attempts '
const SAMPLE_INTERVAL = 1_000

/** Measures ordinary people alone, then beside abusers in a process of their own. */
export async function runAbuseCampaign(
  server: { readonly origin: string; readonly pid: number },
  plan: AbusePlan,
): Promise<AbuseFindings> {
  const people = await registerUsers(server.origin, plan.people)
  const registered = await registerUsers(server.origin, ABUSERS)
  const abusers = registered.map((user, at): Abuser => ({ ...user, address: `198.51.100.${at + 1}` }))
  const during = async (over: Promise<unknown>) => {
    const ending = new AbortController()
    setMaxListeners(0, ending.signal)
    void over.finally(() => ending.abort()).catch(() => {})
    return liveOrdinarily(server.origin, people, ending.signal)
  }

  const quiet = await during(pause(plan.quiet * 1_000))
  const { untilRefused, attempts, stop } = startAbusers(server.origin, abusers)
  const { samples, stop: stopSampling } = sampleMemory(server.pid)
  const abuse = Promise.all([pause(plan.abused * 1_000), untilRefused(plan.untilRefused ?? [])])
  const abused = await during(Promise.race([abuse, attempts]))
  stopSampling()
  stop()
  return { quiet, abused, samples, attempts: Tallies.parse(JSON.parse(await attempts)) }
}

interface RunningAbusers {
  /** Resolves when each of these abuses has been refused. */
  untilRefused(names: readonly string[]): Promise<void>
  /** How their attempts ended, as JSON, once they are stopped. Rejects when they end by themselves. */
  readonly attempts: Promise<string>
  stop(): void
}

function startAbusers(origin: string, abusers: readonly Abuser[]): RunningAbusers {
  const program = join(import.meta.dirname, 'abusers.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { ...process.env, ORIGIN: origin, ABUSERS: JSON.stringify(abusers) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)
  const refused = new Set<string>()
  const attempts = new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the process of the abusers ended with ${code}`)))
    lines.on('line', (line) => {
      if (line.startsWith(ATTEMPTS)) resolve(line.slice(ATTEMPTS.length))
      else refused.add(line.replace('refused ', ''))
    })
  })
  return {
    async untilRefused(names) {
      while (!names.every((name) => refused.has(name))) await once(lines, 'line')
    },
    attempts,
    stop: () => void child.stdin.end(),
  }
}

function sampleMemory(pid: number): { samples: MemorySample[]; stop(): void } {
  const { memory } = measurementsOf(pid)
  const samples: MemorySample[] = []
  const begun = performance.now()
  const sample = () => void samples.push({ minute: (performance.now() - begun) / MINUTE, memory: memory() })
  const timer = setInterval(sample, SAMPLE_INTERVAL)
  return { samples, stop: () => clearInterval(timer) }
}

/** The growth of memory in MiB a minute by least squares, after the warm-up. */
export function memorySlope(samples: readonly MemorySample[], warmUpMinutes: number): number {
  const counted = samples.filter(({ minute }) => minute >= warmUpMinutes)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(counted.map(({ minute }) => minute)), mean(counted.map(({ memory }) => memory))]
  const covariance = mean(counted.map(({ minute, memory }) => (minute - x) * (memory - y)))
  return covariance / mean(counted.map(({ minute }) => (minute - x) ** 2))
}
