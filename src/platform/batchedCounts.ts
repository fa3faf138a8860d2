import { BOUNDS } from '../kernel/bounds.ts'
import type { LimitState, RateLimit } from '../kernel/rateLimit.ts'
import type { CountedPoints } from './counterTable.ts'

/** What a node knows of one key in the current window. */
interface Tally {
  /** Points that the store has counted for all nodes, when it was last asked. */
  shared: number
  /** Points of this node that the store is being told. */
  inFlight: number
  /** Points of this node that the store has not been told. */
  own: number
  /** End of the window, by performance.now(). */
  until: number
  /** Resolves when the store has been told. */
  told: Promise<void> | null
}

/** Batches in which a node tells the store about a whole limit. */
const BATCHES = 60
const batchOf = ({ points }: RateLimit) => Math.max(1, Math.floor(points / BATCHES))

const isOver = ({ until }: Tally) => until <= performance.now()
const usedOf = ({ shared, inFlight, own }: Tally) => shared + inFlight + own

/** Finds the tally of a key, or begins one; the oldest goes when there are too many. */
function makeTallies(): (limit: RateLimit, key: string) => Tally {
  const tallies = new Map<string, Tally>()
  return (limit, key) => {
    const name = `${limit.name}:${key}`
    const known = tallies.get(name)
    if (known && !isOver(known)) return known
    const oldest = tallies.keys().next()
    if (tallies.size >= BOUNDS.requestCounts.most && !oldest.done) tallies.delete(oldest.value)
    const until = performance.now() + limit.window * 1_000
    const tally: Tally = { shared: 0, inFlight: 0, own: 0, until, told: null }
    tallies.delete(name)
    tallies.set(name, tally)
    return tally
  }
}

/**
 * Counts frequent events in memory and tells the shared store in batches of a sixtieth of the limit, so that most events
 * cost no statement. A node does not know the last two batches of each other node: so much more than the limit can pass,
 * which is 3.3 % for each node beside the first. An event waits only while an earlier full batch is being told.
 */
export function makeBatchedCounts(
  addPoints: (limit: RateLimit, key: string, points: number) => Promise<CountedPoints>,
) {
  const tallyOf = makeTallies()

  const tell = async (limit: RateLimit, key: string, tally: Tally) => {
    tally.inFlight = tally.own
    tally.own = 0
    try {
      const { consumedPoints, msBeforeNext } = await addPoints(limit, key, tally.inFlight)
      tally.shared = consumedPoints
      tally.until = performance.now() + msBeforeNext
    } catch {
      // Neither the store nor its substitute in memory can count: this node goes on with what it knows.
      tally.shared += tally.inFlight
    }
    tally.inFlight = 0
    tally.told = null
  }

  const count = async (limit: RateLimit, key: string): Promise<LimitState> => {
    const tally = tallyOf(limit, key)
    const isFull = () => tally.own >= batchOf(limit)
    if (tally.told !== null && isFull()) {
      await tally.told
      return count(limit, key)
    }
    const isAllowed = usedOf(tally) < limit.points
    if (isAllowed) tally.own += 1
    if (isAllowed && tally.told === null && isFull()) tally.told = tell(limit, key, tally)
    return {
      isAllowed,
      limit: limit.points,
      remaining: Math.max(0, limit.points - usedOf(tally)),
      reset: Math.max(1, Math.ceil((tally.until - performance.now()) / 1_000)),
    }
  }
  return count
}
