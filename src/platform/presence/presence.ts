import { randomUUID } from 'node:crypto'
import { type Clock, SECOND } from '../../kernel/clock.ts'
import type { Begin, Sql } from '../../kernel/database.ts'
import type { EventBus } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Log } from '../../kernel/log.ts'
import { type Presence, type PresenceStatus, presenceForgotten } from '../../kernel/presence.ts'
import type { Closable } from '../platform.ts'
import { openLocalPresence } from './localPresence.ts'
import { openOtherNodes } from './remoteStatuses.ts'
import { openPresenceStore } from './store.ts'
import { openPresencePublisher, openPresenceSync } from './sync.ts'

interface PresenceOptions {
  readonly sql: Sql
  readonly begin: Begin
  readonly events: EventBus
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds between two batches, and between two heartbeats. */
  readonly flushEvery?: number
  readonly beatEvery?: number
  /** Milliseconds without a heartbeat after which a node counts as dead; must be equal on every node. */
  readonly deadAfter?: number
}

/**
 * Presence in PostgreSQL, also where Redis carries events. Each node stores its present users in batches and sends
 * heartbeats. Other nodes delete the rows of a node without heartbeats within half a minute. A node that stops leaves its
 * rows to them, too, because its users may be back on another node by then. While the database is down no request fails,
 * and the node knows only its own users.
 */
export function openPresence(options: PresenceOptions): Presence & Closable {
  const { sql, begin, events, clock, log } = options
  const { flushEvery = SECOND, beatEvery = 5 * SECOND, deadAfter = 20 * SECOND } = options
  const store = openPresenceStore({ sql, begin, node: randomUUID(), deadAfter })
  const here = openLocalPresence()
  const readElsewhere = openOtherNodes(store)
  const telling = openPresencePublisher({ store, events, clock })
  const rounds = openPresenceSync({ here, store, telling, clock, log, flushEvery, beatEvery })
  const { unanswered } = rounds
  const stop = events.listen(presenceForgotten, ({ subject }) => here.forgetRequests(subject))

  // The count is expensive and public: concurrent callers share one query.
  let counting: Promise<number> | undefined
  const count = async (now: Date) => {
    await rounds.flush()
    return (await store.count(now).catch(unanswered)) ?? here.size()
  }

  return {
    recordRequest: (user, at, via) => here.noteRequest(user, via, at.getTime()),
    connect(user, via) {
      here.noteSocket(user, via, 1)
      return () => here.noteSocket(user, via, -1)
    },
    async statuses(users, now) {
      const stored = users.length > 0 ? await readElsewhere(users, now).catch(unanswered) : []
      return mergeStatuses(users, stored ?? [], (user) => here.statusOf(user, now.getTime()))
    },
    countOnline(now) {
      counting ??= count(now).finally(() => {
        counting = undefined
      })
      return counting
    },
    async listOnline(now) {
      await rounds.flush()
      return store.list(now)
    },
    async forget(user) {
      here.forgetRequests(user)
      await rounds.flush()
      await rounds.run(() => telling.tell([user], (sql) => store.removeRequests(sql, user), [presenceForgotten(user)]))
    },
    async close() {
      rounds.stop()
      stop()
      await rounds.flush()
    },
  }
}

const STATUS_RANK: Record<PresenceStatus, number> = { offline: 0, active: 1, online: 2 }

/** Combines local and stored presence: the more present status wins. */
function mergeStatuses(
  users: readonly UserId[],
  stored: readonly (readonly [UserId, PresenceStatus])[],
  own: (user: UserId) => PresenceStatus,
) {
  const merged = new Map(users.map((user) => [user, own(user)]))
  for (const [user, status] of stored) merged.set(user, nearer(status, merged.get(user)))
  return merged
}

const nearer = (one: PresenceStatus, other: PresenceStatus = 'offline') =>
  STATUS_RANK[other] > STATUS_RANK[one] ? other : one
