import type { Sighted } from '../../areas/friends/seenFriends.ts'
import type { FeedChange } from '../../areas/notifications/feedReads.ts'
import type { Announcement, Listener } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Viewer } from '../../kernel/scope.ts'

/** What reaches one person: each announcement once, told to everybody here whom it concerns, in the order it came. */
export interface Audience {
  /** Hears what concerns the person: own changes, and those of friends. Returns the way to stop. */
  hear(user: UserId, listener: Listener): () => void
}

/** The friends that announcements are about. */
export interface Sightings {
  /** As they were when it was first asked: the same to all who hear of it. Null when they could not be read. */
  of(announcement: Announcement): Promise<Sighted | null>
}

/** The feeds of the people who are connected to this node. */
export interface Feeds {
  /** The number of the last entry that the person's feed has now; 0 for none. */
  head(user: UserId): Promise<bigint>
  /**
   * What comes after an entry, first what stands already and then live: batches in order, each entry once. It reads as
   * the taker takes, so nothing piles up for a slow one. `return()` ends it at once, also while it waits.
   */
  follow(user: UserId, after: bigint): AsyncIterableIterator<readonly FeedChange[]>
}

/** What lasts no longer than a session. */
export interface Sessions {
  /** Calls `end` when the viewer's session has ended, on whichever node. Returns the way to stop. */
  bind(viewer: Viewer, end: () => void): () => void
}

/** What a node tells the people who are connected to it. One for a process. */
export interface Live {
  readonly audience: Audience
  readonly sightings: Sightings
  readonly feeds: Feeds
  readonly sessions: Sessions
  close(): void
}
