import { drive, type Round } from './load.ts'
import { cpuOf, type Running } from './processes.ts'

/** What one server showed over all rounds. */
export interface Figures {
  /** The median of the rounds. */
  readonly perSecond: number
  /** Milliseconds, over all requests. */
  readonly p50: number
  readonly p99: number
  /** Processor milliseconds of the server's process, one request. */
  readonly cpu: number
}

export interface Comparison {
  readonly product: Figures
  readonly floor: Figures
  /** Product to floor, by requests a second: the median over the pairs of rounds. */
  readonly ratio: number
}

export interface Plan {
  readonly requests: readonly Buffer[]
  readonly rounds: number
  readonly seconds: number
  readonly warmUp: number
}

const CONNECTIONS = 16

export interface Measured extends Round {
  readonly cpu: number
}

/** Drives both servers in turn, so that what else the machine does meets both. The order changes with each pair. */
export async function compare(product: Running, floor: Running, plan: Plan): Promise<Comparison> {
  for (const side of [product, floor]) await measure(side, plan.requests, plan.warmUp)
  const pairs: { product: Measured; floor: Measured }[] = []
  for (let number = 0; number < plan.rounds; number++) {
    const first = await measure(number % 2 ? floor : product, plan.requests, plan.seconds)
    const second = await measure(number % 2 ? product : floor, plan.requests, plan.seconds)
    pairs.push(number % 2 ? { product: second, floor: first } : { product: first, floor: second })
  }
  return {
    product: figuresOf(pairs.map((pair) => pair.product)),
    floor: figuresOf(pairs.map((pair) => pair.floor)),
    ratio: median(pairs.map((pair) => rate(pair.product) / rate(pair.floor))),
  }
}

async function measure(side: Running, requests: readonly Buffer[], seconds: number): Promise<Measured> {
  const before = cpuOf(side.pid)
  const round = await drive({ port: side.port, requests, connections: CONNECTIONS, seconds })
  return { ...round, cpu: cpuOf(side.pid) - before }
}

const rate = (round: Round) => round.requests / round.seconds

export function figuresOf(rounds: readonly Measured[]): Figures {
  const latencies = rounds.flatMap((round) => round.latencies).sort((a, b) => a - b)
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  const cpu = rounds.reduce((sum, round) => sum + round.cpu, 0)
  return { perSecond: median(rounds.map(rate)), p50: at(0.5), p99: at(0.99), cpu: cpu / requests }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0]
  return (low + high) / 2
}
