import { randomUUID } from 'node:crypto'
import { type Clock, SECOND } from '../kernel/clock.ts'
import type { Db } from '../kernel/database.ts'
import type { EventBus } from '../kernel/events.ts'
import { isId, type UserId } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import type { Presence, Standing } from '../kernel/presence.ts'
import type { Closing } from './platform.ts'
import { openHere } from './presence-here.ts'
import { openRounds } from './presence-rounds.ts'
import { openPresenceStore, type Told } from './presence-store.ts'
import { openTelling } from './presence-telling.ts'

export interface PresenceOptions {
  readonly client: Db
  readonly events: EventBus
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds between two batches, and between two signs of life. */
  readonly flushEvery?: number
  readonly beatEvery?: number
  /** Milliseconds without a sign of life after which a node is dead; the same on every node. */
  readonly deadAfter?: number
}

/**
 * Presence in PostgreSQL, also where Redis carries events. Each node stores in batches who is here by it, and beats; a
 * node that beats no more is swept up by the others within half a minute, with all that it knew. A node that stops
 * leaves its rows to them too: whoever was here by a request of it may be back on another by then. A database that
 * does not answer fails no request: then this node knows only of its own people.
 */
export function openPresence(options: PresenceOptions): Presence & Closing {
  const { client, events, clock, log } = options
  const { flushEvery = SECOND, beatEvery = 5 * SECOND, deadAfter = 20 * SECOND } = options
  const store = openPresenceStore({ client, node: randomUUID(), deadAfter })
  const here = openHere()
  const telling = openTelling({ store, events, clock })
  const rounds = openRounds({ here, store, telling, clock, log, flushEvery, beatEvery })
  const { unanswered } = rounds
  const stop = events.listen(GONE, ({ subject }) => isId('user', subject) && here.forgetRequests(subject))

  // Anybody may ask, and it is the dearest question: whoever asks while it is being answered gets the same answer.
  let counting: Promise<number> | undefined
  const count = async (now: Date) => {
    await rounds.flush()
    return (await store.count(now).catch(unanswered)) ?? here.size()
  }

  return {
    seen: (user, at, via) => here.request(user, via, at.getTime()),
    arrive(user, via) {
      here.socket(user, via, 1)
      return () => here.socket(user, via, -1)
    },
    async standings(users, now) {
      const stored = users.length > 0 ? await store.elsewhere(users, now).catch(unanswered) : []
      return combine(users, stored ?? [], (user) => here.standing(user, now.getTime()))
    },
    countOnline(now) {
      counting ??= count(now).finally(() => {
        counting = undefined
      })
      return counting
    },
    async gone(user) {
      here.forgetRequests(user)
      await rounds.flush()
      await rounds.run(() => telling.tell((tx) => store.removeRequests(tx, user), [{ topic: GONE, subject: user }]))
    },
    async close() {
      rounds.stop()
      stop()
      await rounds.flush()
    },
  }
}

/** Every node forgets the person's requests. */
const GONE = 'presence.gone'

const RANK: Record<Standing, number> = { offline: 0, active: 1, online: 2 }

/** What this node knows together with what all have stored: whichever is nearer. */
function combine(users: readonly UserId[], stored: readonly Told[], own: (user: UserId) => Standing) {
  const elsewhere = new Map(stored.map(({ userId, standing }) => [userId, standing]))
  const nearer = (one: Standing, other: Standing = 'offline') => (RANK[other] > RANK[one] ? other : one)
  return new Map(users.map((user) => [user, nearer(own(user), elsewhere.get(user))]))
}
