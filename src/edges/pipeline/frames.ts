import { type CurrentUserRecord, readCurrentUser } from '../../areas/accounts/account/currentUser.ts'
import { canReceiveFriendEvent, type FriendEventSnapshot } from '../../areas/friends/snapshots.ts'
import type { FeedEntryWithNotification } from '../../areas/notifications/feed.ts'
import type { UserForViewer } from '../../areas/users/users.ts'
import type { Frame, FrameType } from '../../contract/shapes/pipelineFrame.ts'
import { byEventType, type DomainEvent, type EventType } from '../../kernel/events.ts'
import { Failure } from '../../kernel/failure.ts'
import type { UserId } from '../../kernel/ids.ts'
import { getOrCreate } from '../../kernel/maps.ts'
import { retryForOneMinute } from '../../kernel/retry.ts'
import { type Services, systemScope } from '../../kernel/scope.ts'
import type { FriendSnapshots } from '../../live/live.ts'

/** How one area presents its changes as frames of the legacy websocket. */
export interface FramePresenters {
  readonly notification?: (change: FeedEntryWithNotification) => readonly Frame[]
  /** For an event about a friend of the recipient; `friend` is null after the friend's account was deleted. */
  readonly friend?: (domainEvent: DomainEvent, friendId: string, friend: UserForViewer | null) => readonly Frame[]
  /** For events about the recipient, by event type, from the recipient's current user record. */
  readonly self?: readonly (readonly [EventType, (own: CurrentUserRecord, now: Date) => Frame])[]
  /** For events whose ids suffice, by event type. */
  readonly events?: readonly (readonly [EventType, (domainEvent: DomainEvent) => readonly Frame[]])[]
}

/** A serialised frame, shared by all sockets that it is sent to. */
export interface EncodedFrame {
  readonly type: FrameType
  readonly data: Buffer
}

export interface FrameMaker {
  forFeedChange(change: FeedEntryWithNotification): readonly EncodedFrame[]
  /** The frames of an event for one recipient. Never rejects: an event that can't be read yields no frames. */
  forEvent(user: UserId, domainEvent: DomainEvent): Promise<readonly EncodedFrame[]>
}

const NO_FRAMES: readonly EncodedFrame[] = []

export interface FrameMakerOptions {
  readonly services: Services
  readonly friendSnapshots: FriendSnapshots
  readonly presenters: readonly FramePresenters[]
}

export function createFrameMaker({ services, friendSnapshots, presenters }: FrameMakerOptions): FrameMaker {
  const eventPresenterOf = byEventType(presenters.flatMap(({ events }) => events ?? []))
  const selfPresenterOf = byEventType(presenters.flatMap(({ self }) => self ?? []))
  const framesBySnapshot = new WeakMap<FriendEventSnapshot, readonly EncodedFrame[]>()

  const forRecipient = async (user: UserId, domainEvent: DomainEvent) => {
    const present = eventPresenterOf(domainEvent)
    if (present) return encodeAll(services, () => present(domainEvent))
    const presentSelf = selfPresenterOf(domainEvent)
    if (!presentSelf) return NO_FRAMES
    const own = await retryForOneMinute(services.log, READ_FAILURE, () => readOwnUser(services, user))
    return own ? encodeAll(services, () => [presentSelf(own, services.clock.now())]) : NO_FRAMES
  }
  const encodeSnapshot = ({ domainEvent, friend }: FriendEventSnapshot) => {
    const friendId = domainEvent.ids?.friendId ?? domainEvent.subject
    return encodeAll(services, () => presenters.flatMap((area) => area.friend?.(domainEvent, friendId, friend) ?? []))
  }
  const forFriend = async (user: UserId, domainEvent: DomainEvent) => {
    const snapshot = await friendSnapshots.of(domainEvent)
    if (!snapshot || !canReceiveFriendEvent(user, domainEvent, snapshot)) return NO_FRAMES
    return getOrCreate(framesBySnapshot, snapshot, () => encodeSnapshot(snapshot))
  }

  return {
    forFeedChange: (change) =>
      encodeAll(services, () => presenters.flatMap((area) => area.notification?.(change) ?? [])),
    forEvent: (user, domainEvent) =>
      isAboutRecipient(user, domainEvent) ? forRecipient(user, domainEvent) : forFriend(user, domainEvent),
  }
}

/** Both users get their own event about a friendship, with the other one as `friendId`. */
const isAboutRecipient = (user: UserId, { subject, ids }: DomainEvent) =>
  subject === user && ids?.friendId === undefined

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
  data: Buffer.from(JSON.stringify({ type, ...(content !== undefined && { content: JSON.stringify(content) }) })),
})
