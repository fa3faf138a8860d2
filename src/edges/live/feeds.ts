import { setTimeout as pause } from 'node:timers/promises'
import { changesAfter, type FeedChange, type FeedPosition, feedHead } from '../../areas/notifications/feedReads.ts'
import type { Outside } from '../../kernel/scope.ts'
import { makeBell } from './bell.ts'
import type { Feeds } from './live.ts'

/** Entries of one batch. */
const BATCH = 50
/** Places that are read at once. */
const MOST_PLACES = 1_000
const FIRST_RETRY = 100
const LAST_RETRY = 5_000

interface Follower {
  /** The feed has an entry of this number. */
  grown(seq: bigint): void
  /** The feed may have grown. */
  look(): void
  end(): void
}

const DONE = { value: undefined, done: true } as const

/** The feeds that are followed on this node. */
export function openFeeds(outside: Outside): Feeds & { close(): void } {
  const { events } = outside
  const followers = new Map<string, Set<Follower>>()
  const readOne = gather(outside)
  const all = (call: (follower: Follower) => void) => {
    for (const set of [...followers.values()]) for (const follower of [...set]) call(follower)
  }
  const stops = [
    events.listen('feed.appended', ({ subject, ids }) => {
      for (const follower of followers.get(subject) ?? []) follower.grown(BigInt(ids?.seq ?? 0))
    }),
    events.listen('bus.gap', () => all((follower) => follower.look())),
  ]

  const enter = (user: string, follower: Follower) => {
    const set = followers.get(user) ?? new Set()
    followers.set(user, set.add(follower))
    return () => {
      set.delete(follower)
      if (set.size === 0 && followers.get(user) === set) followers.delete(user)
    }
  }

  return {
    head: (user) => feedHead(outside, user),
    follow(userId, after) {
      const { follower, taken } = makeFollower({ userId, after }, readOne, () => leave())
      const leave = enter(userId, follower)
      return taken
    },
    close() {
      for (const stop of stops) stop()
      all((follower) => follower.end())
    },
  }
}

type ReadOne = (place: FeedPosition, isOver: () => boolean) => Promise<readonly FeedChange[]>

function makeFollower({ userId, after }: FeedPosition, readOne: ReadOne, left: () => void) {
  const bell = makeBell()
  let position = after
  /** The last entry that was announced since the last read began. */
  let grownTo = 0n
  let unread = true
  let ended = false

  const look = () => {
    unread = true
    bell.ring()
  }
  const end = () => {
    if (ended) return
    ended = true
    left()
    bell.ring()
  }
  const read = async () => {
    unread = false
    grownTo = 0n
    const batch = await readOne({ userId, after: position }, () => ended)
    position = batch.at(-1)?.seq ?? position
    unread ||= batch.length === BATCH
    return batch
  }
  /** What comes next, sooner or later; nothing when the follower has ended. */
  const wait = async (): Promise<readonly FeedChange[]> => {
    while (!unread && grownTo <= position && !ended) await bell.rung()
    return ended ? [] : read()
  }
  const next = async () => {
    let batch: readonly FeedChange[] = []
    while (batch.length === 0 && !ended) batch = await wait()
    return ended ? DONE : ({ value: batch, done: false } as const)
  }
  const grown = (seq: bigint) => {
    if (seq > grownTo) grownTo = seq
    bell.ring()
  }
  return { follower: { grown, look, end }, taken: iterating(next, end) }
}

type Next = () => Promise<IteratorResult<readonly FeedChange[], undefined>>

/** By hand, because an async generator that waits can't be ended until what it waits for has come. */
const iterating = (next: Next, end: () => void): AsyncIterableIterator<readonly FeedChange[]> => ({
  next,
  async return() {
    end()
    return DONE
  },
  [Symbol.asyncIterator]() {
    return this
  },
})

/**
 * Reads for one crowd of followers at a time: whoever asks meanwhile is read for with the next, so the more ask the
 * less each costs. While the database is away it goes on trying.
 */
function gather(outside: Outside): ReadOne {
  type Asked = { place: FeedPosition; take: (changes: readonly FeedChange[]) => void }
  const asked: Asked[] = []
  let reading = false

  const readAll = async (batch: readonly Asked[]) => {
    const places = batch.map(({ place }) => place)
    try {
      const changes = await changesAfter(outside, places, BATCH)
      for (const [at, { take }] of batch.entries()) take(changes[at] ?? [])
    } catch (error) {
      outside.log.warn({ err: error, feeds: places.length }, 'feeds could not be read; it is tried again')
      for (const { take } of batch) take(FAILED)
    }
  }
  const readOn = async () => {
    reading = true
    while (asked.length > 0) await readAll(asked.splice(0, MOST_PLACES))
    reading = false
  }
  const ask = (place: FeedPosition) =>
    new Promise<readonly FeedChange[]>((take) => {
      asked.push({ place, take })
      if (!reading) void readOn()
    })

  return async (place, isOver) => {
    for (let wait = FIRST_RETRY; !isOver(); wait = Math.min(wait * 2, LAST_RETRY)) {
      const changes = await ask(place)
      if (changes !== FAILED) return changes
      await pause(wait, undefined, { ref: false })
    }
    return []
  }
}

const FAILED: readonly FeedChange[] = []
