import { type CurrentUserRecord, readCurrentUser } from '../../areas/accounts/account/currentUser.ts'
import { canReceiveFriendEvent, type FriendEventSnapshot, snapshotFor } from '../../areas/friends/snapshots.ts'
import type { FeedEntryWithNotification } from '../../areas/notifications/feed/feed.ts'
import type { UserForViewer } from '../../areas/users/users.ts'
import type { Frame, FrameType } from '../../contract/shapes/pipelineFrame.ts'
import { byEventType, type DomainEvent, type EventType } from '../../kernel/events.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import type { UrlOptions } from '../../kernel/ownUrls.ts'
import { retryForOneMinute } from '../../kernel/retry.ts'
import { type Services, systemScope } from '../../kernel/scope.ts'
import type { FriendSnapshots } from '../../live/live.ts'
import { encodeTextFrame } from '../webSocketFrames.ts'

/** What presenters of frames need beside what they present. */
export interface FrameOptions extends UrlOptions {
  readonly now: Date
}

/** A change of a friend of the recipient; `friend` is null after the friend's account was deleted. */
export interface FriendChange {
  readonly domainEvent: DomainEvent
  readonly friendId: string
  readonly friend: UserForViewer | null
}

/** How one area presents its changes as frames of the legacy websocket. */
export interface FramePresenters {
  readonly notification?: (options: FrameOptions, change: FeedEntryWithNotification) => readonly Frame[]
  /** For an event about a friend of the recipient. */
  readonly friend?: (options: FrameOptions, change: FriendChange) => readonly Frame[]
  /** For events about the recipient, by event type, from the recipient's current user record. */
  readonly self?: readonly (readonly [EventType, (options: FrameOptions, own: CurrentUserRecord) => Frame])[]
  /** For events whose ids suffice, by event type. Several areas may present one. */
  readonly events?: readonly (readonly [EventType, PresentEvent])[]
  /** For events whose frames are read for each recipient, by event type. Equal lists are encoded once. */
  readonly read?: readonly (readonly [EventType, FrameReader])[]
}

type PresentEvent = (domainEvent: DomainEvent) => readonly Frame[]

type FrameReader = (services: Services, userId: string, domainEvent: DomainEvent) => Promise<readonly Frame[]>

/** A frame as it is written to all sockets that it is sent to. */
export interface EncodedFrame {
  readonly type: FrameType
  readonly bytes: Buffer
}

export interface FrameMaker {
  forFeedChange(change: FeedEntryWithNotification): readonly EncodedFrame[]
  /** The frames of an event for one recipient. Never rejects: an event that can't be read yields no frames. */
  forEvent(user: UserId, domainEvent: DomainEvent): Promise<readonly EncodedFrame[]>
}

const NO_FRAMES: readonly EncodedFrame[] = []

interface FrameMakerOptions {
  readonly services: Services
  readonly friendSnapshots: FriendSnapshots
  readonly presenters: readonly FramePresenters[]
}

export function createFrameMaker({ services, friendSnapshots, presenters }: FrameMakerOptions): FrameMaker {
  const eventPresenterOf = byEventType(joinPresenters(presenters.flatMap(({ events }) => events ?? [])))
  const selfPresenterOf = byEventType(presenters.flatMap(({ self }) => self ?? []))
  const frameReaderOf = byEventType(presenters.flatMap(({ read }) => read ?? []))
  const framesBySnapshot = new WeakMap<FriendEventSnapshot, readonly EncodedFrame[]>()
  const options = (): FrameOptions => ({ rules: services.rules, now: services.clock.now() })
  const encodedFrames = new WeakMap<readonly Frame[], readonly EncodedFrame[]>()

  const readFrames = async (user: UserId, domainEvent: DomainEvent, readFor: FrameReader) => {
    const read = () => readFor(services, user, domainEvent)
    const frames = await retryForOneMinute(services.log, FRAME_FAILURE, read)
    return frames ? getOrCreate(encodedFrames, frames, () => encodeAll(services, () => frames)) : NO_FRAMES
  }
  const forRecipient = async (user: UserId, domainEvent: DomainEvent) => {
    const present = eventPresenterOf(domainEvent)
    if (present) return encodeAll(services, () => present(domainEvent))
    const presentSelf = selfPresenterOf(domainEvent)
    if (!presentSelf) return NO_FRAMES
    const own = await retryForOneMinute(services.log, READ_FAILURE, () => readOwnUser(services, user))
    return own ? encodeAll(services, () => [presentSelf(options(), own)]) : NO_FRAMES
  }
  const encodeSnapshot = ({ domainEvent, friend }: FriendEventSnapshot) => {
    const friendId = domainEvent.ids?.friendId ?? domainEvent.subject
    return encodeAll(services, () =>
      presenters.flatMap((area) => area.friend?.(options(), { domainEvent, friendId, friend }) ?? []),
    )
  }
  const forFriend = async (user: UserId, domainEvent: DomainEvent) => {
    const snapshot = await friendSnapshots.of(domainEvent)
    if (!snapshot || !canReceiveFriendEvent(user, domainEvent, snapshot)) return NO_FRAMES
    const seen = snapshotFor(user, snapshot)
    return getOrCreate(framesBySnapshot, seen, () => encodeSnapshot(seen))
  }

  return {
    forFeedChange: (change) =>
      encodeAll(services, () => presenters.flatMap((area) => area.notification?.(options(), change) ?? [])),
    forEvent(user, domainEvent) {
      const reader = frameReaderOf(domainEvent)
      if (reader) return readFrames(user, domainEvent, reader)
      return isAboutRecipient(user, domainEvent) ? forRecipient(user, domainEvent) : forFriend(user, domainEvent)
    },
  }
}

/** One presenter for each event type, with the frames of all areas. */
function joinPresenters(entries: readonly (readonly [EventType, PresentEvent])[]) {
  const byTopic = new Map<string, readonly [EventType, PresentEvent]>()
  for (const [type, present] of entries) {
    const [, former] = byTopic.get(type.topic) ?? []
    const all: PresentEvent = (event) => [...(former?.(event) ?? []), ...present(event)]
    byTopic.set(type.topic, [type, all])
  }
  return [...byTopic.values()]
}

/** Both users get their own event about a friendship, with the other one as `friendId`. */
const isAboutRecipient = (user: UserId, { subject, ids }: DomainEvent) =>
  subject === user && ids?.friendId === undefined

const FRAME_FAILURE = 'a change could not be read for the legacy websocket; retrying'
const READ_FAILURE = 'a current user could not be read for the legacy websocket; retrying'

/** Null after the account was deleted. */
const readOwnUser = (services: Services, user: UserId): Promise<CurrentUserRecord | null> =>
  readCurrentUser(systemScope(services), user).catch((error: unknown) => {
    if (error instanceof Failure) return null
    throw error
  })

/** Errors are logged and yield no frames, so that later changes are still delivered. */
function encodeAll({ log }: Services, make: () => readonly Frame[]): readonly EncodedFrame[] {
  try {
    return make().map(encodeFrame)
  } catch (error) {
    log.error({ err: error }, 'a change could not be encoded for the legacy websocket')
    return NO_FRAMES
  }
}

/** `content` is a JSON text inside the JSON frame. */
const encodeFrame = ({ type, content }: Frame): EncodedFrame => ({
  type,
  bytes: encodeTextFrame(
    Buffer.from(JSON.stringify({ type, ...(content !== undefined && { content: JSON.stringify(content) }) })),
  ),
})
