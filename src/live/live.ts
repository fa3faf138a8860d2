import type { FriendEventSnapshot } from '../areas/friends/snapshots.ts'
import type { FeedEntryWithNotification } from '../areas/notifications/feed/feed.ts'
import type { DomainEvent, DomainEventListener, EventType } from '../kernel/events.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Services, Viewer } from '../kernel/scope.ts'
import type { SessionEndReason } from '../kernel/sessionEnd.ts'
import { openFanOut } from './fanOut.ts'
import { openFeeds } from './feeds.ts'
import { openFriendSnapshots } from './friendSnapshots.ts'
import { openServerActivity } from './serverActivity.ts'
import { openSessionBindings } from './sessionBindings.ts'
import { openSubjectEvents } from './subjectEvents.ts'

/** Delivers each event once to every connected recipient, in order. */
export interface FanOut {
  /** Subscribes to the events whose audience includes the user. Returns a function that unsubscribes. */
  subscribe(user: UserId, listener: DomainEventListener): () => void
}

/** Events by what they are about, for subscribers who follow one object. */
export interface SubjectEvents {
  /** Subscribes to the events of a type that have this id. Returns a function that unsubscribes. */
  subscribe(type: EventType, id: string, listener: DomainEventListener): () => void
}

/** The users that events are about, for delivery to their friends. */
export interface FriendSnapshots {
  /**
   * Read once and shared by all recipients of the event; no promise once it was read. Null if it could not be read within
   * a minute.
   */
  of(domainEvent: DomainEvent): FriendEventSnapshot | null | Promise<FriendEventSnapshot | null>
}

/** Changes of the public figures of the server. */
export interface ServerActivity {
  /** Calls the listener at most once in five seconds. Returns a function that unsubscribes. */
  subscribe(listener: DomainEventListener): () => void
}

/** The notification feeds of users who are connected to this node. */
export interface Feeds {
  /** Sequence number of the last entry of the user's feed; 0 for an empty feed. */
  head(user: UserId): Promise<bigint>
  /**
   * The entries after a sequence number in batches, first stored ones and then new ones as they are appended, each once.
   * It reads on demand, so a slow consumer costs no memory. `return()` ends it at once, even while `next()` is pending.
   */
  follow(user: UserId, after: bigint): AsyncIterableIterator<readonly FeedEntryWithNotification[]>
}

export type OnSessionEnd = (reason: SessionEndReason) => void

/** Ends connections and subscriptions together with their sessions. */
export interface SessionBindings {
  /** Calls `end` with the reason when the viewer's session has ended, on any node. Returns a function that unbinds. */
  bind(viewer: Viewer, end: OnSessionEnd): () => void
}

/** Delivery of events to the clients that are connected to this node. One per process. */
export interface LiveUpdates {
  readonly fanOut: FanOut
  readonly subjectEvents: SubjectEvents
  readonly serverActivity: ServerActivity
  readonly friendSnapshots: FriendSnapshots
  readonly feeds: Feeds
  readonly sessions: SessionBindings
  close(): void
}

/** Starts the delivery; `eventTypes` are those of all areas. */
export function openLiveUpdates(services: Services, eventTypes: readonly EventType[]): LiveUpdates {
  const friendSnapshots = openFriendSnapshots(services)
  const fanOut = openFanOut({ services, eventTypes, friendSnapshots })
  const feeds = openFeeds(services)
  const sessions = openSessionBindings(services)
  const subjectEvents = openSubjectEvents(services)
  const serverActivity = openServerActivity(services)
  return {
    fanOut,
    subjectEvents,
    serverActivity,
    friendSnapshots,
    feeds,
    sessions,
    close() {
      fanOut.close()
      feeds.close()
      sessions.close()
      subjectEvents.close()
      serverActivity.close()
    },
  }
}
