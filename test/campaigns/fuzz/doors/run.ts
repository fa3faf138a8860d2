import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import type { Exchange, Kind, Scene } from './exchange.ts'
import { graphKinds } from './graphKinds.ts'
import { pathKinds } from './pathKinds.ts'
import { restKinds } from './restKinds.ts'
import { openSender, type Sender, type Sent } from './send.ts'
import type { FuzzedServer } from './server.ts'
import { socketKinds } from './socketKinds.ts'
import { type KindTally, openTallies, type Tallies } from './tallies.ts'

/** All ways to be malformed at all entries of the server. */
export const KINDS: readonly Kind[] = [...restKinds, ...pathKinds, ...graphKinds, ...socketKinds]

export interface DoorPlan {
  readonly seed: number
  readonly exchanges: number
  readonly concurrency: number
  /** Milliseconds until an answer counts as missing. */
  readonly patience: number
  /** The only exchange to send. */
  readonly only?: number | undefined
}

/** How long an exchange took, in milliseconds, and how many bytes it had. */
export interface MeasuredExchange {
  readonly number: number
  readonly took: number
  readonly size: number
}

export interface DoorFindings {
  readonly tallies: readonly KindTally[]
  readonly measured: readonly MeasuredExchange[]
  /** How the process ended, each time. */
  readonly ends: readonly string[]
  /** The numbers of exchanges by the id that the server gave to their request. */
  readonly numbers: ReadonlyMap<string, number>
}

/** Where exchanges are sent to. */
export interface DoorTarget {
  readonly server: FuzzedServer
  /** The scene with a session that is valid, as exchanges may end the session. */
  readonly scene: () => Promise<Scene>
}

/** Exchanges between two looks at the session. */
const BATCH = 500
const PRIME = 7_919
/** Milliseconds before the end of the process in which an exchange may have caused it. */
const SUSPECT_FOR = 1_000

/** The exchange of a number: the same for the same seed, but for ids and tokens of the scene. */
export function exchangeOf(seed: number, number: number, scene: Scene): Exchange {
  const kind = KINDS[number % KINDS.length]
  const generator = fc.gen().map((g) => kind?.generate(g, scene))
  const [exchange] = fc.sample(generator, { seed: (seed * PRIME + number) | 0, numRuns: 1 })
  if (!exchange) throw new Error('no exchange was generated')
  return exchange
}

/** Sends all exchanges of a plan, and starts the server again when it ends. */
export async function fuzzDoors(target: DoorTarget, plan: DoorPlan): Promise<DoorFindings> {
  const { server } = target
  const tallies = openTallies(KINDS)
  const ends: string[] = []
  const found = { measured: [], numbers: new Map<string, number>() }
  const waiting = numbersOf(plan)
  while (waiting.length > 0) {
    const send = sendsTo({ scene: await target.scene(), port: server.port(), plan, ...found })
    const batch = waiting.splice(0, BATCH).filter((number) => !tallies.isLeftOut(number))
    const sent = await sendBatch({ server, send, batch, concurrency: plan.concurrency })
    waiting.unshift(...batch)
    const isOver = await hasEndedSoon(server)
    const suspects = isOver ? sent.filter(isSuspect) : []
    record(tallies, sent, suspects)
    if (isOver) ends.push(await findCulprits(target, plan, tallies, suspects))
  }
  return { tallies: tallies.all, ends, ...found }
}

const numbersOf = ({ only, exchanges }: DoorPlan) =>
  only === undefined ? Array.from({ length: exchanges }, (_, at) => at) : [only]

/** Records all exchanges but those that are sent again. */
function record(tallies: Tallies, sent: readonly SentExchange[], suspects: readonly SentExchange[]): void {
  for (const one of sent) if (!suspects.includes(one)) tallies.record(one.number, one.sent)
}

/** Starts the server again, and sends what may have ended it, one by one; describes the end. */
async function findCulprits(
  target: DoorTarget,
  plan: DoorPlan,
  tallies: Tallies,
  suspects: readonly SentExchange[],
): Promise<string> {
  const numbers = suspects.map(({ number }) => number)
  const end = `by one of the exchanges ${numbers.join(', ')}: ${await target.server.restart()}`
  for (const number of numbers) tallies.record(number, await sendAlone(target, plan, number))
  return end
}

interface SendContext {
  readonly scene: Scene
  readonly port: number
  readonly plan: DoorPlan
  readonly measured: MeasuredExchange[]
  readonly numbers: Map<string, number>
}

type Send = (number: number, sender: Sender) => Promise<Sent>

/** Opens connections, and sends the exchange of a number over one of them. */
function sendsTo({ scene, port, plan, measured, numbers }: SendContext) {
  const { seed, patience } = plan
  const send: Send = async (number, sender) => {
    const exchange = exchangeOf(seed, number, scene)
    const begun = performance.now()
    const refused = (error: Error): Sent => ({ outcome: 'refused', fault: `no connection: ${error.message}` })
    const sent = await sender.send(exchange).catch(refused)
    const size = exchange.bytes.length + (exchange.frames?.length ?? 0)
    measured.push({ number, took: performance.now() - begun, size })
    if (sent.requestId !== undefined) numbers.set(sent.requestId, number)
    return sent
  }
  return { send, openSender: () => openSender({ port, patience }) }
}

interface SentExchange {
  readonly number: number
  readonly sent: Sent
  /** When it was over, in milliseconds. */
  readonly at: number
}

interface Batch {
  readonly server: FuzzedServer
  readonly send: ReturnType<typeof sendsTo>
  /** What is left of it when the process has ended stays in it. */
  readonly batch: number[]
  readonly concurrency: number
}

/** Sends exchanges beside each other until the process has ended. */
async function sendBatch({ server, send: { send, openSender }, batch, concurrency }: Batch): Promise<SentExchange[]> {
  const all: SentExchange[] = []
  const work = async () => {
    const sender = openSender()
    for (let number = batch.shift(); number !== undefined; number = batch.shift()) {
      const sent = await send(number, sender)
      all.push({ number, sent, at: performance.now() })
      if (sent.outcome === 'refused' || server.hasEnded()) break
    }
    sender.close()
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return all
}

/** Whether an exchange, which was over shortly before the end of the process, may have caused that. */
const isSuspect = ({ sent, at }: SentExchange) =>
  at > performance.now() - SUSPECT_FOR && ['closed', 'refused', 'cut', 'silent'].includes(sent.outcome)

const unmeasured = async ({ server, scene }: DoorTarget) => ({
  scene: await scene(),
  port: server.port(),
  measured: [],
  numbers: new Map<string, number>(),
})

/** Sends an exchange alone, and starts the server again when it has ended by that. */
async function sendAlone(target: DoorTarget, plan: DoorPlan, number: number): Promise<Sent> {
  const { send, openSender } = sendsTo({ ...(await unmeasured(target)), plan })
  const sender = openSender()
  const sent = await send(number, sender)
  sender.close()
  if (!(await hasEndedSoon(target.server))) return sent
  return { outcome: 'end', fault: `the process ended: ${await target.server.restart()}` }
}

/** Milliseconds until the end of a process shows after its connections have closed. */
const END_SHOWS_IN = 300

async function hasEndedSoon(server: FuzzedServer): Promise<boolean> {
  if (!server.hasEnded()) await pause(END_SHOWS_IN)
  return server.hasEnded()
}

/** Attempts to measure an exchange that seems to cost too much. */
const ATTEMPTS = 3

/**
 * Milliseconds of processor time that the main thread takes for an exchange, sent alone: the least of some attempts, or
 * the first that is below `enough`.
 */
export async function costOf(target: DoorTarget, plan: DoorPlan, number: number, enough: number): Promise<number> {
  const { server } = target
  const { send, openSender } = sendsTo({ ...(await unmeasured(target)), plan })
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least > enough; attempt++) {
    const sender = openSender()
    const before = server.mainThreadTime()
    await send(number, sender)
    least = Math.min(least, server.mainThreadTime() - before)
    sender.close()
  }
  return least
}
