import { statfs } from 'node:fs/promises'
import { Client } from 'pg'
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
}

/** Milliseconds for the connection, and for each statement: a scrape does not wait for long. */
const TIMEOUT = 2_000
/** A node without heartbeats for so long is dead. */
const DEAD_AFTER = '20 seconds'

const age = (column: string) => `coalesce(extract(epoch FROM now() - min(${column})), 0)::float8`

/** All but the queues: pg-boss makes its tables later than the server makes its own. */
const FACTS = `
  SELECT pg_database_size(current_database())::float8 AS size,
    (SELECT sum(numbackends) FROM pg_stat_database)::int AS connections,
    current_setting('max_connections')::int AS "maxConnections",
    NOT current_setting('transaction_read_only')::boolean AS "isWritable",
    replica.*, outbox.*, online.*, payment.*,
    ARRAY (SELECT migration_name::text FROM "_prisma_migrations" WHERE finished_at IS NOT NULL) AS migrations
  FROM
    (SELECT count(*)::int AS replicas,
       CASE WHEN pg_is_in_recovery() THEN extract(epoch FROM now() - pg_last_xact_replay_timestamp())
         ELSE max(CASE WHEN state IS NOT NULL THEN extract(epoch FROM coalesce(replay_lag, '0')) END) END::float8 AS "replicaLag",
       max(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END,
         replay_lsn))::float8 AS "replicaLagBytes"
     FROM pg_stat_replication) AS replica,
    (SELECT count(*)::int AS "outboxEvents", ${age('"createdAt"')} AS "outboxAge" FROM "Outbox") AS outbox,
    (SELECT count(DISTINCT "userId")::int AS online FROM "Presence" JOIN "PresenceNode" USING (node)
     WHERE until > now() AND "beatAt" > now() - interval '${DEAD_AFTER}') AS online,
    (SELECT count(*)::int AS "paymentsWaiting", ${age('"createdAt"')} AS "paymentsAge"
     FROM "PaymentTransaction" WHERE status = 'pending') AS payment`

const HAS_QUEUES = `SELECT to_regclass('pgboss.job') IS NOT NULL AS found`
const QUEUES = `
  SELECT name AS job, count(*) FILTER (WHERE is_waiting)::int AS waiting, count(*) FILTER (WHERE state = 'failed')::int AS failed,
    coalesce(extract(epoch FROM now() - min(created_on) FILTER (WHERE is_waiting)), 0)::float8 AS oldest
  FROM (SELECT name, state, created_on, state = 'retry' OR state = 'created' AND start_after <= now() AS is_waiting
        FROM pgboss.job WHERE state IN ('created', 'retry', 'failed')) AS job
  GROUP BY name`

/** What one look at the database has found. */
export interface DatabaseLook {
  readonly facts: DatabaseFacts
  readonly lastBackup: Date | null
}

/**
 * Looks at the database on a connection of its own, which a pool in trouble can't delay. Throws when the database does not
 * answer in time.
 */
export async function readDatabase(url: string): Promise<DatabaseLook> {
  const client = new Client({
    connectionString: url,
    application_name: 'plaza metrics',
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
    statement_timeout: TIMEOUT,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await lookAt(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function lookAt(client: Client): Promise<DatabaseLook> {
  const found = await client.query<Omit<DatabaseFacts, 'queues'>>(FACTS)
  const [facts] = found.rows
  if (!facts) throw new Error('the database answers nothing')
  const hasQueues = (await client.query<{ found: boolean }>(HAS_QUEUES)).rows[0]?.found ?? false
  const queues = hasQueues ? (await client.query<JobQueueFacts>(QUEUES)).rows : []
  return { facts: { ...facts, queues }, lastBackup: await readLastBackup(client) }
}

/** Bytes of the disk of a folder. */
export async function readDisk(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
