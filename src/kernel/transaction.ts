import { setTimeout as pause } from 'node:timers/promises'
import type { Sql, Tx } from './database.ts'
import type { DomainEvent } from './events.ts'
import { type HeldLocks, noLocks } from './locks.ts'
import type { MailMessage } from './mail.ts'
import type { Scope, ViewerScope } from './scope.ts'
import type { SecurityEntry } from './securityLog.ts'

/** Members of a scope while a transaction is open. */
export interface InTransaction {
  readonly db: Tx
  readonly sql: Sql
  readonly locks: HeldLocks
  /** Sends an event after the commit. */
  readonly emit: (domainEvent: DomainEvent) => void
  /** Asks for a run of a job after the commit, once however often it is asked for. Only for jobs that a schedule runs, too. */
  readonly requestJob: (name: string) => void
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
 * deadlocks, serialisation failures and migrations that change prepared statements, so `work` must have no side effects outside the database.
 */
export async function transact<S extends Scope, R>(
  scope: S,
  work: (scope: S & InTransaction) => Promise<R>,
): Promise<R> {
  return isInTransaction(scope) ? work(scope) : retryConflicts(() => runOnce(scope, work))
}

/**
 * Waits for statements that were sent at once, and throws the error of the first one that failed: the errors of later ones
 * follow from it, and can arrive before it.
 */
export async function inOrder<T extends readonly unknown[]>(work: { readonly [K in keyof T]: Promise<T[K]> | T[K] }) {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/** Runs a transaction again after deadlocks and serialisation failures. */
async function retryConflicts<R>(run: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error
      await pause(Math.random() * MAX_RETRY_DELAY * attempt)
    }
  }
}

async function runOnce<S extends Scope, R>(scope: S, work: (scope: S & InTransaction) => Promise<R>): Promise<R> {
  const domainEvents: DomainEvent[] = []
  const jobs = new Set<string>()
  const mails: MailMessage[] = []
  const securityEntries: SecurityEntry[] = []
  const emit = (domainEvent: DomainEvent) => void domainEvents.push(domainEvent)
  const requestJob = (name: string) => void jobs.add(name)
  const sendMail = (message: MailMessage) => void mails.push(message)
  const { commit, rollBack, ...access } = await scope.begin()
  let result: R
  try {
    result = await work({ ...scope, ...access, emit, requestJob, sendMail, securityEntries, locks: noLocks() })
    if (mails.length > 0) await scope.mail.stage(access.db, mails)
    await inOrder([domainEvents.length > 0 ? scope.events.stage(access.sql, domainEvents) : undefined, commit()])
  } catch (error) {
    await rollBack()
    throw error
  }
  for (const entry of securityEntries) scope.securityLog.write(entry)
  if (domainEvents.length > 0) await scope.events.release(domainEvents)
  if (mails.length > 0) await scope.mail.release(mails)
  await sendJobs(scope, jobs)
  return result
}

/** A failure is only logged: the transaction is committed, and the jobs also run by schedule. */
async function sendJobs({ jobs, log }: Pick<Scope, 'jobs' | 'log'>, names: Iterable<string>): Promise<void> {
  for (const name of names)
    await jobs.send(name).catch((error: unknown) => {
      log.warn({ err: error, job: name }, 'a job could not be requested; the schedule will run it')
    })
}

const isInTransaction = <S extends Scope>(scope: S): scope is S & InTransaction => 'emit' in scope

const CONFLICT_CODES: readonly unknown[] = ['P2034', '40001', '40P01']
const isConflict = (error: unknown) => CONFLICT_CODES.includes(codeOf(error)) || isStalePlan(error)

/**
 * Whether a statement failed because a migration has changed the columns that it answered when it was prepared. PostgreSQL's
 * message, "cached plan must not change result type", is translated by some servers; the routine that refuses is not.
 */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

const UNIQUE_VIOLATIONS: readonly unknown[] = ['P2002', '23505']
/** Whether a write failed by a unique constraint. */
export const isUniqueViolation = (error: unknown) => UNIQUE_VIOLATIONS.includes(codeOf(error))

/** The code of an error of Prisma, or the SQLSTATE of one of a statement. */
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
