import { type LoadRound, runLoad } from './httpLoad.ts'
import { cpuOf, type RunningServer } from './processes.ts'

/** The measurements of one server over all rounds. */
export interface Figures {
  /** Requests per second: the median of the rounds. */
  readonly perSecond: number
  /** Median latency of all requests, in milliseconds. */
  readonly p50: number
  /** 99th percentile of the latency of all requests, in milliseconds. */
  readonly p99: number
  /** Milliseconds of CPU time of the server's process per request. */
  readonly cpu: number
}

export interface Comparison {
  readonly product: Figures
  readonly baseline: Figures
  /** Requests per second of the product divided by those of the baseline: the median over the pairs of rounds. */
  readonly ratio: number
}

/** Durations are in seconds. */
export interface ComparisonPlan {
  readonly requests: readonly Buffer[]
  readonly rounds: number
  readonly seconds: number
  readonly warmUp: number
}

const CONNECTIONS = 16

export interface MeasuredRound extends LoadRound {
  readonly cpu: number
}

/** Measures both servers alternately, so that other load on the machine affects both; the order changes with each pair. */
export async function compare(
  product: RunningServer,
  baseline: RunningServer,
  plan: ComparisonPlan,
): Promise<Comparison> {
  for (const side of [product, baseline]) await measure(side, plan.requests, plan.warmUp)
  const pairs: { product: MeasuredRound; baseline: MeasuredRound }[] = []
  for (let number = 0; number < plan.rounds; number++) {
    const first = await measure(number % 2 ? baseline : product, plan.requests, plan.seconds)
    const second = await measure(number % 2 ? product : baseline, plan.requests, plan.seconds)
    pairs.push(number % 2 ? { product: second, baseline: first } : { product: first, baseline: second })
  }
  return {
    product: figuresOf(pairs.map((pair) => pair.product)),
    baseline: figuresOf(pairs.map((pair) => pair.baseline)),
    ratio: median(pairs.map((pair) => rate(pair.product) / rate(pair.baseline))),
  }
}

async function measure(side: RunningServer, requests: readonly Buffer[], seconds: number): Promise<MeasuredRound> {
  const before = cpuOf(side.pid)
  const round = await runLoad({ port: side.port, requests, connections: CONNECTIONS, seconds })
  return { ...round, cpu: cpuOf(side.pid) - before }
}

const rate = (round: LoadRound) => round.requests / round.seconds

export function figuresOf(rounds: readonly MeasuredRound[]): Figures {
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
