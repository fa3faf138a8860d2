import { accountChanged } from '../../../areas/accounts/events.ts'
import { flattenAsync, makeAsyncIterator } from '../../../kernel/asyncIterator.ts'
import { BOUNDS } from '../../../kernel/bounds.ts'
import {
  busGap,
  byEventType,
  type DomainEvent,
  type DomainEventListener,
  type EventType,
} from '../../../kernel/events.ts'
import { adminOnly, Failure } from '../../../kernel/failure.ts'
import { createBoundedQueue } from '../../../live/asyncQueue.ts'
import type { GraphContext } from '../context.ts'

/**
 * Passes on at most one value in `every` milliseconds: the first at once, then the latest of each interval. `stop`
 * drops a pending value.
 */
function throttle<T>(take: (value: T) => void, every: number) {
  let pending: readonly T[] = []
  let timer: NodeJS.Timeout | undefined
  const pass = (value: T) => {
    pending = []
    timer = setTimeout(onInterval, every)
    timer.unref()
    take(value)
  }
  const onInterval = () => {
    timer = undefined
    for (const value of pending) pass(value)
  }
  return {
    take(value: T) {
      if (timer === undefined) pass(value)
      else pending = [value]
    },
    stop() {
      clearTimeout(timer)
      pending = []
    },
  }
}

/** Events that may be queued for a subscriber. */
const MAX_PENDING_EVENTS = BOUNDS.queuedEvents.most

const laggingSubscriber = () =>
  new Failure('unavailable', 'You did not keep up with what was sent; subscribe again', { reason: 'lagging' })
export const eventsMissed = () =>
  new Failure('unavailable', 'Something may have been missed; subscribe again', { reason: 'gap' })
const serverGoingAway = () =>
  new Failure('unavailable', 'The server is going away; subscribe again', { reason: 'going_away' })
const sessionEnded = () => new Failure('unauthenticated', 'The session has ended', { reason: 'session_ended' })

interface EventFilter {
  readonly types: readonly EventType[]
  /** An id that the events have; left out: they may be about anything. */
  readonly about?: string
}

const listenFor = ({ viewerScope, live }: GraphContext, { types, about }: EventFilter, take: DomainEventListener) =>
  types.map((type) =>
    about === undefined ? viewerScope.events.listen(type, take) : live.subjectEvents.subscribe(type, about, take),
  )

/**
 * The events that match a filter, for a logged-in subscriber. Ends with an error when the session ends, the server
 * shuts down, events may have been lost, or the subscriber is too slow.
 */
export const followEvents = (context: GraphContext, filter: EventFilter) =>
  followSources(context, (take) => listenFor(context, filter, take))

/** Like followEvents, for events that match one of several filters. */
export const followAnyEvents = (context: GraphContext, filters: readonly EventFilter[]) =>
  followSources(context, (take) => filters.flatMap((filter) => listenFor(context, filter, take)))

/** Like followEvents, for events about the subscriber. */
export const followOwnEvents = (context: GraphContext, types: readonly EventType[]) =>
  followEvents(context, { types, about: context.viewerScope.viewer.id })

/** The events that a subscription follows, each with the kind by which its field `kind` names it. */
export function eventKinds<K extends string>(entries: readonly (readonly [type: EventType, kind: K])[]) {
  const find = byEventType(entries)
  return {
    types: entries.map(([type]) => type),
    kindOf(domainEvent: DomainEvent): K {
      const kind = find(domainEvent)
      if (kind === undefined) throw new Error(`the event ${domainEvent.topic} has no kind in this subscription`)
      return kind
    },
  }
}

/** Like followEvents, but at most one event in `every` milliseconds: the latest. */
export const followEventsThrottled = (context: GraphContext, filter: EventFilter, every: number) =>
  followSources(context, (take) => {
    const throttled = throttle(take, every)
    return [throttled.stop, ...listenFor(context, filter, throttled.take)]
  })

/** Like followEvents, for admins: it also ends when the subscriber loses admin rights. */
export const followEventsAsAdmin = (context: GraphContext, filter: EventFilter) =>
  followSources(context, (take, fail) => {
    const { events, viewer } = context.viewerScope
    const recheck = async () => {
      const { viewer: current } = await context.connection.lookUpScope({ skipTouch: true })
      if (!current?.admin) fail(adminOnly())
    }
    const onAccountChanged = ({ subject }: DomainEvent) =>
      subject === viewer.id && void recheck().catch(() => fail(eventsMissed()))
    return [events.listen(accountChanged, onAccountChanged), ...listenFor(context, filter, take)]
  })

/** The events whose audience includes the subscriber and that match. Ends like followEvents. */
export const followFanOut = (context: GraphContext, matches: (domainEvent: DomainEvent) => boolean) =>
  followSources(context, (take, fail) => [
    context.live.fanOut.subscribe(context.viewerScope.viewer.id, (domainEvent) => {
      if (busGap.is(domainEvent)) fail(eventsMissed())
      else if (matches(domainEvent)) take(domainEvent)
    }),
  ])

type AttachSources = (take: DomainEventListener, fail: (error: Error) => void) => readonly (() => void)[]

function followSources(context: GraphContext, attach: AttachSources): AsyncIterableIterator<DomainEvent> {
  const stops: (() => void)[] = []
  const queue = createBoundedQueue<DomainEvent>({
    capacity: MAX_PENDING_EVENTS,
    overflow() {
      context.connection.disconnect()
      return laggingSubscriber()
    },
    end() {
      for (const stop of stops) stop()
    },
  })
  stops.push(
    context.viewerScope.events.listen(busGap, () => queue.fail(eventsMissed())),
    ...attach(queue.push, queue.fail),
    ...watchSessionAndServer(context, queue.fail),
  )
  return queue.values
}

/** Calls `fail` when the session ends or the server shuts down. Returns functions that stop watching. */
function watchSessionAndServer(context: GraphContext, fail: (error: Error) => void): (() => void)[] {
  const { closing } = context.connection
  const onClosing = () => fail(serverGoingAway())
  closing.addEventListener('abort', onClosing, { once: true })
  return [
    context.live.sessions.bind(context.viewerScope.viewer, () => fail(sessionEnded())),
    () => closing.removeEventListener('abort', onClosing),
  ]
}

/**
 * The items of batches, for a logged-in subscriber, read on demand. Ends with an error when the session ends or the
 * server shuts down, but not after a gap of the event bus: batches continue from their position.
 */
export function followBatches<T>(
  context: GraphContext,
  batches: AsyncIterableIterator<readonly T[]>,
): AsyncIterableIterator<T> {
  const items = flattenAsync(batches)
  let failure: Error | undefined
  const stops: (() => void)[] = []
  const end = () => {
    for (const stop of stops.splice(0)) stop()
    return items.return?.()
  }
  const fail = (error: Error) => {
    failure = error
    void end()
  }
  stops.push(...watchSessionAndServer(context, fail))

  const next = async () => {
    const { value } = await items.next()
    const thrown = failure
    failure = undefined
    if (thrown) throw thrown
    return value
  }
  return makeAsyncIterator({ next, end })
}

/** Options of a subscription of which all subscribers get one payload for each event: it shows only what each of them may see. */
export const PAYLOAD_FOR_ALL = { facts: { isSameForAll: true } } as const

/** Options of a field of such a payload: its object has values for these fields, `Type.field`, which elsewhere depend on the viewer. */
export const withValuesFor = (...fields: readonly `${string}.${string}`[]) => ({ facts: { sameForAllBelow: fields } })
