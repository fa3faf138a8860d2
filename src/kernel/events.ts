import type { Sql } from './database.ts'

/** Further ids of an event, by name. */
type EventIds = Readonly<Record<string, string>>

/** An event, sent to every node. It carries ids only: listeners read what they need through access checks. */
export interface DomainEvent<S extends string = string> {
  /** `<noun>.<past participle>`, for example `session.revoked`. */
  readonly topic: string
  /** The id of the object or user that the event is about; listeners filter by it. */
  readonly subject: S
  readonly ids?: EventIds
}

interface DomainEventWithIds<S extends string, I extends EventIds> extends DomainEvent<S> {
  readonly ids: I
}

/**
 * Friends of the subject who receive an event. `profileFriends`: friends without a block on either side.
 * `presenceFriends`: those too, but nobody while the subject appears offline.
 */
export type FriendAudience = 'profileFriends' | 'presenceFriends'

/**
 * Which connected users receive an event. `none`: nobody, it is for listeners and for subscriptions to its type.
 * `subject`: the user that it is about; a friend audience includes the subject. `roleHolders`: who holds the role `roleId`
 * of the group that is the subject.
 */
export type Audience = 'none' | 'subject' | 'roleHolders' | FriendAudience

/** A declared type of event, to listen for or subscribe to. */
export interface EventType<E extends DomainEvent = DomainEvent> {
  readonly topic: string
  readonly audience: Audience
  is(domainEvent: DomainEvent): domainEvent is E
}

type EventFactory<Args extends readonly unknown[], E extends DomainEvent> = EventType<E> & ((...args: Args) => E)

/** Declares an event type, which is also the factory of its events: `worldChanged(worldId)`. */
export function defineEvent<S extends string>(
  topic: string,
  audience?: Audience,
): EventFactory<[subject: S], DomainEvent<S>>
export function defineEvent<S extends string, I extends EventIds>(
  topic: string,
  audience?: Audience,
): EventFactory<[subject: S, ids: I], DomainEventWithIds<S, I>>
export function defineEvent(topic: string, audience: Audience = 'none') {
  const make = (subject: string, ids?: EventIds): DomainEvent => ({ topic, subject, ...(ids && { ids }) })
  const is = (domainEvent: DomainEvent): domainEvent is DomainEvent => domainEvent.topic === topic
  return Object.assign(make, { topic, audience, is })
}

/** A lookup by event type: answers the value listed for the type of an event, or undefined. */
export function byEventType<V>(
  entries: readonly (readonly [EventType, V])[],
): (domainEvent: DomainEvent) => V | undefined {
  const values = new Map(entries.map(([{ topic }, value]) => [topic, value]))
  return ({ topic }) => values.get(topic)
}

/** Events may have been lost, so listeners must reread what they keep. Emitted on the affected node only. */
export const busGap = defineEvent<'*'>('bus.gap')

/** Wildcard: events of every type. */
export const anyEvent: EventType = { topic: '*', audience: 'none', is: (_): _ is DomainEvent => true }

export type DomainEventListener<E extends DomainEvent = DomainEvent> = (domainEvent: E) => void

/**
 * Carries events between nodes, this one included. `stage` runs inside the transaction of a change and `release` after
 * its commit, so that events are sent if and only if it commits.
 */
export interface EventBus {
  /** Sends its statement before it returns, or throws at once, so that the commit can be sent without waiting. */
  stage(sql: Sql, domainEvents: readonly DomainEvent[]): Promise<void>
  /** Calls the listeners of this node and, unless the database itself is the carrier, publishes to other nodes. */
  release(domainEvents: readonly DomainEvent[]): Promise<void>
  /** Calls the listener for every event of the type. Returns a function that unsubscribes. */
  listen<E extends DomainEvent>(type: EventType<E>, listener: DomainEventListener<E>): () => void
}
