import { Prisma } from '../generated/prisma/client.ts'
import type { DomainEvent, NoticeParts } from './events.ts'
import { type HeldLocks, noLocks } from './locks.ts'
import { prepareSql } from './preparedSql.ts'
import type { Scope } from './scope.ts'
import { isInTransaction, retryConflicts } from './transaction.ts'

/** A write by one statement. Its values are in two objects, `Values` of each write and `Given` of a kind of write. */
export interface StatementWrite<Values extends object, Given extends object> {
  /** Name of the prepared statement. */
  readonly name: string
  /**
   * Makes the statement from placeholders of the values. It answers one row with `eventId` if it has written, else none.
   * `sendNotice` makes the SQL expression that announces the event; its argument is the id that only the statement knows.
   */
  readonly statement: (
    tx: { readonly locks: HeldLocks },
    values: Values & Given,
    sendNotice: (id: Prisma.Sql) => Prisma.Sql,
  ) => Prisma.Sql
  readonly makeEvent: (values: Values, id: string) => DomainEvent
}

/** What a statement answers that has written. */
export interface WrittenRow {
  /** The id that the event was announced with. */
  readonly eventId: string
}

/**
 * A write by a single statement, which is a transaction by itself: it costs a third of one with BEGIN, several
 * statements and COMMIT. Answers the row of the statement, after it has announced the event; null if it wrote nothing. Null,
 * without any effect, where that is impossible: in an open transaction, and when the database does not carry the events.
 * Retries after deadlocks and serialisation failures.
 */
export function prepareWrite<Values extends object, Given extends object, Row extends WrittenRow>({
  name,
  statement,
  makeEvent,
}: StatementWrite<Values, Given>): (scope: Scope, values: Values, given: Given) => Promise<Row | null> {
  const prepared = prepareSql<Values & Given & NoticeParts>((values) =>
    statement({ locks: noLocks() }, values, noticeBy(values)),
  )
  return async (scope, own, given) => {
    const makeOwnEvent = (id: string) => makeEvent(own, id)
    const notice = isInTransaction(scope) ? undefined : scope.events.noticeInStatement?.(makeOwnEvent)
    if (!notice) return null
    const { text, values } = prepared(own, given, notice.parts)
    const [written] = await retryConflicts(() => scope.write<Row>(name, text, values))
    if (written) notice.release(written.eventId)
    return written ?? null
  }
}

const noticeBy =
  ({ channel, beforeId, afterId }: NoticeParts) =>
  (id: Prisma.Sql) =>
    Prisma.sql`pg_notify(${channel}, ${beforeId}::text || ${id} || ${afterId}::text)`
