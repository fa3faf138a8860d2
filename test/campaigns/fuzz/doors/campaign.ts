import type { FuzzFixture } from '../fixture.ts'
import type { Scene } from './exchange.ts'
import { costOf, type DoorFindings, type DoorPlan, type DoorTarget, exchangeOf, fuzzDoors, KINDS } from './run.ts'
import { aScene } from './scene.ts'
import { type FuzzedServer, type LoggedError, type Memory, startFuzzedServer } from './server.ts'
import type { KindTally } from './tallies.ts'

/** What the memory may have grown by after all exchanges, in MiB. */
const MAX_HEAP_GROWTH = 16
const MAX_RESIDENT_GROWTH = 64
/** Milliseconds of processor time that one exchange may keep the main thread from all others. */
const MAX_COST = 250
/** Exchanges of each kind that are sent again to measure that: the slowest, and as many of the largest. */
const MEASURED_OF_KIND = 3
/** The seed of as many exchanges that are sent before the memory is measured: caches fill, and code is loaded. */
const WARM_UP_SEED = 1_000_003

/** A server in a process of its own, and the objects of a fixture in its database. */
export async function aDoorTarget(
  fixture: FuzzFixture,
  settings: Readonly<Record<string, string>>,
): Promise<DoorTarget> {
  const server = await startFuzzedServer(settings)
  let scene: Scene = await aScene(fixture)
  return {
    server,
    async scene() {
      await fixture.resetRateLimits()
      if (await isSession(server, scene.token)) return scene
      await fixture.renewSession('owner')
      scene = { ...scene, token: fixture.cookieOf('owner') }
      return scene
    },
  }
}

async function isSession(server: FuzzedServer, token: string): Promise<boolean> {
  const headers = { cookie: `auth=${token}`, 'user-agent': 'plaza-fuzz/1' }
  const { status } = await fetch(`http://127.0.0.1:${server.port()}/api/1/auth`, { headers })
  return status === 200
}

/** Sends malformed exchanges to every entry of the server, prints what came of them; returns the number of failures. */
export async function runDoorCampaign(target: DoorTarget, plan: DoorPlan): Promise<number> {
  if (plan.only !== undefined) return repeat(target, plan)
  await fuzzDoors(target, { ...plan, seed: plan.seed + WARM_UP_SEED })
  target.server.takeErrors()
  const before = await target.server.settledMemory()
  const begun = performance.now()
  const findings = await fuzzDoors(target, plan)
  const seconds = (performance.now() - begun) / 1_000
  const errors = target.server.takeErrors()
  const after = await target.server.settledMemory()

  printTable(findings.tallies)
  const scene = await target.scene()
  for (const tally of findings.tallies) printFailures(plan, scene, tally)
  const faults = [
    ...findings.ends.map((end) => `the process ended ${end}`),
    ...errorFaults(findings, errors),
    ...(await costFaults(target, plan, findings)),
    ...memoryFaults(before, after, findings),
  ]
  for (const fault of faults) console.error(fault)
  const failed = findings.tallies.reduce((sum, { failures }) => sum + failures.length, 0)
  const skipped = findings.tallies.reduce((sum, tally) => sum + tally.skipped, 0)
  console.log(
    `${plan.exchanges - skipped} exchanges of ${KINDS.length} kinds in ${seconds.toFixed(0)} s, ${skipped} left out, ` +
      `${failed} failed, ${findings.ends.length} ends of the process`,
  )
  return failed + faults.length
}

const countsOf = ({ outcomes }: KindTally) =>
  [...outcomes]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([outcome, count]) => `${outcome}×${count}`)
    .join(' ')

function printTable(tallies: readonly KindTally[]): void {
  for (const tally of tallies) {
    const { kind, failures, skipped, outcomes } = tally
    const sent = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
    const left = skipped > 0 ? `, ${skipped} left out` : ''
    const name = `${kind.door}: ${kind.name}`.padEnd(42)
    console.log(
      `${name}${String(sent).padStart(6)} sent ${String(failures.length).padStart(3)} failed${left}  ${countsOf(tally)}`,
    )
  }
}

/** Characters of the bytes that a description shows. */
const SHOWN = 1_500

/** The bytes of an exchange, as a JSON text of their Latin-1 characters. */
function bytesOf(plan: DoorPlan, scene: Scene, number: number): string {
  const { bytes, frames } = exchangeOf(plan.seed, number, scene)
  const shown = (part: Buffer) =>
    JSON.stringify(part.toString('latin1', 0, SHOWN)) + (part.length > SHOWN ? ` … ${part.length} bytes` : '')
  return frames === undefined ? shown(bytes) : `${shown(bytes)} frames ${shown(frames)}`
}

function printFailures(plan: DoorPlan, scene: Scene, { kind, failures }: KindTally): void {
  for (const { number, fault } of failures) {
    console.error(`  ${kind.door}: ${kind.name}: ${fault}`)
    console.error(`    --seed ${plan.seed} --exchange ${number} ${bytesOf(plan, scene, number)}`)
  }
}

/** Each error that was logged, once, with the exchange that caused it. */
function errorFaults({ numbers }: DoorFindings, errors: readonly LoggedError[]): string[] {
  const byText = new Map<string, LoggedError[]>()
  for (const error of errors) byText.set(error.text, [...(byText.get(error.text) ?? []), error])
  return [...byText].map(([text, same]) => {
    const known = same.map(({ requestId = '' }) => numbers.get(requestId)).find((number) => number !== undefined)
    return `logged ${same.length} times, first by exchange ${known ?? 'unknown'}: ${text}`
  })
}

/** The exchanges of each kind that took longest, and the largest ones. */
function costlyExchanges({ measured, tallies }: DoorFindings): number[] {
  const failed = new Set(tallies.flatMap(({ failures }) => failures.map(({ number }) => number)))
  const sound = measured.filter(({ number }) => !failed.has(number))
  const byTime = [...sound].sort((a, b) => b.took - a.took)
  const bySize = [...sound].sort((a, b) => b.size - a.size)
  const chosen = KINDS.flatMap((_, at) =>
    [byTime, bySize].flatMap((sorted) =>
      sorted.filter(({ number }) => number % KINDS.length === at).slice(0, MEASURED_OF_KIND),
    ),
  )
  return [...new Set(chosen.map(({ number }) => number))]
}

async function costFaults(target: DoorTarget, plan: DoorPlan, findings: DoorFindings): Promise<string[]> {
  const faults: string[] = []
  const numbers = costlyExchanges(findings)
  let most = 0
  for (const number of numbers) {
    const cost = await costOf(target, plan, number, MAX_COST)
    most = Math.max(most, cost)
    if (cost > MAX_COST)
      faults.push(
        `${cost} ms of the main thread, more than ${MAX_COST}: --seed ${plan.seed} --exchange ${number} ` +
          bytesOf(plan, await target.scene(), number),
      )
  }
  console.log(`${numbers.length} slow or large exchanges alone: ${most} ms of the main thread at most`)
  return faults
}

function memoryFaults(before: Memory, after: Memory, { ends }: DoorFindings): string[] {
  const [heap, resident] = [after.heap - before.heap, after.resident - before.resident]
  console.log(
    `memory before and after: heap ${before.heap.toFixed(0)} and ${after.heap.toFixed(0)} MiB, ` +
      `resident ${before.resident.toFixed(0)} and ${after.resident.toFixed(0)} MiB`,
  )
  if (ends.length > 0) return ['the growth of memory is unknown, as the process ended']
  return [
    ...(heap > MAX_HEAP_GROWTH ? [`the heap has grown by ${heap.toFixed(0)} MiB, more than ${MAX_HEAP_GROWTH}`] : []),
    ...(resident > MAX_RESIDENT_GROWTH
      ? [`resident memory has grown by ${resident.toFixed(0)} MiB, more than ${MAX_RESIDENT_GROWTH}`]
      : []),
  ]
}

/** Sends one exchange, and prints what was sent and answered. */
async function repeat(target: DoorTarget, plan: DoorPlan): Promise<number> {
  const { tallies, ends } = await fuzzDoors(target, plan)
  const scene = await target.scene()
  console.log(bytesOf(plan, scene, plan.only ?? 0))
  const sent = tallies.filter(({ outcomes }) => outcomes.size > 0)
  printTable(sent)
  for (const tally of sent) printFailures(plan, scene, tally)
  const errors = target.server.takeErrors()
  for (const { text } of errors) console.error(`logged ${text}`)
  for (const end of ends) console.error(`the process ended ${end}`)
  return ends.length + errors.length + sent.reduce((sum, { failures }) => sum + failures.length, 0)
}
