import { setTimeout as pause } from 'node:timers/promises'
import { Prisma } from '../generated/prisma/client.ts'
import type { NamedQuery, Tx } from './database.ts'
import type { DomainEvent } from './events.ts'
import { type HeldLocks, noLocks } from './locks.ts'
import type { MailMessage } from './mail.ts'
import type { Scope, ViewerScope } from './scope.ts'
import type { SecurityEntry } from './securityLog.ts'

/** Members of a scope while a transaction is open. */
export interface InTransaction {
  readonly db: Tx
  readonly locks: HeldLocks
  /** Sends an event after the commit. */
  readonly emit: (domainEvent: DomainEvent) => void
  /** Queues a mail with the commit. */
  readonly sendMail: (message: MailMessage) => void
  /** Entries of the security log, which are written after the commit. */
  readonly securityEntries: SecurityEntry[]
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
  const mails: MailMessage[] = []
  const securityEntries: SecurityEntry[] = []
  const result = await scope.client.$transaction(
    async (db) => {
      const emit = (domainEvent: DomainEvent) => void domainEvents.push(domainEvent)
      const sendMail = (message: MailMessage) => void mails.push(message)
      const result = await work({ ...scope, db, read: queryIn(db), emit, sendMail, securityEntries, locks: noLocks() })
      if (mails.length > 0) await scope.mail.stage(db, mails)
      if (domainEvents.length > 0) await scope.events.stage(db, domainEvents)
      return result
    },
    { maxWait: 5_000, timeout: 10_000 },
  )
  for (const entry of securityEntries) scope.securityLog.write(entry)
  if (domainEvents.length > 0) await scope.events.release(domainEvents)
  if (mails.length > 0) await scope.mail.release(mails)
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
