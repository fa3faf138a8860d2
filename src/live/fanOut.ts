import { BOUNDS } from '../kernel/bounds.ts'
import { busGap, type DomainEvent, type EventType } from '../kernel/events.ts'
import type { Services } from '../kernel/scope.ts'
import type { FanOut, FriendSnapshots } from './live.ts'
import { type AddressedEvent, openRecipients } from './recipients.ts'
import { createSnapshotReader } from './snapshotReader.ts'
import { createSubscriberRegistry } from './subscriberRegistry.ts'

/** Buffer limit while the database is unreachable; on overflow all subscribers get a gap event instead. */
const MAX_PENDING_EVENTS = BOUNDS.fanOutEvents.most

interface FanOutOptions {
  readonly services: Services
  /** The event types of all areas. */
  readonly eventTypes: readonly EventType[]
  readonly friendSnapshots: FriendSnapshots
}

type Subscribers = ReturnType<typeof createSubscriberRegistry>

function deliverTo(subscribers: Subscribers, { domainEvent, friends, roleHolders }: AddressedEvent): void {
  subscribers.deliver(domainEvent.subject, domainEvent)
  for (const friend of friends) subscribers.deliver(friend, domainEvent)
  for (const holder of roleHolders) subscribers.deliver(holder, domainEvent)
}

const isDelivered = ({ audience }: EventType) => audience !== 'none'

/**
 * Delivers events to the subscribers on this node, according to the audience of each event type, in order. Recipients
 * are read at delivery, by one statement for all events that are pending. The snapshot of an event is there before friends
 * receive it, so that each of hundreds of subscribers handles the event at once instead of waiting for a promise.
 */
export function openFanOut({ services, eventTypes, friendSnapshots }: FanOutOptions): FanOut & { close(): void } {
  const { events } = services
  const recipients = openRecipients(services, eventTypes)
  const subscribers = createSubscriberRegistry(services.log)
  const snapshots = createSnapshotReader(friendSnapshots, eventTypes)
  let pending: DomainEvent[] = []
  let delivering = false
  let closed = false

  const deliverBatch = async (batch: readonly DomainEvent[]) => {
    snapshots.readAhead(batch)
    const found = await recipients.of(batch)
    await snapshots.read(found, subscribers.has)
    for (const one of found) deliverTo(subscribers, one)
  }
  const run = async () => {
    delivering = true
    while (pending.length > 0 && !closed) {
      const batch = pending
      pending = []
      await deliverBatch(batch)
    }
    delivering = false
  }
  const enqueue = (domainEvent: DomainEvent) => {
    if (subscribers.isEmpty()) return
    pending.push(domainEvent)
    if (pending.length > MAX_PENDING_EVENTS) {
      pending = []
      subscribers.deliverToAll(busGap('*'))
    }
    if (!delivering) void run()
  }
  const stops = eventTypes.filter(isDelivered).map((type) => events.listen(type, enqueue))
  stops.push(events.listen(busGap, subscribers.deliverToAll))

  return {
    subscribe(user, listener) {
      const ends = [subscribers.add(user, listener), recipients.connect(user)]
      return () => {
        for (const end of ends.splice(0)) end()
      }
    },
    close() {
      closed = true
      recipients.close()
      for (const stop of stops) stop()
    },
  }
}
