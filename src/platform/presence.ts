import { later, MINUTE, SECOND } from '../kernel/clock.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { Presence } from '../kernel/presence.ts'
import type { Closing } from './platform.ts'

/** Where sightings are kept for all nodes. */
export interface PresenceStore {
  /** Keeps for each person the later of what is stored and what is given; milliseconds since 1970. */
  save(sightings: ReadonlyMap<UserId, number>): Promise<void>
  /** Which of these people were seen after the moment. */
  seenSince(users: readonly UserId[], since: Date): Promise<readonly string[]>
  countSince(since: Date): Promise<number>
  remove(user: UserId): Promise<void>
  /** Removes what is older than the moment. */
  prune(before: Date): Promise<void>
}

const WINDOW = 5 * MINUTE
const FLUSH_EVERY = 3 * SECOND
const PRUNE_EVERY = 200
/** More people than this are not held in memory while the store does not answer. */
const MOST = 200_000

/**
 * Gathers sightings and stores them in one batch every three seconds; a read on this node misses none of them. A store
 * that does not answer fails no request: then this node knows only what it has gathered itself.
 */
export function openPresence(store: PresenceStore, log: Log): Presence & Closing {
  const sightings = gather(store, log)
  const timer = setInterval(() => void sightings.flush(), FLUSH_EVERY).unref()
  const unanswered =
    <T>(otherwise: T) =>
    (error: unknown) => {
      log.warn({ err: error }, 'presence is not known to its full extent')
      return otherwise
    }

  return {
    seen: (user, at) => sightings.note(user, at.getTime()),
    async online(users, now) {
      const since = later(now, -WINDOW)
      const here = new Set(users.filter((user) => sightings.latest(user) > since.getTime()))
      const asked = users.filter((user) => !here.has(user))
      const stored = new Set(asked.length > 0 ? await store.seenSince(asked, since).catch(unanswered([])) : [])
      for (const user of asked) if (stored.has(user)) here.add(user)
      return here
    },
    async countOnline(now) {
      await sightings.flush()
      return store.countSince(later(now, -WINDOW)).catch(unanswered(sightings.size()))
    },
    async gone(user) {
      await sightings.drop(user)
      await store.remove(user).catch(unanswered(undefined))
    },
    async close() {
      clearInterval(timer)
      await sightings.flush()
    },
  }
}

/** The sightings that are not stored yet: those gathered, and the batch that is being stored. */
function gather(store: PresenceStore, log: Log) {
  let gathered = new Map<UserId, number>()
  let storing = new Map<UserId, number>()
  let underWay: Promise<void> | null = null
  let rounds = 0

  const note = (user: UserId, at: number) => {
    if (at > (gathered.get(user) ?? 0) && (gathered.size < MOST || gathered.has(user))) gathered.set(user, at)
  }

  const save = async () => {
    storing = gathered
    gathered = new Map()
    try {
      await store.save(storing)
      if (++rounds % PRUNE_EVERY === 0) await store.prune(new Date(latestOf(storing) - 2 * WINDOW))
    } catch (error) {
      log.warn({ err: error, people: storing.size }, 'presence was not stored; it is tried again')
      for (const [user, at] of storing) note(user, at)
    }
    storing = new Map()
    underWay = null
  }

  return {
    note,
    latest: (user: UserId) => Math.max(gathered.get(user) ?? 0, storing.get(user) ?? 0),
    size: () => gathered.size,
    /** One batch at a time: what was gathered while one was under way goes with the next. */
    async flush() {
      await underWay
      if (gathered.size > 0) underWay ??= save()
      await underWay
    },
    /** Forgets the person, once the batch under way can't bring him back. */
    async drop(user: UserId) {
      gathered.delete(user)
      await underWay
      gathered.delete(user)
    },
  }
}

const latestOf = (sightings: ReadonlyMap<UserId, number>) => [...sightings.values()].reduce((a, b) => Math.max(a, b), 0)
