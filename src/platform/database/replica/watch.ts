import type { Log } from '../../../kernel/log.ts'
import type { Closable } from '../../platform.ts'
import { createFreshness, type Freshness } from './freshness.ts'
import { type PositionRow, PRIMARY_POSITION, positionOf, REPLICA_POSITION, replicaFault } from './positions.ts'
import { openProbe } from './probe.ts'

/** What is known of a replica. */
export interface ReplicaWatch extends Closable {
  /** Whether a read that begins now finds there all that was committed until `maxLag` ago, at least. */
  isFresh(): boolean
  /** Milliseconds by which its answers may be old, at most; null while that is unknown. */
  age(): number | null
  /** Tells that a statement has failed there as it does on a server in trouble, so that it gets none for a while. */
  distrust(error: unknown): void
}

interface ReplicaWatchOptions {
  readonly primaryUrl: string
  readonly replicaUrl: string
  /** Milliseconds. */
  readonly maxLag: number
  readonly log: Log
  /** Called when the replica answers no more: what waits for an answer of it waits in vain. */
  readonly onLost: () => void
}

/** Looks in the time of the greatest lag, so that the age between two looks leaves most of it for the replica. */
const LOOKS = 5
/** Milliseconds. */
const LONGEST_PAUSE = 1_000
const LONGEST_ANSWER = 2_000
/** Milliseconds without reads for a replica on which a statement has failed. */
const DISTRUST = 5_000

/** Asks both servers for their positions. */
interface Comparison extends Closable {
  /** Throws if one does not answer, or the one is no replica of the other. */
  look(): Promise<void>
}

function openComparison(
  { primaryUrl, replicaUrl, maxLag, onLost }: ReplicaWatchOptions,
  freshness: Freshness,
): Comparison {
  const timeout = Math.min(maxLag, LONGEST_ANSWER)
  let isClosed = false
  const lose = () => {
    freshness.forget()
    if (!isClosed) onLost()
  }
  // After a crash of the primary nobody knows who has written lately, nor whether it is the same server.
  const primary = openProbe({ url: primaryUrl, timeout, onBroken: freshness.forget })
  const replica = openProbe({ url: replicaUrl, timeout, onBroken: lose })
  const askReplica = () =>
    replica.ask<PositionRow>(REPLICA_POSITION).catch((error: unknown) => {
      lose()
      throw error
    })
  return {
    async look() {
      const askedAt = performance.now()
      const written = positionOf(await primary.ask<PositionRow>(PRIMARY_POSITION))
      if (written.position !== null) freshness.notePrimary(written.position, askedAt)
      const applied = positionOf(await askReplica())
      const fault = replicaFault(written, applied)
      if (fault !== null) throw new Error(fault)
      if (applied.position !== null) freshness.noteReplica(applied.position)
    },
    async close() {
      isClosed = true
      await Promise.all([primary.close(), replica.close()])
    },
  }
}

/** Compares the positions of both servers all the time. */
export function openReplicaWatch(options: ReplicaWatchOptions): ReplicaWatch {
  const { maxLag, log } = options
  const freshness = createFreshness()
  const comparison = openComparison(options, freshness)
  const tell = tellChanges(log)
  const state = { distrustedUntil: 0, isClosed: false }
  const isInTime = () => {
    const age = freshness.ageAt(performance.now())
    return age !== null && age <= maxLag
  }
  const lookOn = async () => {
    try {
      await comparison.look()
      tell(isInTime() ? null : `it is behind by more than ${maxLag} ms`)
    } catch (error) {
      freshness.forget()
      if (!state.isClosed) tell(error)
    }
    if (!state.isClosed) timer = setTimeout(() => void lookOn(), Math.min(maxLag / LOOKS, LONGEST_PAUSE)).unref()
  }
  let timer: NodeJS.Timeout | undefined
  void lookOn()
  return {
    isFresh: () => isInTime() && performance.now() >= state.distrustedUntil,
    age: () => freshness.ageAt(performance.now()),
    distrust(error) {
      state.distrustedUntil = performance.now() + DISTRUST
      log.warn({ err: error }, 'a statement has failed on the replica; for some seconds it gets no reads')
    },
    async close() {
      state.isClosed = true
      clearTimeout(timer)
      await comparison.close()
    },
  }
}

/** Logs why the replica gets no reads once, and again when it gets some: null is for no reason. */
function tellChanges(log: Log): (why: unknown) => void {
  let told: string | null | undefined
  return (why) => {
    const reason = why === null ? null : messageOf(why)
    if (reason === null && told !== null) log.info({}, 'reads that may be old go to the replica')
    // Reasons differ by the address or time of an attempt: the first one counts.
    if (reason !== null && typeof told !== 'string')
      log.warn({ reason }, 'the replica gets no reads: they go to the primary database')
    told = reason
  }
}

const messageOf = (why: unknown) => (why instanceof Error ? why.message : String(why))
