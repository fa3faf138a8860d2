import type { Announcement } from '../../kernel/events.ts'
import { adminOnly, Failure } from '../../kernel/failure.ts'
import { type GraphContext, signed } from './context.ts'
import { makeQueue } from './queue.ts'
import { slowly } from './slowly.ts'

/** Announcements that wait for a subscriber at most. */
const MOST_WAITING = 256

const lagging = () =>
  new Failure('unavailable', 'You did not keep up with what was sent; subscribe again', { code: 'lagging' })
export const missed = () =>
  new Failure('unavailable', 'Something may have been missed; subscribe again', { code: 'gap' })
const goingAway = () => new Failure('unavailable', 'The server is going away; subscribe again', { code: 'going_away' })
const sessionEnded = () => new Failure('unauthenticated', 'The session has ended', { code: 'session_ended' })

export interface Wanted {
  readonly topics: readonly string[]
  readonly concerns: (announcement: Announcement) => boolean
}

/**
 * The announcements that a signed-in subscriber waits for. Ends with an error that says what to do when the session
 * ends, the server goes away, or the subscriber does not keep up.
 */
export const follow = (context: GraphContext, { topics, concerns }: Wanted) =>
  followBy(context, (take) => {
    const { events } = signed(context)
    const hear = (announcement: Announcement) => concerns(announcement) && take(announcement)
    return [events.listen('bus.gap', take), ...topics.map((topic) => events.listen(topic, hear))]
  })

/** The same, but no oftener than every so many milliseconds: whoever hears of it reads how things stand by then. */
export const followSlowly = (context: GraphContext, { topics, concerns }: Wanted, every: number) =>
  followBy(context, (take) => {
    const { events } = signed(context)
    const slow = slowly(take, every)
    const hear = (announcement: Announcement) => concerns(announcement) && slow.take(announcement)
    return [slow.stop, events.listen('bus.gap', take), ...topics.map((topic) => events.listen(topic, hear))]
  })

/** The same for an admin: it ends when the subscriber is none any more, too. */
export const followAsAdmin = (context: GraphContext, { topics, concerns }: Wanted) =>
  followBy(context, (take, fail) => {
    const { events, viewer } = signed(context)
    const hear = (announcement: Announcement) => concerns(announcement) && take(announcement)
    const look = async () => {
      const { viewer: now } = await context.connection.look({ quiet: true })
      if (!now?.admin) fail(adminOnly())
    }
    const ranked = ({ subject }: Announcement) => subject === viewer.id && void look().catch(() => fail(missed()))
    return [
      events.listen('bus.gap', take),
      events.listen('account.changed', ranked),
      ...topics.map((topic) => events.listen(topic, hear)),
    ]
  })

/** The same for what concerns the subscriber by what people are to each other; `concerns` leaves some of it out. */
export const followAudience = (context: GraphContext, concerns: (announcement: Announcement) => boolean) =>
  followBy(context, (take) => [
    context.live.audience.hear(
      signed(context).viewer.id,
      (announcement) => (isGap(announcement) || concerns(announcement)) && take(announcement),
    ),
  ])

const isGap = ({ topic }: Announcement) => topic === 'bus.gap'

type Attach = (take: (announcement: Announcement) => void, fail: (error: Error) => void) => readonly (() => void)[]

function followBy(context: GraphContext, attach: Attach): AsyncIterableIterator<Announcement> {
  const stops: (() => void)[] = []
  const queue = makeQueue<Announcement>({
    most: MOST_WAITING,
    overflow() {
      context.connection.cut()
      return lagging()
    },
    end() {
      for (const stop of stops) stop()
    },
  })
  const take = (announcement: Announcement) => (isGap(announcement) ? queue.fail(missed()) : queue.push(announcement))
  stops.push(...attach(take, queue.fail), ...watchEnd(context, queue.fail))
  return queue.taken
}

/** Tells when the session ends or the server goes away. Answers the ways to stop. */
function watchEnd(context: GraphContext, fail: (error: Error) => void): (() => void)[] {
  const { closing } = context.connection
  const leave = () => fail(goingAway())
  closing.addEventListener('abort', leave, { once: true })
  return [
    context.live.sessions.bind(signed(context).viewer, () => fail(sessionEnded())),
    () => closing.removeEventListener('abort', leave),
  ]
}

/**
 * What comes in batches to a signed-in subscriber, one by one, taken from `batches` as the subscriber takes it. Ends as
 * the above does, but a gap is no end: whoever reads from a place on misses nothing.
 */
export function followBatches<T>(
  context: GraphContext,
  batches: AsyncIterableIterator<readonly T[]>,
): AsyncIterableIterator<T> {
  let waiting: readonly T[] = []
  let failure: Error | undefined
  let ended = false
  const stops: (() => void)[] = []
  const end = () => {
    ended = true
    for (const stop of stops.splice(0)) stop()
    waiting = []
    void batches.return?.()
  }
  const fail = (error: Error) => {
    if (ended) return
    failure = error
    end()
  }
  stops.push(...watchEnd(context, fail))

  /** The failure is told once: whoever asks again hears of the end. */
  const tellFailure = () => {
    const last = failure
    failure = undefined
    if (last) throw last
  }
  const next = async () => {
    if (waiting.length === 0 && !failure) waiting = (await batches.next()).value ?? []
    tellFailure()
    const [value, ...rest] = waiting
    waiting = rest
    return value === undefined ? ({ value, done: true } as const) : ({ value, done: false } as const)
  }
  return {
    next,
    async return() {
      end()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
