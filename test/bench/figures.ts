import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { makeApp } from '../../src/app.ts'
import { contract } from '../../src/areas/index.ts'
import { collectFigures } from '../../src/areas/operations/figures/collect.ts'
import { reportNode } from '../../src/areas/operations/node/report.ts'
import { MINUTE } from '../../src/kernel/clock.ts'
import { type Scope, systemScope } from '../../src/kernel/scope.ts'
import { openPlatform } from '../../src/platform/openPlatform.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { readSettings } from '../../src/settings.ts'

/** Minutes that are gathered: those of a day, and of a night before. */
const ROUNDS = 200
/** Part of a processor that gathering may cost a node. */
const MOST_COST = 0.005
const LOAD = { cpu: 0.5, memory: 500_000_000, delay: 3 }
const METHODS = ['GET', 'POST']
const STATUSES = [200, 304, 400, 404, 500]
const LABELS = Object.keys(contract).flatMap((operation) =>
  METHODS.flatMap((method) => STATUSES.map((status) => ({ operation, method, status }))),
)

/** Gives the instruments of HTTP every set of labels that a server which is used to the full has. */
function countEverything({ metrics }: Platform): void {
  const requests = Object(metrics.getSingleMetric('plaza_http_requests_total'))
  const durations = Object(metrics.getSingleMetric('plaza_http_request_duration_seconds'))
  for (const labels of LABELS) {
    requests.labels(labels).inc(1)
    const { status, ...others } = labels
    durations.labels(others).observe(status / 1_000)
  }
}

/** Milliseconds of a processor of this process that a round costs, and its time by the clock. */
async function costOf(platform: Platform, rounds: number, work: () => Promise<unknown>) {
  const [cpu, begun] = [process.cpuUsage(), performance.now()]
  for (let round = 0; round < rounds; round++) {
    countEverything(platform)
    await work()
  }
  const { user, system } = process.cpuUsage(cpu)
  return { cpu: (user + system) / 1_000 / rounds, time: (performance.now() - begun) / rounds }
}

/** Measures what it costs a node to gather figures. Returns what is worse than accepted. */
export async function measureFigures(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-bench-figures-'))
  const settings = readSettings({ NODE_ENV: 'test', PORT: '0', DATA_DIR: folder, JOBS: 'off' })
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const platform = await openPlatform(settings, { log: pino({ level: 'error' }), clock })
  try {
    const { services } = await makeApp(platform)
    const inNextMinute = (work: (scope: Scope) => Promise<unknown>) => () => {
      ahead += MINUTE
      return work(systemScope(services))
    }
    const report = await costOf(
      platform,
      ROUNDS,
      inNextMinute((scope) => reportNode(scope, LOAD)),
    )
    const collect = await costOf(platform, ROUNDS, inNextMinute(collectFigures))
    return judge({ 'report of a node': report, 'job that collects': collect })
  } finally {
    await platform.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function judge(costs: Readonly<Record<string, { cpu: number; time: number }>>): string[] {
  const faults: string[] = []
  for (const [name, { cpu, time }] of Object.entries(costs)) {
    const part = cpu / MINUTE
    const percent = `${(part * 100).toFixed(3)} % of a processor`
    console.log(`${name}: ${cpu.toFixed(1)} ms of a processor in ${time.toFixed(1)} ms once a minute, ${percent}`)
    if (part > MOST_COST) faults.push(`${name}: ${percent}`)
  }
  return faults
}
