import DataLoader from 'dataloader'
import { type FriendSnapshot, readFriendSnapshots } from '../areas/friends/snapshots.ts'
import { BOUNDS } from '../kernel/bounds.ts'
import type { DomainEvent } from '../kernel/events.ts'
import { getOrCreate } from '../kernel/maps.ts'
import { retryForOneMinute } from '../kernel/retry.ts'
import type { Services } from '../kernel/scope.ts'
import type { FriendSnapshots } from './live.ts'

const MAX_USERS_PER_READ = BOUNDS.rowsPerStatement.most

/** Reads the users that events are about, once per event for all of its recipients. */
export function openFriendSnapshots(services: Services): FriendSnapshots {
  const loader = new DataLoader<string, FriendSnapshot>((ids) => readFriendSnapshots(services, ids), {
    cache: false,
    maxBatchSize: MAX_USERS_PER_READ,
  })
  const snapshots = new WeakMap<DomainEvent, ReturnType<FriendSnapshots['of']>>()
  const read = async (domainEvent: DomainEvent) => {
    const { subject, ids } = domainEvent
    const failure = 'the user that an event is about could not be read; retrying'
    const snapshot = await retryForOneMinute(services.log, failure, () => loader.load(ids?.friendId ?? subject))
    return snapshot && { ...snapshot, domainEvent }
  }
  const readOnce = (domainEvent: DomainEvent) => {
    const reading = read(domainEvent)
    // Its failure is told to those who wait for it.
    reading.then(
      (snapshot) => snapshots.set(domainEvent, snapshot),
      () => {},
    )
    return reading
  }
  return { of: (domainEvent) => getOrCreate(snapshots, domainEvent, () => readOnce(domainEvent)) }
}
