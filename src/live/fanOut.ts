import { type FriendRecipients, readFriendRecipients } from '../areas/friends/snapshots.ts'
import { BOUNDS } from '../kernel/bounds.ts'
import {
  busGap,
  type DomainEvent,
  type DomainEventListener,
  type EventType,
  type FriendAudience,
} from '../kernel/events.ts'
import type { Log } from '../kernel/log.ts'
import { addToSet } from '../kernel/maps.ts'
import { retryUntilDone } from '../kernel/retry.ts'
import type { Services } from '../kernel/scope.ts'
import type { FanOut } from './live.ts'

/** Buffer limit while the database is unreachable; on overflow all subscribers get a gap event instead. */
const MAX_PENDING_EVENTS = BOUNDS.fanOutEvents.most

/**
 * Delivers events to the subscribers on this node, according to the audience of each event type, in order. Recipients
 * are read at delivery, by one statement for all events that are pending.
 */
export function openFanOut(services: Services, eventTypes: readonly EventType[]): FanOut & { close(): void } {
  const { events } = services
  const friendAudiences = friendAudiencesByTopic(eventTypes)
  const subscribers = createSubscriberRegistry(services.log)
  let pending: DomainEvent[] = []
  let delivering = false
  let closed = false

  const deliverBatch = async (batch: readonly DomainEvent[]) => {
    const subjects = batch.filter(({ topic }) => friendAudiences.has(topic)).map(({ subject }) => subject)
    const recipients = await readRecipients(services, new Set(subjects), () => closed)
    for (const domainEvent of batch) {
      const { topic, subject } = domainEvent
      const audience = friendAudiences.get(topic)
      const friends = audience && recipients.get(subject)?.[audience]
      for (const user of [subject, ...(friends ?? [])]) subscribers.deliver(user, domainEvent)
    }
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
  const delivered = eventTypes.filter(({ audience }) => audience !== 'none')
  const stops = [
    ...delivered.map((type) => events.listen(type, enqueue)),
    events.listen(busGap, subscribers.deliverToAll),
  ]

  return {
    subscribe: subscribers.add,
    close() {
      closed = true
      for (const stop of stops) stop()
    },
  }
}

/** Listeners by user id. An error of one listener doesn't affect the others. */
function createSubscriberRegistry(log: Log) {
  const listeners = new Map<string, Set<DomainEventListener>>()
  const call = (listener: DomainEventListener, domainEvent: DomainEvent) => {
    try {
      listener(domainEvent)
    } catch (error) {
      log.error({ err: error, topic: domainEvent.topic }, 'an event listener failed')
    }
  }
  const deliver = (user: string, domainEvent: DomainEvent) => {
    for (const listener of listeners.get(user) ?? []) call(listener, domainEvent)
  }
  return {
    deliver,
    isEmpty: () => listeners.size === 0,
    deliverToAll(domainEvent: DomainEvent) {
      for (const user of [...listeners.keys()]) deliver(user, domainEvent)
    },
    add: (user: string, listener: DomainEventListener) => addToSet(listeners, user, listener),
  }
}

function friendAudiencesByTopic(eventTypes: readonly EventType[]): ReadonlyMap<string, FriendAudience> {
  const audiences = new Map<string, FriendAudience>()
  for (const { topic, audience } of eventTypes)
    if (audience !== 'none' && audience !== 'subject') audiences.set(topic, audience)
  return audiences
}

/** Retries while the database is unreachable, so that no event is lost. */
async function readRecipients(
  services: Services,
  subjects: ReadonlySet<string>,
  isOver: () => boolean,
): Promise<ReadonlyMap<string, FriendRecipients>> {
  if (subjects.size === 0) return new Map()
  const failure = 'recipients of an event could not be read; retrying'
  const options = { log: services.log, failure, shouldStop: isOver }
  return (await retryUntilDone(() => readFriendRecipients(services, [...subjects]), options)) ?? new Map()
}
