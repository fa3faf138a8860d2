import { setTimeout as pause } from 'node:timers/promises'
import { Prisma } from '../generated/prisma/client.ts'
import type { NamedQuery, Tx } from './database.ts'
import type { DomainEvent } from './events.ts'
import { type HeldLocks, noLocks } from './locks.ts'
import type { Scope, ViewerScope } from './scope.ts'

/** Members of a scope while a transaction is open. */
export interface InTransaction {
  readonly db: Tx
  readonly locks: HeldLocks
  /** Sends an event after the commit. */
  readonly emit: (domainEvent: DomainEvent) => void
}

/** The scope of a transaction for the viewer. */
export type ViewerTransaction = ViewerScope & InTransaction

const MAX_ATTEMPTS = 5
/** Milliseconds, multiplied by the number of attempts: random jitter keeps transactions from colliding again. */
const MAX_RETRY_DELAY = 20

/**
 * Runs `work` in a transaction, joining one that is open already, and sends its events after the commit. Retries after
 * deadlocks and serialisation failures, so `work` must have no side effects outside the database.
 */
export async function transact<S extends Scope, R>(
  scope: S,
  work: (scope: S & InTransaction) => Promise<R>,
): Promise<R> {
  if (isInTransaction(scope)) return work(scope)
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(scope, work)
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error
      await pause(Math.random() * MAX_RETRY_DELAY * attempt)
    }
  }
}

async function runOnce<S extends Scope, R>(scope: S, work: (scope: S & InTransaction) => Promise<R>): Promise<R> {
  const domainEvents: DomainEvent[] = []
  const result = await scope.client.$transaction(
    async (db) => {
      const emit = (domainEvent: DomainEvent) => void domainEvents.push(domainEvent)
      const result = await work({ ...scope, db, read: queryIn(db), emit, locks: noLocks() })
      if (domainEvents.length > 0) await scope.events.stage(db, domainEvents)
      return result
    },
    { maxWait: 5_000, timeout: 10_000 },
  )
  if (domainEvents.length > 0) await scope.events.release(domainEvents)
  return result
}

/** Runs named queries inside the transaction; without a name, since prepared names belong to pool connections. */
const queryIn =
  (db: Tx): NamedQuery =>
  <Row>(_name: string | null, text: string, values: readonly unknown[]) =>
    db.$queryRawUnsafe<Row[]>(text, ...values)

const isInTransaction = <S extends Scope>(scope: S): scope is S & InTransaction => 'emit' in scope

/** Errors of raw statements show the SQLSTATE only in their message. */
const RAW_CONFLICT = /Code: `(40001|40P01)`/

const isConflict = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2034' || RAW_CONFLICT.test(error.message))

/** Whether a write failed by a unique constraint. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
