import { addMilliseconds, DAY, MINUTE } from '../../../kernel/clock.ts'
import { newUuid } from '../../../kernel/ids.ts'
import { deleteInBatches } from '../../../kernel/retention.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { runDeliveries } from '../../groups/content/deliveries.ts'
import { LATEST_REMINDER } from './content.ts'
import { EVENT_DELIVERIES, noticeColumns } from './deliveries.ts'
import { storeStarts } from './queries.ts'

/** How long before the start people are reminded of an event. */
const LEAD = 15 * MINUTE
const EVENTS_PER_BATCH = 200

/**
 * Reminds the followers of events that start soon. A reminder is stored with its delivery, and once for each start of an
 * event: several runs at a time and killed ones remind nobody twice and leave nobody out. Returns the number of starts.
 */
export async function remindOfEvents(scope: Scope): Promise<number> {
  for (let count = 0; ; ) {
    const { due, stored, deliveries } = await storeReminders(scope)
    await runDeliveries(scope, EVENT_DELIVERIES, deliveries)
    count += stored
    if (due < EVENTS_PER_BATCH) return count
  }
}

/** Stores the reminders of one batch. */
const storeReminders = (scope: Scope) =>
  transact({ ...scope, now: scope.clock.now() }, async (tx) => {
    const { db, now } = tx
    const span = { from: addMilliseconds(now, -LATEST_REMINDER), to: addMilliseconds(now, LEAD) }
    const starts = await storeStarts(tx, { ...span, limit: EVENTS_PER_BATCH })
    const rows = starts
      .filter(({ isNew, isFollowed }) => isNew && isFollowed)
      .map((event) => ({
        ...noticeColumns(event, 'eventFollowers', { notice: 'starting', startsAt: event.startsAt, authorId: '' }),
        id: newUuid(now),
        kind: 'send',
        createdAt: now,
      }))
    await db.groupDelivery.createMany({ data: rows })
    const stored = starts.filter(({ isNew }) => isNew).length
    return { due: starts.length, stored, deliveries: rows.map(({ id }) => id) }
  })

const RETENTION = DAY

/** Deletes reminders of past starts, of which nobody is reminded any longer. Returns their number. */
export function deletePastReminders({ client, now }: Scope): Promise<number> {
  const where = { startsAt: { lte: addMilliseconds(now, -RETENTION) } }
  return deleteInBatches((limit) => client.calendarReminder.deleteMany({ where, limit }))
}
