import { cpuTimeOf } from './cpuTime.ts'
import { type LoadRound, runLoad } from './httpLoad.ts'
import type { RunningServer } from './processes.ts'

/** The two measured servers. */
export type Side = 'product' | 'baseline'
export type BothSides<T> = Readonly<Record<Side, T>>

/** The processes whose CPU time is measured: the servers, and the PostgreSQL that both use. */
export interface MeasuredSystem extends BothSides<RunningServer> {
  readonly postmaster: number
}

/** The measurements of one server over all rounds. */
export interface Figures {
  /** Requests per second: the median of the rounds. */
  readonly perSecond: number
  /** Median latency of all requests, in milliseconds. */
  readonly p50: number
  /** 99th percentile of the latency of all requests, in milliseconds. */
  readonly p99: number
  /** Microseconds of CPU time of the server per request. */
  readonly cpu: number
  /** Microseconds of CPU time of PostgreSQL per request. */
  readonly databaseCpu: number
}

export interface Comparison extends BothSides<Figures> {
  /** Requests per second of the product divided by those of the baseline: the median over the pairs of rounds. */
  readonly ratio: number
  /** CPU time of the baseline and PostgreSQL per request divided by that of the product and PostgreSQL. */
  readonly cpuRatio: number
}

/** Durations are in seconds. */
export interface Plan {
  readonly rounds: number
  readonly seconds: number
  readonly warmUp: number
}

const CONNECTIONS = 16

/** CPU times are in milliseconds. */
export interface MeasuredRound extends LoadRound {
  readonly cpu: number
  readonly databaseCpu: number
}

/** Sends the same requests to both servers, which are measured alternately. */
export function compareRequests(system: MeasuredSystem, requests: readonly Buffer[], plan: Plan): Promise<Comparison> {
  return compare(plan, (side, seconds) => measureRequests(system[side], system.postmaster, requests, seconds))
}

/** Sends requests to one server and measures it. */
export const measureRequests = (
  { pid, port }: RunningServer,
  postmaster: number,
  requests: readonly Buffer[],
  seconds: number,
) => withCpuTime({ pid, postmaster }, () => runLoad({ port, requests, connections: CONNECTIONS, seconds }))

/** Measures both servers alternately, so that other load on the machine affects both; the order changes with each pair. */
export async function compare(
  plan: Plan,
  round: (side: Side, seconds: number) => Promise<MeasuredRound>,
): Promise<Comparison> {
  for (const side of ['product', 'baseline'] as const) await round(side, plan.warmUp)
  const pairs: BothSides<MeasuredRound>[] = []
  for (let number = 0; number < plan.rounds; number++) {
    const first = await round(number % 2 ? 'baseline' : 'product', plan.seconds)
    const second = await round(number % 2 ? 'product' : 'baseline', plan.seconds)
    pairs.push(number % 2 ? { product: second, baseline: first } : { product: first, baseline: second })
  }
  const figures = {
    product: figuresOf(pairs.map((pair) => pair.product)),
    baseline: figuresOf(pairs.map((pair) => pair.baseline)),
  }
  return {
    ...figures,
    ratio: median(pairs.map((pair) => rate(pair.product) / rate(pair.baseline))),
    cpuRatio: allCpu(figures.baseline) / allCpu(figures.product),
  }
}

/** Adds the CPU time of a server and of PostgreSQL to a round in which nobody else uses them. */
export async function withCpuTime(
  { pid, postmaster }: { readonly pid: number; readonly postmaster: number },
  round: () => Promise<LoadRound>,
): Promise<MeasuredRound> {
  const [cpu, databaseCpu] = [cpuTimeOf(pid), cpuTimeOf(postmaster)]
  const measured = await round()
  return { ...measured, cpu: cpuTimeOf(pid) - cpu, databaseCpu: cpuTimeOf(postmaster) - databaseCpu }
}

const allCpu = ({ cpu, databaseCpu }: Figures) => cpu + databaseCpu

const rate = (round: LoadRound) => round.requests / round.seconds

export function figuresOf(rounds: readonly MeasuredRound[]): Figures {
  const latencies = rounds.flatMap((round) => round.latencies).sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  const total = (of: (round: MeasuredRound) => number) => rounds.reduce((sum, round) => sum + of(round), 0)
  const perRequest = (milliseconds: number) => (milliseconds * 1_000) / total(({ requests }) => requests)
  return {
    perSecond: median(rounds.map(rate)),
    p50: at(0.5),
    p99: at(0.99),
    cpu: perRequest(total(({ cpu }) => cpu)),
    databaseCpu: perRequest(total(({ databaseCpu }) => databaseCpu)),
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0]
  return (low + high) / 2
}
