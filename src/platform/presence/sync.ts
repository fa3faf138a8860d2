import type { Clock } from '../../kernel/clock.ts'
import type { Sql } from '../../kernel/database.ts'
import type { DomainEvent, EventBus } from '../../kernel/events.ts'
import type { UserId } from '../../kernel/ids.ts'
import { keyedMutex } from '../../kernel/keyedSlots.ts'
import type { Log } from '../../kernel/log.ts'
import { presenceChanged } from '../../kernel/presence.ts'
import type { LocalPresence, PresenceChange } from './localPresence.ts'
import { BATCH_SIZE, type PresenceStore } from './store.ts'

interface PresencePublisherOptions {
  readonly store: PresenceStore
  readonly events: EventBus
  readonly clock: Clock
}

type PresencePublisher = ReturnType<typeof openPresencePublisher>

/** Stores changes of presence and announces each changed status once. */
export function openPresencePublisher({ store, events, clock }: PresencePublisherOptions) {
  /** Runs `work`, which changes rows of these users. Publishes `more` with the commit. */
  const tell = async (
    users: readonly UserId[],
    work: (sql: Sql) => Promise<void>,
    more: readonly DomainEvent[] = [],
  ) => {
    const domainEvents = await store.withLock(users, async (sql) => {
      await work(sql)
      const told = await store.updateStatuses(sql, users, clock.now())
      const all = [...told.map(({ userId }) => presenceChanged(userId)), ...more]
      if (all.length > 0) await events.stage(sql, all)
      return all
    })
    if (domainEvents.length > 0) await events.release(domainEvents)
  }

  /** Most changes only prolong a presence, so no status can change. */
  const saveBatch = async (changes: readonly PresenceChange[]) => {
    const users = changes.map(({ user }) => user)
    const save = (sql: Sql) => store.save(sql, changes)
    if (changes.some(({ matters }) => matters)) return tell(users, save)
    await store.withLock(users, save)
  }
  const sweepBatch = async (): Promise<number> => {
    const gone = await store.findGone(clock.now())
    const users = [...new Set(gone)]
    if (users.length > 0) await tell(users, (sql) => store.removeGone(sql, users, clock.now()))
    return gone.length
  }

  return {
    tell,
    async save(changes: readonly PresenceChange[]) {
      for (let at = 0; at < changes.length; at += BATCH_SIZE) await saveBatch(changes.slice(at, at + BATCH_SIZE))
    },
    async sweep() {
      while ((await sweepBatch()) === BATCH_SIZE);
    },
  }
}

interface PresenceSyncOptions {
  readonly here: LocalPresence
  readonly store: PresenceStore
  readonly telling: PresencePublisher
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds between two batches, and between two heartbeats. */
  readonly flushEvery: number
  readonly beatEvery: number
}

/** Periodic work of a node for presence. Errors are logged and never thrown. */
interface PresenceSync {
  /** Stores the changes since the last call. */
  flush(): Promise<void>
  /** Runs changes of the store one after the other. */
  run(work: () => Promise<void>): Promise<void>
  unanswered(error: unknown): void
  stop(): void
}

export function openPresenceSync({
  here,
  store,
  telling,
  clock,
  log,
  flushEvery,
  beatEvery,
}: PresenceSyncOptions): PresenceSync {
  const inTurn = keyedMutex()
  const unanswered = (error: unknown) => log.warn({ err: error }, 'presence of other nodes is unavailable')
  const run = (work: () => Promise<void>) => inTurn('store', work).catch(unanswered)
  let begun = false

  /** A heartbeat that finds no row means that others took the node for dead: it stores all its presence again. */
  const beat = async () => {
    if (await store.beat()) here.markAllChanged()
    begun = true
  }
  const save = async () => {
    if (!here.hasChanged()) return
    // Presence rows of a node count only after its first heartbeat.
    if (!begun) await beat()
    const changes = here.takeChanges(clock.now().getTime())
    await telling.save(changes).catch((error: unknown) => {
      here.restoreChanges(changes)
      throw error
    })
  }
  const sweep = () => {
    here.removeExpired(clock.now().getTime())
    return telling.sweep()
  }
  /** Heartbeats don't wait for batches. */
  const round = async () => {
    await inTurn('beat', beat).catch(unanswered)
    await run(sweep)
  }

  const timers = [setInterval(() => run(save), flushEvery).unref(), setInterval(round, beatEvery).unref()]
  return {
    flush: () => run(save),
    run,
    unanswered,
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
