import { setTimeout as pause } from 'node:timers/promises'
import { isApplied } from './freshness.ts'
import { type PositionRow, PRIMARY_POSITION, positionOf, REPLICA_POSITION, replicaFault } from './positions.ts'
import { openProbe } from './probe.ts'

interface MeasureOptions {
  readonly primaryUrl: string
  readonly replicaUrl: string
  /** Milliseconds to wait for the replica to apply what the primary has written. */
  readonly patience: number
}

/** Milliseconds. */
const TIMEOUT = 5_000
const INTERVAL = 20

/**
 * Milliseconds until a replica has applied what the primary had written at the beginning; null if it takes longer than the
 * patience. Throws when one of them does not answer, or the one is no replica of the other.
 */
export async function measureReplica({ primaryUrl, replicaUrl, patience }: MeasureOptions): Promise<number | null> {
  const onBroken = () => {}
  const primary = openProbe({ url: primaryUrl, timeout: TIMEOUT, onBroken })
  const replica = openProbe({ url: replicaUrl, timeout: TIMEOUT, onBroken })
  try {
    const written = positionOf(await primary.ask<PositionRow>(PRIMARY_POSITION))
    const begun = performance.now()
    for (;;) {
      const applied = positionOf(await replica.ask<PositionRow>(REPLICA_POSITION))
      const fault = replicaFault(written, applied)
      if (fault !== null) throw new Error(fault)
      const took = performance.now() - begun
      if (isApplied(written.position ?? 0n, applied.position ?? 0n)) return Math.round(took)
      if (took > patience) return null
      await pause(INTERVAL)
    }
  } finally {
    await Promise.all([primary.close(), replica.close()])
  }
}
