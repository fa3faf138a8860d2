import type { FeedChange } from '../../areas/notifications/feedReads.ts'
import type { Announcement } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Live } from '../live/live.ts'
import type { Framing, Sent } from './frames.ts'

/** One socket of a person. */
export interface Taker {
  /** Takes a frame without waiting for anything. */
  take(frame: Sent): void
  /** Called when frames were lost on the way: whoever connects again reads everything anew. */
  cut(): void
}

/** A place in what one person is told. */
export interface Place {
  readonly add: (taker: Taker) => void
  /** Called once; gives the place back. */
  readonly leave: () => void
}

export interface Streams {
  /**
   * Takes a place for one more socket of the person; null when there are as many as may be. Whoever is added before
   * anything else runs misses nothing that happens from then on.
   */
  join(user: UserId): Promise<Place | null>
}

export interface StreamOptions {
  readonly live: Live
  readonly framing: Framing
}

/** Sockets of one person on one node. */
export const MOST_SOCKETS = 20
/** Announcements of one person that are being read at most, as when the database does not answer. */
const MOST_WAITING = 1_000

/** What this node tells each person who is connected: read once, and told to each of the person's sockets. */
export function openStreams(options: StreamOptions): Streams {
  const streams = new Map<UserId, Stream>()

  const enter = (user: UserId) => {
    const stream = streams.get(user) ?? openStream(options, user)
    streams.set(user, stream)
    return stream
  }
  const leave = (user: UserId, stream: Stream, taker: Taker | undefined) => {
    if (taker) stream.takers.delete(taker)
    stream.places -= 1
    if (stream.places > 0) return
    stream.stop()
    if (streams.get(user) === stream) streams.delete(user)
  }

  return {
    async join(user) {
      const stream = enter(user)
      if (stream.places >= MOST_SOCKETS) return null
      stream.places += 1
      let own: Taker | undefined
      try {
        await stream.begun
      } catch (error) {
        leave(user, stream, own)
        throw error
      }
      return {
        add(taker) {
          own = taker
          stream.takers.add(taker)
        },
        leave: () => leave(user, stream, own),
      }
    },
  }
}

interface Stream {
  /** Resolves when nothing is missed any more. */
  readonly begun: Promise<void>
  readonly takers: Set<Taker>
  places: number
  stop(): void
}

function openStream({ live, framing }: StreamOptions, user: UserId): Stream {
  const takers = new Set<Taker>()
  const stops: (() => void)[] = []
  let stopped = false

  const tell = (frames: readonly Sent[]) => {
    for (const frame of frames) for (const taker of [...takers]) taker.take(frame)
  }
  const readFeed = async (batches: AsyncIterable<readonly FeedChange[]>) => {
    for await (const batch of batches) for (const change of batch) tell(framing.ofChange(change))
  }
  const hear = inOrder(
    (announcement) => framing.ofAnnouncement(user, announcement),
    tell,
    () => {
      for (const taker of [...takers]) taker.cut()
    },
  )
  const begin = async () => {
    const head = await live.feeds.head(user)
    if (stopped) return
    const batches = live.feeds.follow(user, head)
    stops.push(
      () => void batches.return?.(),
      live.audience.hear(user, (announcement) => isTold(announcement) && hear(announcement)),
    )
    void readFeed(batches)
  }

  return {
    begun: begin(),
    takers,
    places: 0,
    stop() {
      stopped = true
      for (const stop of stops) stop()
    },
  }
}

/** A gap is nothing to tell: feeds are read on from where they were, and clients read friends anew from time to time. */
const isTold = ({ topic }: Announcement) => topic !== 'bus.gap'

type Make = (announcement: Announcement) => Promise<readonly Sent[]>

/** Begins to make the frames of all announcements at once, so that they are read together, and tells them in order. */
function inOrder(make: Make, tell: (frames: readonly Sent[]) => void, overflow: () => void) {
  let waiting = 0
  let last = Promise.resolve()
  return (announcement: Announcement) => {
    if (waiting >= MOST_WAITING) return overflow()
    waiting += 1
    const made = make(announcement)
    last = last.then(async () => {
      tell(await made)
      waiting -= 1
    })
  }
}
