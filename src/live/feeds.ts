import { setTimeout as pause } from 'node:timers/promises'
import { feedAppended } from '../areas/notifications/events.ts'
import { type FeedEntryWithNotification, readFeedEntriesAfter, readFeedHead } from '../areas/notifications/feed/feed.ts'
import type { FeedPosition } from '../areas/notifications/feed/queries.ts'
import { createSignal, makeAsyncIterator } from '../kernel/asyncIterator.ts'
import { busGap } from '../kernel/events.ts'
import { addToSet } from '../kernel/maps.ts'
import type { Services } from '../kernel/scope.ts'
import type { Feeds } from './live.ts'

const BATCH_SIZE = 50
const MAX_POSITIONS_PER_READ = 1_000
const MIN_RETRY_DELAY = 100
const MAX_RETRY_DELAY = 5_000

interface Follower {
  /** The feed has an entry with this sequence number. */
  appended(seq: bigint): void
  /** The feed may have grown. */
  recheck(): void
  end(): void
}

/** Serves all followers of feeds on this node. */
export function openFeeds(services: Services): Feeds & { close(): void } {
  const { events } = services
  const followers = new Map<string, Set<Follower>>()
  const readOne = batchReader(services)
  const all = (call: (follower: Follower) => void) => {
    for (const set of [...followers.values()]) for (const follower of [...set]) call(follower)
  }
  const stops = [
    events.listen(feedAppended, ({ subject, ids }) => {
      for (const follower of followers.get(subject) ?? []) follower.appended(BigInt(ids.seq))
    }),
    events.listen(busGap, () => all((follower) => follower.recheck())),
  ]

  return {
    head: (user) => readFeedHead(services, user),
    follow(userId, after) {
      const { follower, batches } = createFollower({ userId, after }, readOne, () => remove())
      const remove = addToSet(followers, userId, follower)
      return batches
    },
    close() {
      for (const stop of stops) stop()
      all((follower) => follower.end())
    },
  }
}

type ReadFeed = (position: FeedPosition, isOver: () => boolean) => Promise<readonly FeedEntryWithNotification[]>

function createFollower({ userId, after }: FeedPosition, readOne: ReadFeed, onEnd: () => void) {
  const signal = createSignal()
  let position = after
  /** Highest sequence number announced since the last read began. */
  let announced = 0n
  let unread = true
  let ended = false

  const recheck = () => {
    unread = true
    signal.notify()
  }
  const end = () => {
    if (ended) return
    ended = true
    onEnd()
    signal.notify()
  }
  const read = async () => {
    unread = false
    announced = 0n
    const batch = await readOne({ userId, after: position }, () => ended)
    position = batch.at(-1)?.seq ?? position
    unread ||= batch.length === BATCH_SIZE
    return batch
  }
  const wait = async (): Promise<readonly FeedEntryWithNotification[]> => {
    while (!unread && announced <= position && !ended) await signal.wait()
    return ended ? [] : read()
  }
  const next = async () => {
    let batch: readonly FeedEntryWithNotification[] = []
    while (batch.length === 0 && !ended) batch = await wait()
    return ended ? undefined : batch
  }
  const appended = (seq: bigint) => {
    if (seq > announced) announced = seq
    signal.notify()
  }
  return { follower: { appended, recheck, end }, batches: makeAsyncIterator({ next, end }) }
}

/**
 * Reads positions of many followers by one statement: requests that come while one runs are batched into the next.
 * Retries while the database is unreachable.
 */
function batchReader(services: Services): ReadFeed {
  type Request = { position: FeedPosition; resolve: (changes: readonly FeedEntryWithNotification[]) => void }
  const requests: Request[] = []
  let reading = false

  const readBatch = async (batch: readonly Request[]) => {
    const positions = new Map(batch.map(({ position }) => [keyOf(position), position]))
    try {
      const changes = await readFeedEntriesAfter(services, [...positions.values()], BATCH_SIZE)
      const byPosition = new Map([...positions.keys()].map((key, at) => [key, changes[at] ?? []]))
      for (const { position, resolve } of batch) resolve(byPosition.get(keyOf(position)) ?? [])
    } catch (error) {
      services.log.warn({ err: error, feeds: batch.length }, 'feeds could not be read; retrying')
      for (const { resolve } of batch) resolve(FAILED_READ)
    }
  }
  const readAll = async () => {
    reading = true
    while (requests.length > 0) await readBatch(requests.splice(0, MAX_POSITIONS_PER_READ))
    reading = false
  }
  const enqueue = (position: FeedPosition) =>
    new Promise<readonly FeedEntryWithNotification[]>((resolve) => {
      requests.push({ position, resolve })
      if (!reading) void readAll()
    })

  return async (position, isOver) => {
    for (let delay = MIN_RETRY_DELAY; !isOver(); delay = Math.min(delay * 2, MAX_RETRY_DELAY)) {
      const changes = await enqueue(position)
      if (changes !== FAILED_READ) return changes
      await pause(delay, undefined, { ref: false })
    }
    return []
  }
}

/** Followers of one feed at one position receive the same entries, read once. */
const keyOf = ({ userId, after }: FeedPosition) => `${userId} ${after}`

const FAILED_READ: readonly FeedEntryWithNotification[] = []
