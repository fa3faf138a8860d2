import { BOUNDS } from '../kernel/bounds.ts'
import { busGap, type DomainEvent, type EventType } from '../kernel/events.ts'
import type { Services } from '../kernel/scope.ts'
import type { FanOut, FriendSnapshots } from './live.ts'
import { type AddressedEvent, openRecipients } from './recipients.ts'
import { createSubscriberRegistry } from './subscriberRegistry.ts'

/** Buffer limit while the database is unreachable; on overflow all subscribers get a gap event instead. */
const MAX_PENDING_EVENTS = BOUNDS.fanOutEvents.most

export interface FanOutOptions {
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

const readSnapshots = (snapshots: FriendSnapshots, found: readonly AddressedEvent[]) =>
  Promise.all(found.map(({ domainEvent }) => snapshots.of(domainEvent)))

/**
 * Delivers events to the subscribers on this node, according to the audience of each event type, in order. Recipients
 * are read at delivery, by one statement for all events that are pending. The snapshot of an event that friends receive is
 * there before them, so that each of hundreds of subscribers handles the event at once instead of waiting for a promise.
 */
export function openFanOut({ services, eventTypes, friendSnapshots }: FanOutOptions): FanOut & { close(): void } {
  const { events } = services
  const recipients = openRecipients(services, eventTypes)
  const subscribers = createSubscriberRegistry(services.log)
  let pending: DomainEvent[] = []
  let delivering = false
  let closed = false

  const deliverBatch = async (batch: readonly DomainEvent[]) => {
    const found = await recipients.of(batch)
    const ofFriends = found.filter(({ friends }) => friends.some(subscribers.has))
    if (ofFriends.length > 0) await readSnapshots(friendSnapshots, ofFriends)
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
