import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase, PoolClient } from 'pg'
import type { Log } from '../../kernel/log.ts'
import { WITHOUT_TIMEOUTS } from './sessionTimeouts.ts'

/** Key of Prisma's migration lock, so that its command line and the server exclude each other. */
const MIGRATION_LOCK_KEY = 72_707_369

/** PostgreSQL ends the session, and so frees its locks, within two minutes of the loss of the machine that migrates. */
const NOTICE_LOST_CLIENT = `SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
  SET tcp_user_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s'`

/** Milliseconds between two attempts, and between two lines in the log about waiting. */
const [ATTEMPT_INTERVAL, TELL_INTERVAL] = [250, 10_000]

interface LockOptions {
  readonly log: Log
  /** Called once when another process holds the lock. */
  onWait(): void
}

/**
 * Takes the lock of migrations for the connection, and waits for as long as another one holds it. It asks again and again
 * instead of waiting in PostgreSQL: CREATE INDEX CONCURRENTLY in the other connection waits for every statement at work, so
 * that each of the two would wait for the other.
 */
export async function acquireMigrationLock(client: PoolClient, { log, onWait }: LockOptions): Promise<void> {
  await client.query(`${WITHOUT_TIMEOUTS}; ${NOTICE_LOST_CLIENT}`)
  const begun = performance.now()
  for (let nextTold = begun; !(await tryLock(client)); await pause(ATTEMPT_INTERVAL)) {
    if (performance.now() < nextTold) continue
    if (nextTold === begun) onWait()
    const [holder] = await holders(client)
    log.info(
      { holder, ms: Math.round(performance.now() - begun) },
      'waiting for another process that migrates the database or backs it up',
    )
    nextTold = performance.now() + TELL_INTERVAL
  }
}

/**
 * Keeps others from migrating until `releaseSharedMigrationLock` or the end of the connection; waits, like
 * `acquireMigrationLock`, without a statement at work, for which CREATE INDEX CONCURRENTLY would wait in turn.
 */
export async function acquireSharedMigrationLock(
  client: ClientBase,
  { onWait }: Pick<LockOptions, 'onWait'>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock_shared($1) AS locked', [
      MIGRATION_LOCK_KEY,
    ])
    if (rows[0]?.locked) return
    if (attempt === 1) onWait()
    await pause(ATTEMPT_INTERVAL)
  }
}

export const releaseSharedMigrationLock = (client: ClientBase) =>
  client.query('SELECT pg_advisory_unlock_shared($1)', [MIGRATION_LOCK_KEY])

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    MIGRATION_LOCK_KEY,
  ])
  return rows[0]?.locked === true
}

/** The connections that hold the lock, as pg_stat_activity names them. */
async function holders(client: PoolClient): Promise<object[]> {
  const { rows } = await client.query<object>(
    `SELECT a.pid, a.application_name AS application, host(a.client_addr) AS address, a.backend_start AS since
       FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [MIGRATION_LOCK_KEY],
  )
  return rows
}
