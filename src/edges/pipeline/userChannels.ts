import type { FeedEntryWithNotification } from '../../areas/notifications/feed/feed.ts'
import { BOUNDS } from '../../kernel/bounds.ts'
import { busGap, type DomainEvent } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import type { LiveUpdates } from '../../live/live.ts'
import type { EncodedFrame, FrameMaker } from './frames.ts'

/** Receives the frames of a user; one per socket. */
export interface FrameSubscriber {
  send(frame: EncodedFrame): void
  /** Called when frames were lost: clients reread everything when they reconnect. */
  disconnect(): void
}

/** One of the limited number of sockets of a user. */
export interface ChannelSlot {
  readonly add: (subscriber: FrameSubscriber) => void
  /** Releases the slot. Called once. */
  readonly leave: () => void
}

export interface UserChannels {
  /**
   * Reserves a slot for one more socket of the user; null if the maximum is reached. A subscriber that is added at once
   * receives everything that happens from then on.
   */
  join(user: UserId): Promise<ChannelSlot | null>
}

interface UserChannelOptions {
  readonly live: LiveUpdates
  readonly frameMaker: FrameMaker
}

/** Sockets of one user on one node. */
export const MAX_SOCKETS = BOUNDS.pipelineSockets.most
/** Events of one user that may be pending, as while the database is unreachable. */
const MAX_PENDING_EVENTS = BOUNDS.userChannelEvents.most

/** Delivers the frames of each connected user, made once for all sockets of the user on this node. */
export function openUserChannels(options: UserChannelOptions): UserChannels {
  const channels = new Map<UserId, UserChannel>()
  const leave = (user: UserId, channel: UserChannel, subscriber: FrameSubscriber | undefined) => {
    if (subscriber) channel.subscribers.delete(subscriber)
    channel.slots -= 1
    if (channel.slots > 0) return
    channel.stop()
    if (channels.get(user) === channel) channels.delete(user)
  }

  return {
    async join(user) {
      const channel = getOrCreate(channels, user, () => openUserChannel(options, user))
      if (channel.slots >= MAX_SOCKETS) return null
      channel.slots += 1
      let subscriber: FrameSubscriber | undefined
      try {
        await channel.ready
      } catch (error) {
        leave(user, channel, subscriber)
        throw error
      }
      return {
        add(added) {
          subscriber = added
          channel.subscribers.add(added)
        },
        leave: () => leave(user, channel, subscriber),
      }
    },
  }
}

interface UserChannel {
  /** Resolves when the channel is subscribed to everything about the user. */
  readonly ready: Promise<void>
  readonly subscribers: Set<FrameSubscriber>
  slots: number
  stop(): void
}

function openUserChannel({ live, frameMaker }: UserChannelOptions, user: UserId): UserChannel {
  const subscribers = new Set<FrameSubscriber>()
  const stops: (() => void)[] = []
  let stopped = false

  const send = (frames: readonly EncodedFrame[]) => {
    for (const frame of frames) for (const subscriber of [...subscribers]) subscriber.send(frame)
  }
  const readFeed = async (batches: AsyncIterable<readonly FeedEntryWithNotification[]>) => {
    for await (const batch of batches) for (const change of batch) send(frameMaker.forFeedChange(change))
  }
  const disconnectAll = () => {
    for (const subscriber of [...subscribers]) subscriber.disconnect()
  }
  const sendEvent = orderedSender((domainEvent) => frameMaker.forEvent(user, domainEvent), send, disconnectAll)
  const begin = async () => {
    const head = await live.feeds.head(user)
    if (stopped) return
    const batches = live.feeds.follow(user, head)
    stops.push(
      () => void batches.return?.(),
      live.fanOut.subscribe(user, (domainEvent) => isForwarded(domainEvent) && sendEvent(domainEvent)),
    )
    void readFeed(batches)
  }

  return {
    ready: begin(),
    subscribers,
    slots: 0,
    stop() {
      stopped = true
      for (const stop of stops) stop()
    },
  }
}

/** Gaps are ignored: feeds continue from their position, and clients refetch their friends periodically. */
const isForwarded = (domainEvent: DomainEvent) => !busGap.is(domainEvent)

type MakeFrames = (domainEvent: DomainEvent) => Promise<readonly EncodedFrame[]>

/** Makes the frames of pending events concurrently, so that their reads are batched, and sends them in order. */
function orderedSender(make: MakeFrames, send: (frames: readonly EncodedFrame[]) => void, overflow: () => void) {
  let pending = 0
  let last = Promise.resolve()
  return (domainEvent: DomainEvent) => {
    if (pending >= MAX_PENDING_EVENTS) return overflow()
    pending += 1
    const frames = make(domainEvent)
    last = last.then(async () => {
      send(await frames)
      pending -= 1
    })
  }
}
