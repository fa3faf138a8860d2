import type { Announcement } from '../../kernel/events.ts'
import { Failure } from '../../kernel/failure.ts'
import { type GraphContext, signed } from './context.ts'
import { makeQueue } from './queue.ts'

/** Announcements that wait for a subscriber at most. */
const MOST_WAITING = 256

const lagging = () =>
  new Failure('unavailable', 'You did not keep up with what was sent; subscribe again', { code: 'lagging' })
const missed = () => new Failure('unavailable', 'Something may have been missed; subscribe again', { code: 'gap' })
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
export function follow(context: GraphContext, { topics, concerns }: Wanted): AsyncIterableIterator<Announcement> {
  const { viewer, events } = signed(context)
  const { closing, cut } = context.connection
  const stops: (() => void)[] = []
  const queue = makeQueue<Announcement>({
    most: MOST_WAITING,
    overflow() {
      cut()
      return lagging()
    },
    end() {
      for (const stop of stops) stop()
    },
  })
  const hear = (announcement: Announcement) => concerns(announcement) && queue.push(announcement)
  const leave = () => queue.fail(goingAway())

  for (const topic of topics) stops.push(events.listen(topic, hear))
  stops.push(
    events.listen('session.revoked', ({ subject }) => subject === viewer.sessionId && queue.fail(sessionEnded())),
  )
  stops.push(events.listen('bus.gap', () => queue.fail(missed())))
  closing.addEventListener('abort', leave, { once: true })
  stops.push(() => closing.removeEventListener('abort', leave))
  return queue.taken
}
