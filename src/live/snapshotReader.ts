import { LRUCache } from 'lru-cache'
import { BOUNDS } from '../kernel/bounds.ts'
import type { DomainEvent, EventType } from '../kernel/events.ts'
import type { FriendSnapshots } from './live.ts'
import { type AddressedEvent, isFriendAudience } from './recipients.ts'

/** Most people who are remembered to have friends here. */
const MAX_FOLLOWED_PEOPLE = BOUNDS.followedPeople.most

/** Reads the snapshots of events that friends receive. */
interface SnapshotReader {
  /** Begins to read those that will probably be needed, at the same time as the recipients. */
  readAhead(batch: readonly DomainEvent[]): void
  /** Reads those that a recipient needs who is here. */
  read(found: readonly AddressedEvent[], isHere: (user: string) => boolean): Promise<void>
}

export function createSnapshotReader(snapshots: FriendSnapshots, eventTypes: readonly EventType[]): SnapshotReader {
  const topics = new Set(eventTypes.filter(({ audience }) => isFriendAudience(audience)).map(({ topic }) => topic))
  /** People whose last event had recipients here. */
  const followed = new LRUCache<string, true>({ max: MAX_FOLLOWED_PEOPLE })
  const readAll = (batch: readonly DomainEvent[]) => Promise.all(batch.map((domainEvent) => snapshots.of(domainEvent)))

  return {
    readAhead: (batch) =>
      void readAll(batch.filter(({ topic, subject }) => topics.has(topic) && followed.has(subject))),
    async read(found, isHere) {
      const ofFriends = found.filter(({ domainEvent }) => topics.has(domainEvent.topic))
      const needed = ofFriends.filter(({ friends }) => friends.some(isHere)).map(({ domainEvent }) => domainEvent)
      for (const { domainEvent } of ofFriends) followed.delete(domainEvent.subject)
      for (const { subject } of needed) followed.set(subject, true)
      if (needed.length > 0) await readAll(needed)
    },
  }
}
