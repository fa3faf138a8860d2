import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FAULTS, type Fault } from './alerts/faults.ts'
import { alertNames, type Prometheus, startPrometheus } from './alerts/prometheus.ts'
import { openSite, type Site } from './alerts/site.ts'

/**
 * Plants each fault in a server that a Prometheus watches by the rules of deploy/prometheus, and waits for the alerts that
 * it must raise. A server without faults must raise none.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } })

/** Seconds for an alert to be raised; those of jobs and replicas come after more than a minute. */
const PATIENCE = 240
/** Seconds without faults after which no alert may be raised; jobs have run by then, some of which do so each minute. */
const QUIET = 75

const chosen = FAULTS.filter(({ raises }) => values.only === undefined || raises.includes(values.only))

async function drill(site: Site, prometheus: Prometheus, fault: Fault): Promise<readonly string[]> {
  const waiting = new Set(fault.raises)
  const mend = await fault.plant(site)
  const until = performance.now() + PATIENCE * 1_000
  while (waiting.size > 0 && performance.now() < until) {
    await fault.act?.(site)
    tellRaised(waiting, await prometheus.raised())
    await pause(500)
  }
  await mend?.()
  return [...waiting]
}

/** Tells which alerts were raised, and waits for them no longer. */
function tellRaised(waiting: Set<string>, raised: ReadonlySet<string>): void {
  for (const name of raised) if (waiting.delete(name)) console.log(`  raised ${name}`)
}

async function runAll(site: Site, prometheus: Prometheus): Promise<readonly string[]> {
  await pause(QUIET * 1_000)
  const faults = [...(await prometheus.raised())].map((name) => `${name} is raised without a fault`)
  faults.push(...(await prometheus.failures()))
  for (const fault of chosen) {
    console.log(fault.name)
    faults.push(...(await drill(site, prometheus, fault)).map((name) => `${name} was not raised by ${fault.name}`))
  }
  return faults
}

/** Alerts that no drill raises. */
function undrilled(): readonly string[] {
  const drilled = new Set(FAULTS.flatMap(({ raises }) => raises))
  return alertNames().filter((name) => !drilled.has(name))
}

const site = await openSite()
const faults = undrilled().map((name) => `no drill raises ${name}`)
try {
  const prometheus = await startPrometheus(site.folder, site.metricsPort)
  faults.push(...(await runAll(site, prometheus).finally(prometheus.stop)))
} finally {
  await site.close()
}
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'Each alert was raised by its fault.' : `${faults.length} faults.`)
process.exit(faults.length === 0 ? 0 : 1)
