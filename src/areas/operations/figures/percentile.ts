import { SECOND } from '../../../kernel/clock.ts'
import { DURATION_BUCKETS } from '../../../kernel/serverNode.ts'

/**
 * The milliseconds below which a part of all requests were answered, by their numbers in the buckets of time: evenly spread
 * within a bucket, and at most the bound of the last but one. Null without requests.
 */
export function percentileOf(durations: readonly number[], part: number): number | null {
  const total = durations.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let before = 0
  for (const [at, count] of durations.entries()) {
    if (count > 0 && before + count >= total * part) return milliseconds(at, (total * part - before) / count)
    before += count
  }
  return milliseconds(DURATION_BUCKETS.length, 1)
}

function milliseconds(bucket: number, share: number): number {
  const lower = DURATION_BUCKETS[bucket - 1] ?? 0
  const upper = DURATION_BUCKETS[bucket] ?? lower
  return (lower + (upper - lower) * share) * SECOND
}
