import { setTimeout as delay } from 'node:timers/promises'
import { aUser, type TestUser } from '../../support/users.ts'
import type { AttackedProcess, AttackOutcome } from './attack.ts'

const SAMPLES = 60
const MIN_SAMPLES = 5
/** Milliseconds between two requests of the bystander. */
const PAUSE = 20
/** How often the median latency of others may be that without the attack. */
const MAX_SLOWDOWN = 3
/** Milliseconds under which a latency counts as none: the scheduler of a busy machine alone takes as much. */
const LEAST_LATENCY = 5

/** What an attack costs the server and others, in milliseconds and MiB. */
export interface AttackCosts {
  /** Median latencies of another person without and with the attack. */
  readonly quiet: number
  readonly crowded: number
  /** The longest latency with the attack. */
  readonly longest: number
  readonly growth: number
  readonly cpu: number
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function latency({ api }: TestUser): Promise<number> {
  const begun = performance.now()
  await api.call('getCurrentUser')
  const taken = performance.now() - begun
  await delay(PAUSE)
  return taken
}

/** Measures an attack on a server while another person goes on with small requests. */
export async function attackBeside(server: AttackedProcess, attack: () => Promise<unknown>): Promise<AttackCosts> {
  const bystander = await aUser(server)
  const quiet: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) quiet.push(await latency(bystander))
  const crowded: number[] = []
  const cpu = server.cpuTime()
  const growth = await server.growthDuring(async () => {
    let isOver = false
    const attacked = attack().finally(() => {
      isOver = true
    })
    while (!isOver || crowded.length < MIN_SAMPLES) crowded.push(await latency(bystander))
    await attacked
  })
  const used = server.cpuTime() - cpu
  return { quiet: medianOf(quiet), crowded: medianOf(crowded), longest: Math.max(...crowded), growth, cpu: used }
}

export interface CostLimits {
  /** Growth of the memory in MiB. */
  readonly growth: number
}

/** Whether others and the machine withstood an attack. `told` is what the attacker was answered. */
export function outcomeOfCosts(costs: AttackCosts, limits: CostLimits, told = ''): AttackOutcome {
  const { quiet, crowded, longest, growth, cpu } = costs
  const isUnnoticed = crowded <= MAX_SLOWDOWN * Math.max(quiet, LEAST_LATENCY)
  const figures = [
    `others wait ${quiet.toFixed(1)} -> ${crowded.toFixed(1)} ms (longest ${longest.toFixed(0)})`,
    `memory +${growth.toFixed(0)} of ${limits.growth} MiB`,
    `CPU ${cpu.toFixed(0)} ms`,
    ...(told ? [told] : []),
  ]
  return { harmless: isUnnoticed && growth <= limits.growth, figures: figures.join(', ') }
}
