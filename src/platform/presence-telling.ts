import type { Clock } from '../kernel/clock.ts'
import type { Tx } from '../kernel/database.ts'
import type { Announcement, EventBus } from '../kernel/events.ts'
import type { UserId } from '../kernel/ids.ts'
import type { Change } from './presence-here.ts'
import { BATCH, type PresenceStore } from './presence-store.ts'

export interface TellingOptions {
  readonly store: PresenceStore
  readonly events: EventBus
  readonly clock: Clock
}

export type Telling = ReturnType<typeof openTelling>

const presenceChanged = (subject: UserId): Announcement => ({ topic: 'presence.changed', subject })

/** How changes of presence are stored and announced: each standing that is another than was told before, once. */
export function openTelling({ store, events, clock }: TellingOptions) {
  /** `work` changes what is stored, and answers whose standing may be another by it. Announces `more` with the commit. */
  const tell = async (work: (tx: Tx) => Promise<readonly UserId[]>, more: readonly Announcement[] = []) => {
    const announcements = await store.exclusively(async (tx) => {
      const told = await store.settle(tx, [...new Set(await work(tx))], clock.now())
      const all = [...told.map(({ userId }) => presenceChanged(userId)), ...more]
      if (all.length > 0) await events.stage(tx, all)
      return all
    })
    if (announcements.length > 0) await events.release(announcements)
  }

  /** Most changes only say that people are still here. */
  const saveBatch = async (changes: readonly Change[]) => {
    const users = changes.filter(({ matters }) => matters).map(({ user }) => user)
    if (users.length > 0) return tell((tx) => store.save(tx, changes).then(() => users))
    await store.exclusively((tx) => store.save(tx, changes))
  }
  const sweepBatch = async (): Promise<number> => {
    let swept: UserId[] = []
    await tell(async (tx) => {
      swept = await store.sweep(tx, clock.now())
      return swept
    })
    return swept.length
  }

  return {
    tell,
    async save(changes: readonly Change[]) {
      for (let at = 0; at < changes.length; at += BATCH) await saveBatch(changes.slice(at, at + BATCH))
    },
    async sweep() {
      while ((await sweepBatch()) === BATCH);
    },
  }
}
