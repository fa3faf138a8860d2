import { addMilliseconds, DAY, MINUTE } from '../../../kernel/clock.ts'
import { newUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { transact } from '../../../kernel/transaction.ts'
import { runDeliveries } from '../../groups/content/deliveries.ts'
import { LATEST_REMINDER } from './content.ts'
import { EVENT_DELIVERIES, noticeColumns } from './deliveries.ts'

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

interface RemindedStart {
  readonly id: string
  readonly groupId: string
  readonly startsAt: Date
  readonly isNew: boolean
  readonly isFollowed: boolean
}

/** Stores the reminders of one batch. Rows are inserted in the order of their ids, in which others lock events. */
const storeReminders = (scope: Scope) =>
  transact({ ...scope, now: scope.clock.now() }, async ({ db, sql, now }) => {
    const starts = await sql<RemindedStart>`
      WITH due AS (
        SELECT event.id, event."groupId", event."seriesId", event."startsAt" FROM "CalendarEvent" AS event
          JOIN "Group" ON "Group".id = event."groupId" AND "Group"."deletedAt" IS NULL
        WHERE event.kind <> 'series' AND NOT event."isDraft" AND event."deletedAt" IS NULL
          AND event."startsAt" >= ${addMilliseconds(now, -LATEST_REMINDER)}
          AND event."startsAt" <= ${addMilliseconds(now, LEAD)}
          AND NOT EXISTS (
            SELECT FROM "CalendarReminder" AS past
            WHERE past."eventId" = event.id AND past."startsAt" = event."startsAt"
          )
        ORDER BY event.id LIMIT ${EVENTS_PER_BATCH}
      ), stored AS (
        INSERT INTO "CalendarReminder" ("eventId", "startsAt") SELECT id, "startsAt" FROM due ORDER BY id
        ON CONFLICT DO NOTHING RETURNING "eventId"
      )
      SELECT due.id, due."groupId", due."startsAt", stored."eventId" IS NOT NULL AS "isNew", EXISTS (
        SELECT FROM "CalendarFollow" WHERE "eventId" IN (due.id, due."seriesId") AND "isFollowing"
      ) AS "isFollowed"
      FROM due LEFT JOIN stored ON stored."eventId" = due.id`
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
export async function deletePastReminders({ client, now }: Scope): Promise<number> {
  const { count } = await client.calendarReminder.deleteMany({
    where: { startsAt: { lte: addMilliseconds(now, -RETENTION) } },
  })
  return count
}
