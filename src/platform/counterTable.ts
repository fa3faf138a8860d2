import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { runScript } from './database/runScript.ts'

/** What the store knows of a counter after points were added. */
export interface CountedPoints {
  readonly consumedPoints: number
  /** Milliseconds until the end of the window. */
  readonly msBeforeNext: number
}

/** A counter of the store, by its whole key. */
export interface StoredCounter extends CountedPoints {
  readonly key: string
}

/** Counters whose key begins with a text, at most `most`. Those whose window is over may be among them. */
export type FindCounters = (start: string, most: number) => Promise<StoredCounter[]>

interface PointsToAdd {
  readonly key: string
  readonly points: number
  /** Seconds. */
  readonly window: number
}

/** Adds points to a counter, and begins a window if none is open. */
export type AddPoints = (added: PointsToAdd) => Promise<CountedPoints>

/** Counters are short-lived: an unlogged table in its own schema, outside the migrations. */
const CREATE_TABLE = `
  BEGIN;
  SELECT pg_advisory_xact_lock(hashtextextended('plaza.limits', 0));
  CREATE SCHEMA IF NOT EXISTS limits;
  CREATE UNLOGGED TABLE IF NOT EXISTS limits.counter (key text PRIMARY KEY, points integer NOT NULL, expire bigint);
  CREATE INDEX IF NOT EXISTS counter_expire ON limits.counter (expire);
  COMMIT`

export async function ensureCounterTable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ found: boolean }>(
    "SELECT to_regclass('limits.counter_expire') IS NOT NULL AS found",
  )
  if (!rows[0]?.found) await runScript(pool, CREATE_TABLE)
}

/** Deletes expired counters; while the database is down the next run does it. */
export const deleteExpiredCounters = (pool: Pool) =>
  pool.query('DELETE FROM limits.counter WHERE expire < $1', [Date.now()]).catch(() => undefined)

/** Rows are locked in the order of their keys. The time is in milliseconds since 1970, as in rate-limiter-flexible. */
const ADD_POINTS = `
  INSERT INTO limits.counter AS counter (key, points, expire)
  SELECT key, points, expire FROM unnest($1::text[], $2::int[], $3::bigint[]) AS added (key, points, expire) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN counter.expire <= $4 THEN EXCLUDED.points ELSE counter.points + EXCLUDED.points END,
    expire = CASE WHEN counter.expire <= $4 THEN EXCLUDED.expire ELSE counter.expire END
  RETURNING key, points, expire`

interface CounterRow {
  readonly key: string
  readonly points: number
  /** A bigint, as the driver answers it. */
  readonly expire: string
}

const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Finds counters of PostgreSQL: by their index in a database that compares by code points, otherwise by reading the table. */
export const findCounters =
  (pool: Pool): FindCounters =>
  async (start, most) => {
    const now = Date.now()
    const { rows } = await pool.query<CounterRow>(
      'SELECT key, points, expire FROM limits.counter WHERE key LIKE $1 AND expire > $2 LIMIT $3',
      [`${escapePattern(start)}%`, now, most],
    )
    return rows.map(({ key, points, expire }) => ({
      key,
      consumedPoints: points,
      msBeforeNext: Number(expire) - now,
    }))
  }

interface Waiting extends PointsToAdd {
  resolve(counted: CountedPoints): void
  reject(error: unknown): void
}

/** Milliseconds between two statements: in a busy server each adds points to many counters. */
const STATEMENT_INTERVAL = 25

/** Adds points to the counters of PostgreSQL, in the order of the calls, by one statement at a time for all of them. */
export function addPointsTogether(pool: Pool): AddPoints {
  let waiting: Waiting[] = []
  let isRunning = false

  const takeBatch = () => {
    const batch = new Map<string, Waiting>()
    // A statement can't update a row twice.
    for (const each of waiting) if (!batch.has(each.key)) batch.set(each.key, each)
    waiting = waiting.filter((each) => batch.get(each.key) !== each)
    return batch
  }
  const run = async () => {
    isRunning = true
    while (waiting.length > 0) {
      await addBatch(pool, takeBatch())
      await pause(STATEMENT_INTERVAL, undefined, { ref: false })
    }
    isRunning = false
  }
  return (added) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...added, resolve, reject })
      if (!isRunning) void run()
    })
}

async function addBatch(pool: Pool, batch: ReadonlyMap<string, Waiting>): Promise<void> {
  const now = Date.now()
  const added = [...batch.values()]
  const columns = [
    added.map(({ key }) => key),
    added.map(({ points }) => points),
    added.map(({ window }) => now + window * 1_000),
  ]
  try {
    const { rows } = await pool.query<CounterRow>({ name: 'add-points', text: ADD_POINTS, values: [...columns, now] })
    for (const { key, points, expire } of rows)
      batch.get(key)?.resolve({ consumedPoints: points, msBeforeNext: Math.max(0, Number(expire) - now) })
  } catch (error) {
    for (const { reject } of added) reject(error)
  }
}
