import DataLoader from 'dataloader'
import { type Sighting, sightingsOf } from '../../areas/friends/seenFriends.ts'
import type { Announcement } from '../../kernel/events.ts'
import type { Outside } from '../../kernel/scope.ts'
import { patiently } from '../trying.ts'
import type { Sightings } from './live.ts'

/** People who are read at once. */
const MOST_PEOPLE = 500

/** Reads the friends that announcements are about, each announcement's once for all who hear of it. */
export function openSightings(outside: Outside): Sightings {
  const people = new DataLoader<string, Sighting>((ids) => sightingsOf(outside, ids), {
    cache: false,
    maxBatchSize: MOST_PEOPLE,
  })
  const made = new WeakMap<Announcement, ReturnType<Sightings['of']>>()
  const look = async (announcement: Announcement) => {
    const { subject, ids } = announcement
    const failure = 'the friend that a change is about could not be read'
    const sighting = await patiently(outside.log, failure, () => people.load(ids?.friendId ?? subject))
    return sighting && { ...sighting, announcement }
  }
  return {
    of(announcement) {
      const sighting = made.get(announcement) ?? look(announcement)
      made.set(announcement, sighting)
      return sighting
    },
  }
}
