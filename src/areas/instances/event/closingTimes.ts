import { type Instance, Prisma } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type InTransaction, transact } from '../../../kernel/transaction.ts'
import { notifyOccupantsOfClosing } from '../close.ts'
import { groupInstancesChanged } from '../events.ts'
import { lockInstancesAt, removeOccupants } from '../leave.ts'
import { settleQueues } from '../queue/queue.ts'

/** The instances of an event, or of all dates of a series. */
export const settleInstancesOfEvent = (scope: Scope, eventId: string): Promise<number> =>
  settleInstances(
    scope,
    Prisma.sql`(e.id = ${eventId} OR e."seriesId" = ${eventId} OR i."calendarEntryId" = ${eventId})`,
  )

/** Does for all instances of events what was missed, as when a node died. Returns their number. */
export const settleInstancesOfEvents = (scope: Scope): Promise<number> => settleInstances(scope, Prisma.sql`true`)

interface DueInstance {
  readonly location: string
  /** Null for an event that was cancelled. */
  readonly closesAt: Date | null
}

const INSTANCES_PER_RUN = 500

/**
 * Lets open instances of events close when their events say so now: those of moved events later or earlier, those of
 * cancelled ones at once. One whose closing time people have chosen keeps it until its event is cancelled.
 */
async function settleInstances(scope: Scope, isOfEvent: Prisma.Sql): Promise<number> {
  const due = await scope.sql<DueInstance>`
    SELECT i.location, CASE WHEN e."deletedAt" IS NULL THEN ${CLOSING_TIME} END AS "closesAt"
    FROM "Instance" AS i LEFT JOIN "CalendarEvent" AS e ON e.id = i."calendarEntryId"
    WHERE i."calendarEntryId" IS NOT NULL AND (i."closedAt" IS NULL OR i."closedAt" > ${scope.now}) AND ${isOfEvent}
      AND (e.id IS NULL OR e."deletedAt" IS NOT NULL
        OR i."closedAt" = i."eventClosesAt" AND i."eventClosesAt" <> ${CLOSING_TIME})
    ORDER BY i.location LIMIT ${INSTANCES_PER_RUN}`
  if (due.length > 0) await transact(scope, (tx) => closeDue(tx, due))
  return due.length
}

const CLOSING_TIME = Prisma.raw(`e."endsAt" + e."closeInstanceAfterEndMinutes" * interval '1 minute'`)

async function closeDue(tx: Scope & InTransaction, due: readonly DueInstance[]): Promise<void> {
  const locations = due.map(({ location }) => location)
  await lockInstancesAt(tx, locations)
  const instances = await tx.db.instance.findMany({ where: { location: { in: locations } } })
  const closingTimes = new Map(due.map(({ location, closesAt }) => [location, closesAt ?? tx.now]))
  for (const instance of instances) await closeAt(tx, instance, closingTimes.get(instance.location) ?? tx.now)
  const closed = locations.filter((location) => (closingTimes.get(location) ?? tx.now) <= tx.now)
  await settleQueues(tx, closed)
  await removeOccupants(tx, { locations: closed })
}

async function closeAt(tx: Scope & InTransaction, instance: Instance, closedAt: Date): Promise<void> {
  const { location, ownerId } = instance
  const data = { closedAt, eventClosesAt: closedAt, hardClose: true }
  await tx.db.instance.update({ where: { location }, data })
  if (closedAt <= tx.now) await notifyOccupantsOfClosing(tx, instance)
  if (ownerId) tx.emit(groupInstancesChanged(ownerId))
}
