import { type Clock, later, SECOND } from '../kernel/clock.ts'
import type { Db, Tx } from '../kernel/database.ts'
import type { Announcement } from '../kernel/events.ts'
import { Announced } from './events-listeners.ts'

/** After this an announcement that still stands here belongs to a node that died, or to a Redis that was down. */
const OVERDUE = 5 * SECOND
const AT_ONCE = 500

/** The announcements that were committed and are not known to have been published. */
export function openOutbox(client: Db, clock: Clock) {
  const rowOf = new WeakMap<Announcement, bigint>()
  return {
    async put(tx: Tx, announcements: readonly Announcement[]) {
      const createdAt = clock.now()
      const data = announcements.map(({ topic, subject, ids }) => ({ topic, subject, ids: ids ?? {}, createdAt }))
      const rows = await tx.outbox.createManyAndReturn({ data, select: { id: true } })
      for (const [at, announcement] of announcements.entries()) {
        const row = rows[at]
        if (row) rowOf.set(announcement, row.id)
      }
    },
    async overdue(): Promise<Announcement[]> {
      const where = { createdAt: { lt: later(clock.now(), -OVERDUE) } }
      const rows = await client.outbox.findMany({ where, orderBy: { id: 'asc' }, take: AT_ONCE })
      return rows.map(({ id, topic, subject, ids }) => {
        const announcement = Announced.parse({ topic, subject, ids })
        rowOf.set(announcement, id)
        return announcement
      })
    },
    async remove(announcements: readonly Announcement[]) {
      const ids = announcements.flatMap((announcement) => rowOf.get(announcement) ?? [])
      if (ids.length > 0) await client.outbox.deleteMany({ where: { id: { in: ids } } })
    },
  }
}
