import { MINUTE } from '../../../kernel/clock.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { NodeCounts } from '../../../kernel/serverNode.ts'
import { type NodeLoad, saveFindings, saveNodeMinute } from '../queries.ts'

/** What could not be stored, to be added to the next report. */
const unsaved = new WeakMap<object, NodeCounts>()

const added = (one: readonly number[], other: readonly number[]) =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, at) => (one[at] ?? 0) + (other[at] ?? 0))

function joined(counts: NodeCounts, earlier: NodeCounts | undefined): NodeCounts {
  if (!earlier) return counts
  const limits = new Set([...counts.refusals.keys(), ...earlier.refusals.keys()])
  return {
    requests: counts.requests + earlier.requests,
    errors: counts.errors + earlier.errors,
    durations: added(counts.durations, earlier.durations),
    sockets: counts.sockets,
    refusals: new Map(
      [...limits].map((limit) => [limit, (counts.refusals.get(limit) ?? 0) + (earlier.refusals.get(limit) ?? 0)]),
    ),
  }
}

/** The minute of which most has passed since the report before. */
const minuteOf = (now: Date) => new Date(Math.floor((now.getTime() - MINUTE / 2) / MINUTE) * MINUTE)

/** Stores what this process has counted since its last report. Counts that can't be stored go with the next one. */
export async function reportNode(scope: Scope, load: NodeLoad): Promise<void> {
  const { node, now } = scope
  const counts = joined(await node.takeCounts(), unsaved.get(node))
  try {
    await saveNodeMinute(scope, { node, counts, load, at: minuteOf(now), now })
    unsaved.delete(node)
  } catch (error) {
    unsaved.set(node, counts)
    throw error
  }
}

/** Runs the checks of this process, and stores what they have found. */
export async function checkNode(scope: Scope): Promise<void> {
  const findings = await scope.node.check()
  await saveFindings(scope, scope.node.id, findings, scope.clock.now())
}
