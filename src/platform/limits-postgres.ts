import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Limits } from '../kernel/limits.ts'
import { makeLimits } from './limits.ts'
import type { Closing } from './platform.ts'

/** Counts live for minutes: unlogged, and in a schema of their own that no migration looks at. */
const CREATE = `
  BEGIN;
  SELECT pg_advisory_xact_lock(hashtextextended('plaza.limits', 0));
  CREATE SCHEMA IF NOT EXISTS limits;
  CREATE UNLOGGED TABLE IF NOT EXISTS limits.counter (key text PRIMARY KEY, points integer NOT NULL, expire bigint);
  CREATE INDEX IF NOT EXISTS counter_expire ON limits.counter (expire);
  COMMIT`

const SWEEP_EVERY = 5 * 60_000

export async function openPostgresLimits(pool: Pool): Promise<Limits & Closing> {
  const { rows } = await pool.query<{ found: boolean }>(
    "SELECT to_regclass('limits.counter_expire') IS NOT NULL AS found",
  )
  if (!rows[0]?.found) await create(pool)
  const store = {
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'limits',
    tableName: 'counter',
    tableCreated: true,
    clearExpiredByTimeout: false,
  }
  const sweeper = setInterval(() => void sweep(pool), SWEEP_EVERY).unref()
  return {
    ...makeLimits((options) => new RateLimiterPostgres({ ...store, ...options })),
    close: async () => clearInterval(sweeper),
  }
}

/** On one connection, which is not used again when the script failed half way. */
async function create(pool: Pool) {
  const connection = await pool.connect()
  await connection.query(CREATE).then(
    () => connection.release(),
    (error: Error) => {
      connection.release(error)
      throw error
    },
  )
}

/** Counts that have ended are only in the way; when the database doesn't answer the next round takes them. */
const sweep = (pool: Pool) =>
  pool.query('DELETE FROM limits.counter WHERE expire < $1', [Date.now()]).catch(() => undefined)
