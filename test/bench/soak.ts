import { MIB, memoryOf } from './cpuTime.ts'
import { DEFAULT_ROWS } from './dataset.ts'
import { runLoad } from './httpLoad.ts'
import type { Options } from './options.ts'
import type { RunningServer } from './processes.ts'
import { openSeededDatabase } from './seededDatabase.ts'
import { withProduct } from './servers.ts'
import { rawRequestOf, tasksOn } from './tasks.ts'

/** Share of the greatest throughput at which the server runs. */
const LOAD = 0.7
const CONNECTIONS = 16
const SECONDS_OF_MEASURING = 30
const SAMPLE_INTERVAL_MS = 5_000
/** Share of the time after which memory is expected to be steady. */
const WARM_UP = 0.2
/** MiB a minute. */
const MAX_GROWTH = 1

/** A point of time in minutes, and the memory in MiB then. */
interface Sample {
  readonly minute: number
  readonly memory: number
}

/** Runs all tasks at once for some time; returns a fault when memory grows faster than accepted. */
export async function soak({ minutes }: Options): Promise<string[]> {
  const database = await openSeededDatabase()
  return await withProduct(database, (server) => soakServer(server, minutes), 'on').finally(() => database.drop())
}

async function soakServer(server: RunningServer, minutes: number): Promise<string[]> {
  const most = await send(server, SECONDS_OF_MEASURING)
  const perSecond = (most.requests / most.seconds) * LOAD
  console.log(`${minutes} minutes at ${perSecond.toFixed(0)} requests/s, ${LOAD * 100} % of the greatest throughput`)
  const samples: Sample[] = []
  const begun = performance.now()
  const sample = () => {
    samples.push({ minute: (performance.now() - begun) / 60_000, memory: memoryOf(server.pid) / MIB })
  }
  const timer = setInterval(sample, SAMPLE_INTERVAL_MS)
  const { requests, latencies } = await send(server, minutes * 60, perSecond).finally(() => clearInterval(timer))
  const steady = samples.filter(({ minute }) => minute > minutes * WARM_UP)
  const slope = slopeOf(steady)
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
  console.log(`${requests} requests, p99 ${p99.toFixed(1)} ms, ${samples.at(-1)?.memory.toFixed(0)} MiB at the end`)
  console.log(`memory grows by ${slope.toFixed(2)} MiB a minute, at most ${MAX_GROWTH} is accepted`)
  return slope < MAX_GROWTH ? [] : ['memory grows']
}

const send = ({ port }: RunningServer, seconds: number, perSecond?: number) =>
  runLoad({ port, requests: mixedRequests(), connections: CONNECTIONS, seconds, ...(perSecond && { perSecond }) })

/** Requests of all tasks in turn. */
function mixedRequests(): Buffer[] {
  const tasks = tasksOn(DEFAULT_ROWS).map(({ requests }) => requests.map(rawRequestOf))
  const rounds = Math.max(...tasks.map((requests) => requests.length))
  return Array.from({ length: rounds }, (_, round) =>
    tasks.flatMap((requests) => requests[round % requests.length] ?? []),
  ).flat()
}

/** The slope of memory by time, by least squares; 0 for fewer than two samples. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [minute, memory] = [mean((sample) => sample.minute), mean((sample) => sample.memory)]
  const covariance = mean((sample) => (sample.minute - minute) * (sample.memory - memory))
  const variance = mean((sample) => (sample.minute - minute) ** 2)
  return variance > 0 ? covariance / variance : 0
}
