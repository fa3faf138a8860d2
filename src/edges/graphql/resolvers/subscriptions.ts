import { accountChanged } from '../../../areas/accounts/events.ts'
import { isStaff } from '../../../kernel/access.ts'
import { filterMapAsync, flattenAsync, makeAsyncIterator } from '../../../kernel/asyncIterator.ts'
import { BOUNDS } from '../../../kernel/bounds.ts'
import {
  busGap,
  byEventType,
  type DomainEvent,
  type DomainEventListener,
  defineEvent,
  type EventType,
} from '../../../kernel/events.ts'
import { adminOnly, Failure } from '../../../kernel/failure.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { sessionEnded } from '../../../kernel/sessionEnd.ts'
import type { StaffPermission } from '../../../kernel/staff.ts'
import { throttle } from '../../../kernel/throttle.ts'
import { createBoundedQueue } from '../../../live/asyncQueue.ts'
import { builder } from '../builder.ts'
import { type GraphContext, hasFinishedViewer } from '../context.ts'

/** Events that may be queued for a subscriber. */
const MAX_PENDING_EVENTS = BOUNDS.queuedEvents.most

const laggingSubscriber = () =>
  new Failure('unavailable', 'You did not keep up with what was sent; subscribe again', { reason: 'lagging' })
export const eventsMissed = () =>
  new Failure('unavailable', 'Something may have been missed; subscribe again', { reason: 'gap' })
const serverGoingAway = () =>
  new Failure('unavailable', 'The server is going away; subscribe again', { reason: 'going_away' })

/** The first event of a subscription that asks for the present state. It is sent to no bus. */
const subscriptionBegan = defineEvent<string>('subscription.began')
/** Whether an event is that first one, which has no ids of what has changed. */
export const isInitial = (domainEvent: DomainEvent): boolean => subscriptionBegan.is(domainEvent)
/** The kind of that event, where events have one. */
export const INITIAL_KIND = [subscriptionBegan, 'initial'] as const
export const INITIAL_DESCRIPTION = 'The state when the subscription began, for `initial`.'

/** The argument by which a subscription begins with an event that shows the present state. */
export const initialArgument = () =>
  builder.args((t) => ({
    initial: t.boolean({
      defaultValue: false,
      description: 'Whether an event with the present state comes first, from which on no change is missed.',
    }),
  }))

/** What is followed, and whether the present state comes first. */
interface EventFilter {
  readonly types: readonly EventType[]
  /** An id that the events have; left out: they may be about anything. */
  readonly about?: string
  /** Milliseconds in which at most one event comes: the latest. */
  readonly every?: number
  /** What events are told apart by, so that the latest of each comes; left out: the latest of all. */
  readonly each?: (event: DomainEvent) => string
  readonly initial?: boolean | null | undefined
}

function listenFor(context: GraphContext, { types, about, every, each }: EventFilter, take: DomainEventListener) {
  if (every === undefined) return listenAtOnce(context, { types, about }, take)
  const throttled = throttle(take, every, each)
  return [throttled.stop, ...listenAtOnce(context, { types, about }, throttled.take)]
}

const listenAtOnce = (
  { viewerScope, live }: GraphContext,
  { types, about }: { readonly types: readonly EventType[]; readonly about: string | undefined },
  take: DomainEventListener,
) =>
  types.map((type) =>
    about === undefined ? viewerScope.events.listen(type, take) : live.subjectEvents.subscribe(type, about, take),
  )

/**
 * The events that match a filter, for a logged-in subscriber. Ends with an error when the session ends, the server
 * shuts down, events may have been lost, or the subscriber is too slow.
 */
export const followEvents = (context: GraphContext, filter: EventFilter) => followAnyEvents(context, [filter])

/** Like followEvents, for events that match one of several filters. */
export const followAnyEvents = (context: GraphContext, filters: readonly EventFilter[]) =>
  followSources(
    context,
    (take) => filters.flatMap((filter) => listenFor(context, filter, take)),
    filters.some(({ initial }) => initial),
  )

/** Like followEvents, for events about the subscriber. */
export const followOwnEvents = (context: GraphContext, types: readonly EventType[], initial?: boolean | null) =>
  followEvents(context, { types, about: context.viewerScope.viewer.id, initial })

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

/** Events that people with one of these permissions of the staff may follow. */
interface StaffEventFilter extends EventFilter {
  readonly anyOf: readonly StaffPermission[]
}

/** Like followEvents, for the staff: it also ends when the subscriber loses the permissions. */
export const followEventsAsStaff = (context: GraphContext, filter: StaffEventFilter) =>
  followSources(context, (take, fail) => attachAsStaff(context, filter, take, fail), filter.initial === true)

function attachAsStaff(
  ...[context, filter, take, fail]: [GraphContext, StaffEventFilter, ...Parameters<AttachSources>]
) {
  const { events, viewer } = context.viewerScope
  const recheck = async () => {
    const current = await context.connection.lookUpScope({ skipTouch: true })
    if (!isStaff(current, ...filter.anyOf)) fail(adminOnly())
  }
  const onAccountChanged = ({ subject }: DomainEvent) =>
    subject === viewer.id && void recheck().catch(() => fail(eventsMissed()))
  return [events.listen(accountChanged, onAccountChanged), ...listenFor(context, filter, take)]
}

/** The current rights of a subscriber; null when the session has ended, which ends the subscription, too. */
export async function currentScope({ connection }: GraphContext): Promise<ViewerScope | null> {
  const scope = await connection.lookUpScope({ skipTouch: true })
  return hasFinishedViewer(scope) ? scope : null
}

/** What a subscriber follows, as they see it. */
interface Followed<V> {
  /** What they saw when the subscription began. */
  readonly first: V
  /** What they see now; null if they cannot see it any longer. */
  readonly see: (scope: ViewerScope) => Promise<V | null>
  /** Whether an event is told, by what was seen before it and is seen after it; each is by default. */
  readonly isTold?: (event: DomainEvent, before: V | null, after: V | null) => boolean
}

/**
 * The events about something that the subscriber can see. When they cannot any longer, one event tells so, and none follows
 * until they can see it again.
 */
export function whileVisible<V>(
  context: GraphContext,
  events: AsyncIterator<DomainEvent>,
  { first, see, isTold = () => true }: Followed<V>,
): AsyncIterableIterator<DomainEvent> {
  let seen: V | null = first
  return filterMapAsync(events, async (event) => {
    const scope = await currentScope(context)
    const before = seen
    seen = scope && (await see(scope))
    if (before === null && seen === null) return null
    return isTold(event, before, seen) ? event : null
  })
}

/** The events whose audience includes the subscriber and that match. Ends like followEvents. */
export const followFanOut = (
  context: GraphContext,
  matches: (domainEvent: DomainEvent) => boolean,
  initial?: boolean | null,
) => {
  const attach: AttachSources = (take, fail) => [
    context.live.fanOut.subscribe(context.viewerScope.viewer.id, (domainEvent) => {
      if (busGap.is(domainEvent)) fail(eventsMissed())
      else if (matches(domainEvent)) take(domainEvent)
    }),
  ]
  return followSources(context, attach, initial === true)
}

/** The events that tell of changes of the public figures, at most one in some seconds. Ends like followEvents. */
export const followServerActivity = (context: GraphContext, initial?: boolean | null) =>
  followSources(context, (take) => [context.live.serverActivity.subscribe(take)], initial === true)

type AttachSources = (take: DomainEventListener, fail: (error: Error) => void) => readonly (() => void)[]

function followSources(
  context: GraphContext,
  attach: AttachSources,
  initial = false,
): AsyncIterableIterator<DomainEvent> {
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
  if (initial) queue.push(subscriptionBegan(context.viewerScope.viewer.id))
  return queue.values
}

/** Calls `fail` when the session ends or the server shuts down. Returns functions that stop watching. */
function watchSessionAndServer(context: GraphContext, fail: (error: Error) => void): (() => void)[] {
  const { closing } = context.connection
  const onClosing = () => fail(serverGoingAway())
  closing.addEventListener('abort', onClosing, { once: true })
  return [
    context.live.sessions.bind(context.viewerScope.viewer, (reason) => fail(sessionEnded({ reason }))),
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
