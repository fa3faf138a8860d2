import { setTimeout as pause } from 'node:timers/promises'
import { escapeIdentifier, type PoolClient } from 'pg'
import type { Log } from '../../kernel/log.ts'
import { sqlStateOf } from './connectionErrors.ts'
import type { MigrationStep } from './migrationFiles.ts'
import type { Progress } from './migrationRecords.ts'

/** What applies steps: a connection, on which the statements of the whole migration run, and a log. */
export interface StepContext {
  readonly client: PoolClient
  readonly log: Log
  /** Writes the progress, within the transaction of the step where it has one. */
  save(progress: Progress): Promise<unknown>
}

/** Milliseconds for which a statement waits for a lock: what others want of the table waits behind it. */
const LOCK_TIMEOUT = 1_000
/** Milliseconds before a transaction that has not got its locks is repeated: at first, and at most. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [500, 10_000]
/** Rows of the first batch, of the smallest and of the largest one. */
const [FIRST_BATCH, SMALLEST_BATCH, LARGEST_BATCH] = [500, 50, 10_000]
/** Milliseconds that a batch takes, about: nobody waits longer for one of its rows. */
const BATCH_TIME = 250
/** Milliseconds between two lines in the log about batches. */
const TELL_INTERVAL = 10_000

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** Runs work in a transaction that waits briefly for locks, and again, however often, until it has got them. */
export async function inTransaction(
  { client, log }: Pick<StepContext, 'client' | 'log'>,
  work: () => Promise<unknown>,
): Promise<void> {
  await untilUnlocked(log, async () => {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
      await work()
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    }
  })
}

/** Repeats work that waited too long for a lock, or was chosen to end a deadlock, after pauses that grow. */
async function untilUnlocked(log: Log, work: (attempt: number) => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work(attempt)
      return
    } catch (error) {
      const state = sqlStateOf(error)
      if (state !== LOCK_NOT_AVAILABLE && state !== DEADLOCK) throw error
      log.warn({ attempt, code: state }, 'a migration waits for a lock; it is tried again')
      await pause(Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * (0.5 + Math.random() / 2))
    }
  }
}

/** Applies the steps that are left. Each may have been interrupted at any point. */
export async function applySteps(context: StepContext, steps: readonly MigrationStep[], from: Progress): Promise<void> {
  for (const [at, step] of steps.entries()) {
    if (at < from.steps) continue
    const begun = performance.now()
    await applyStep(context, step, at === from.steps ? from : { steps: at })
    context.log.info({ step: at + 1, steps: steps.length, ms: Math.round(performance.now() - begun) }, 'step applied')
  }
}

async function applyStep(context: StepContext, step: MigrationStep, from: Progress): Promise<void> {
  const { client, save } = context
  const done: Progress = { steps: from.steps + 1 }
  if (step.kind === 'reconnect') {
    await endOldConnections(client)
    return void (await save(done))
  }
  if (step.kind === 'batches') return applyBatches(context, step, from)
  if (step.kind === 'transaction')
    return inTransaction(context, async () => {
      await client.query(step.sql)
      await save(done)
    })
  await untilUnlocked(context.log, () => applyConcurrently(client, step))
  await save(done)
}

/** What is left of an index that was not built to its end is dropped. One that was is kept: its step was not recorded any more. */
async function applyConcurrently(
  client: PoolClient,
  { sql, index, creates }: MigrationStep & { kind: 'concurrently' },
) {
  const name = escapeIdentifier(index)
  if (creates) {
    const { rows } = await client.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    )
    if (rows[0]?.valid) return
    if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`)
  }
  await client.query(sql)
}

/**
 * Nodes of releases before 0.2.0, whose connections have this name, read some tables by `SELECT *` in prepared statements.
 * Those fail on a connection for as long as it lives, once the table has changed. Idle connections are ended, busy ones when
 * they are idle, for some seconds; nodes open others.
 */
async function endOldConnections(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now')
  for (let attempt = 0; attempt < RECONNECT_ATTEMPTS; attempt++) {
    const { rowCount } = await client.query(
      `SELECT CASE WHEN state = 'idle' THEN pg_terminate_backend(pid) END FROM pg_stat_activity
        WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
          AND application_name = 'plaza' AND backend_start < $1::timestamptz`,
      [rows[0]?.now],
    )
    if (rowCount === 0) return
    await pause(RECONNECT_INTERVAL)
  }
}

const [RECONNECT_ATTEMPTS, RECONNECT_INTERVAL] = [100, 30]

type Batches = MigrationStep & { readonly kind: 'batches' }

/** Walks a table in the order of its key. The last key is written with each batch, so that none is applied twice. */
async function applyBatches({ client, log, save }: StepContext, step: Batches, { steps, after: from }: Progress) {
  const first = from ?? (await keyBeforeAll(client, step))
  let [told, size, rows] = [performance.now(), FIRST_BATCH, 0]
  for (let after = first; ; ) {
    const last = await lastKeyOfBatch(client, step, after, size)
    if (last === null) break
    const begun = performance.now()
    const bounds = [after, last]
    let changed = 0
    await inTransaction({ client, log }, async () => {
      changed = (await client.query(step.sql, bounds)).rowCount ?? 0
      await save({ steps, after: last })
    })
    after = last
    rows += changed
    size = nextSize(size, performance.now() - begun)
    if (performance.now() - told < TELL_INTERVAL) continue
    told = performance.now()
    log.info({ table: step.table, rows, after }, 'batches applied')
  }
  await save({ steps: steps + 1 })
}

const nextSize = (size: number, took: number) =>
  Math.round(Math.min(LARGEST_BATCH, Math.max(SMALLEST_BATCH, Math.min(2, BATCH_TIME / took) * size)))

/** A value before all keys of the table. */
async function keyBeforeAll(client: PoolClient, { table, key }: Batches): Promise<string> {
  const { rows } = await client.query<{ isText: boolean }>(
    `SELECT atttypid = 'text'::regtype AS "isText" FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2`,
    [escapeIdentifier(table), key],
  )
  return rows[0]?.isText ? '' : '-1'
}

async function lastKeyOfBatch(client: PoolClient, { table, key }: Batches, after: string, size: number) {
  const [from, by] = [escapeIdentifier(table), escapeIdentifier(key)]
  const { rows } = await client.query<{ last: string | null }>(
    `SELECT max(key)::text AS last FROM (SELECT ${by} AS key FROM ${from} WHERE ${by} > $1 ORDER BY ${by} LIMIT ${size}) AS batch`,
    [after],
  )
  return rows[0]?.last ?? null
}
