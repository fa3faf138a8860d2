import { spawn } from 'node:child_process'
import { once, setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { measurementsOf } from '../attack/target.ts'
import { registerUsers } from '../support/users.ts'
import type { Abuser } from './abuses.ts'
import { liveOrdinarily, type OrdinaryOutcome } from './ordinary.ts'

export interface AbusePlan {
  readonly people: number
  /** Seconds without and with the abusers. */
  readonly quiet: number
  readonly abused: number
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
const SAMPLE_INTERVAL = 1_000
const MINUTE = 60_000

/** Measures ordinary people alone, then beside abusers in a process of their own. */
export async function runAbuseCampaign(
  server: { readonly origin: string; readonly pid: number },
  plan: AbusePlan,
): Promise<AbuseFindings> {
  const people = await registerUsers(server.origin, plan.people)
  const registered = await registerUsers(server.origin, ABUSERS)
  const abusers = registered.map((user, at): Abuser => ({ ...user, address: `198.51.100.${at + 1}` }))
  const during = (seconds: number) => {
    const over = AbortSignal.timeout(seconds * 1_000)
    setMaxListeners(0, over)
    return liveOrdinarily(server.origin, people, over)
  }

  const quiet = await during(plan.quiet)
  const stop = startAbusers(server.origin, abusers)
  const { samples, stop: stopSampling } = sampleMemory(server.pid)
  const abused = await during(plan.abused)
  stopSampling()
  return { quiet, abused, samples, attempts: Tallies.parse(JSON.parse(await stop())) }
}

/** Starts the abusers. Returns the function that stops them and returns what they print. */
function startAbusers(origin: string, abusers: readonly Abuser[]): () => Promise<string> {
  const program = join(import.meta.dirname, 'abusers.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    env: { ...process.env, ORIGIN: origin, ABUSERS: JSON.stringify(abusers) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  return async () => {
    child.stdin.end()
    if (child.exitCode === null) await Promise.race([once(child, 'exit'), pause(10_000)])
    child.kill('SIGKILL')
    return output
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
