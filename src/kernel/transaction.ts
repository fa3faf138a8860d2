import { setTimeout as pause } from 'node:timers/promises'
import { Prisma } from '../generated/prisma/client.ts'
import { type NamedQuery, type Sql, sqlIn, type Tx } from './database.ts'
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

/** Members of a scope while a transaction is open, of Prisma or of SQL statements. */
export type InAnyTransaction = Pick<InTransaction, 'sql' | 'locks' | 'emit' | 'requestJob'>

/** The scope of a transaction of SQL statements. It has no Prisma client, which would run outside of the transaction. */
export type SqlTransaction = Omit<ViewerScope, 'db' | 'client'> & InAnyTransaction

/** A transaction of SQL statements whose last ones can be sent together with the commit. */
export interface PipelinedTransaction extends SqlTransaction {
  /**
   * Takes statements that were sent already, and leaves them to be answered together with the commit: locks are held for one
   * round trip less. What is sent or thrown after one of the answers comes too late.
   */
  readonly answerWithCommit: (sent: Promise<unknown>) => void
}

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
  return isInTransaction(scope) ? work(scope) : retryConflicts(() => runOnce(scope, work))
}

/**
 * Like `transact`, for work that runs SQL statements only. It takes several times less CPU time, and statements that are
 * started together are sent together.
 */
export async function transactSql<R>(
  scope: ViewerScope,
  work: (scope: PipelinedTransaction) => Promise<R>,
): Promise<R> {
  return isInTransaction(scope) ? joinOpen(scope, work) : retryConflicts(() => runSqlOnce(scope, work))
}

/** Runs work in a transaction that is open already, whose commit nobody can wait for here. */
async function joinOpen<R>(scope: ViewerTransaction, work: (scope: PipelinedTransaction) => Promise<R>): Promise<R> {
  const { sent, answerWithCommit } = lastStatements()
  const result = await work({ ...scope, answerWithCommit })
  await inOrder(sent)
  return result
}

function lastStatements() {
  const sent: Promise<unknown>[] = []
  const answerWithCommit = (answers: Promise<unknown>) => {
    // Nobody waits for them if what comes after them throws.
    answers.catch(() => {})
    sent.push(answers)
  }
  return { sent, answerWithCommit }
}

/**
 * Waits for statements that were sent at once, and throws the failure of the first of them: those after it fail for that, and
 * may tell so sooner.
 */
export async function inOrder<T extends readonly unknown[]>(work: { readonly [K in keyof T]: Promise<T[K]> | T[K] }) {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/** Runs a transaction again after deadlocks and serialisation failures. */
export async function retryConflicts<R>(run: () => Promise<R>): Promise<R> {
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
  const result = await scope.client.$transaction(async (db) => {
    const emit = (domainEvent: DomainEvent) => void domainEvents.push(domainEvent)
    const requestJob = (name: string) => void jobs.add(name)
    const sendMail = (message: MailMessage) => void mails.push(message)
    const sql = sqlIn(db)
    const result = await work({
      ...scope,
      db,
      sql,
      read: queryIn(db),
      write: queryIn(db),
      emit,
      requestJob,
      sendMail,
      securityEntries,
      locks: noLocks(),
    })
    if (mails.length > 0) await scope.mail.stage(db, mails)
    if (domainEvents.length > 0) await scope.events.stage(sql, domainEvents)
    return result
  })
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

async function runSqlOnce<R>(scope: ViewerScope, work: (scope: PipelinedTransaction) => Promise<R>): Promise<R> {
  const domainEvents: DomainEvent[] = []
  const jobs = new Set<string>()
  const { sent, answerWithCommit } = lastStatements()
  const emit = (domainEvent: DomainEvent) => void domainEvents.push(domainEvent)
  const requestJob = (name: string) => void jobs.add(name)
  const { db: _db, client: _client, ...rest } = scope
  const { sql, read, commit, rollBack } = await scope.beginSql()
  let result: R
  try {
    result = await work({ ...rest, sql, read, write: read, emit, requestJob, answerWithCommit, locks: noLocks() })
    if (domainEvents.length > 0) sent.push(scope.events.stage(sql, domainEvents))
    await inOrder([...sent, commit()])
  } catch (error) {
    await rollBack()
    throw error
  }
  if (domainEvents.length > 0) await scope.events.release(domainEvents)
  await sendJobs(scope, jobs)
  return result
}

/** Runs named queries inside the transaction; without a name, since prepared names belong to pool connections. */
const queryIn =
  (db: Tx): NamedQuery =>
  <Row>(_name: string | null, text: string, values: readonly unknown[]) =>
    db.$queryRawUnsafe<Row[]>(text, ...values)

export const isInTransaction = <S extends Scope>(scope: S): scope is S & InTransaction => 'emit' in scope

/** Errors of raw statements show the SQLSTATE only in their message. */
const RAW_CONFLICT = /Code: `(40001|40P01)`/

const CONFLICT_CODES: readonly unknown[] = ['P2034', '40001', '40P01']

const isConflict = (error: unknown) =>
  CONFLICT_CODES.includes(codeOf(error)) ||
  (error instanceof Prisma.PrismaClientKnownRequestError && RAW_CONFLICT.test(error.message))

/** The code of an error of Prisma, or the SQLSTATE of one in a transaction of SQL statements. */
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Whether a write failed by a unique constraint. */
export const isUniqueViolation = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
