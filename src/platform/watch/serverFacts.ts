import { statfs } from 'node:fs/promises'
import type { ClientBase } from 'pg'
import { readLastBackup } from '../lastBackup.ts'

/** What is waiting in the queue of one job. */
export interface JobQueueFacts {
  readonly job: string
  readonly waiting: number
  /** Seconds since the oldest that waits was queued. */
  readonly oldest: number
  readonly failed: number
}

/** Figures of the whole installation, as the database tells them. Times are in seconds. */
export interface DatabaseFacts {
  readonly size: number
  readonly connections: number
  readonly maxConnections: number
  readonly isWritable: boolean
  readonly replicas: number
  /** Null without replicas, or where the user may not see them. */
  readonly replicaLag: number | null
  /** Bytes of the log that the slowest replica has not applied yet; null as for the time. */
  readonly replicaLagBytes: number | null
  readonly outboxEvents: number
  readonly outboxAge: number
  readonly online: number
  readonly paymentsWaiting: number
  readonly paymentsAge: number
  /** Names of the applied migrations. */
  readonly migrations: readonly string[]
  readonly queues: readonly JobQueueFacts[]
  /** Null before the first. */
  readonly lastBackup: Date | null
}

/** A node without heartbeats for so long is dead. */
const DEAD_AFTER = '20 seconds'

const age = (column: string) => `coalesce(extract(epoch FROM now() - min(${column})), 0)::float8`

/**
 * A connection that stays open has its `default_transaction_read_only` from when it was opened, those of requests are newer:
 * what is set for the user or the database is read as well, of which PostgreSQL takes what is set for the user first.
 */
const SERVER = `
  SELECT (SELECT sum(numbackends) FROM pg_stat_database)::int AS connections,
    current_setting('max_connections')::int AS "maxConnections",
    NOT current_setting('transaction_read_only')::boolean AND NOT coalesce((
      SELECT split_part(given, '=', 2)::boolean FROM pg_db_role_setting, unnest(setconfig) AS given
      WHERE setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
        AND setrole IN (0, (SELECT oid FROM pg_roles WHERE rolname = session_user))
        AND split_part(given, '=', 1) = 'default_transaction_read_only'
      ORDER BY setrole <> 0 DESC, setdatabase <> 0 DESC LIMIT 1
    ), false) AS "isWritable"`

const SIZE = 'SELECT pg_database_size(current_database())::float8 AS size'

const REPLICAS = `
  SELECT count(*)::int AS replicas,
    CASE WHEN pg_is_in_recovery() THEN extract(epoch FROM now() - pg_last_xact_replay_timestamp())
      ELSE max(CASE WHEN state IS NOT NULL THEN extract(epoch FROM coalesce(replay_lag, '0')) END) END::float8 AS "replicaLag",
    max(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END,
      replay_lsn))::float8 AS "replicaLagBytes"
  FROM pg_stat_replication`

const OUTBOX = `SELECT count(*)::int AS "outboxEvents", ${age('"createdAt"')} AS "outboxAge" FROM "Outbox"`

const ONLINE = `
  SELECT count(DISTINCT "userId")::int AS online FROM "Presence" JOIN "PresenceNode" USING (node)
  WHERE until > now() AND "beatAt" > now() - interval '${DEAD_AFTER}'`

const PAYMENTS = `
  SELECT count(*)::int AS "paymentsWaiting", ${age('"createdAt"')} AS "paymentsAge"
  FROM "PaymentTransaction" WHERE status = 'pending'`

const MIGRATIONS = `
  SELECT coalesce(array_agg(migration_name::text), '{}') AS migrations
  FROM "_prisma_migrations" WHERE finished_at IS NOT NULL`

/** pg-boss makes its tables later than the server makes its own. */
const HAS_QUEUES = `SELECT to_regclass('pgboss.job') IS NOT NULL AS found`
const QUEUES = `
  SELECT name AS job, count(*) FILTER (WHERE is_waiting)::int AS waiting, count(*) FILTER (WHERE state = 'failed')::int AS failed,
    coalesce(extract(epoch FROM now() - min(created_on) FILTER (WHERE is_waiting)), 0)::float8 AS oldest
  FROM (SELECT name, state, created_on, state = 'retry' OR state = 'created' AND start_after <= now() AS is_waiting
        FROM pgboss.job WHERE state IN ('created', 'retry', 'failed')) AS job
  GROUP BY name`

type ReadFacts = (client: ClientBase) => Promise<Partial<DatabaseFacts>>

const byStatement =
  (text: string): ReadFacts =>
  async (client) =>
    (await client.query<Partial<DatabaseFacts>>(text)).rows[0] ?? {}

const readQueues: ReadFacts = async (client) => {
  const hasQueues = (await client.query<{ found: boolean }>(HAS_QUEUES)).rows[0]?.found ?? false
  return { queues: hasQueues ? (await client.query<JobQueueFacts>(QUEUES)).rows : [] }
}

/** Each part is read by statements of its own: one that fails leaves the other facts. */
export const PARTS_OF_FACTS: ReadonlyMap<string, ReadFacts> = new Map([
  ['server', byStatement(SERVER)],
  ['size', byStatement(SIZE)],
  ['replicas', byStatement(REPLICAS)],
  ['outbox', byStatement(OUTBOX)],
  ['online', byStatement(ONLINE)],
  ['payments', byStatement(PAYMENTS)],
  ['migrations', byStatement(MIGRATIONS)],
  ['queues', readQueues],
  ['backup', async (client) => ({ lastBackup: await readLastBackup(client) })],
])

/** Bytes of the disk of a folder. */
export async function readDisk(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
