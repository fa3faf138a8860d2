import type { Scope } from '../../../kernel/scope.ts'
import { readChangedCounts, writeCounts } from './queries.ts'

/** Groups of one statement, so that joins and partings never wait long for their rows. */
const BATCH_SIZE = 500

/**
 * Counts the members of each group who are online and don't appear offline. Groups in which somebody acts at the moment are
 * left to the next run. Answers how many numbers have changed.
 */
export async function countOnlineMembers(scope: Scope): Promise<number> {
  const changed = await readChangedCounts(scope, await scope.presence.listOnline(scope.now))
  for (let at = 0; at < changed.length; at += BATCH_SIZE) await writeCounts(scope, changed.slice(at, at + BATCH_SIZE))
  return changed.length
}
