import type { ClientBase } from 'pg'

export interface BackupTable {
  readonly name: string
  /** Those that are stored; PostgreSQL computes the others. */
  readonly columns: readonly string[]
}

/**
 * Left out: the record of migrations, which the restore writes, events on their way to Redis, and the runs of backups. So are
 * unlogged tables, which are empty after a crash anyway, and the job queue, which has a schema of its own: mails are not sent again.
 */
const EXCLUDED = ['_prisma_migrations', 'Outbox', 'Backup']

/** The tables of a backup, by name. */
export async function readTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relpersistence = 'p' AND c.relname <> ALL($1)
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      GROUP BY c.relname ORDER BY c.relname`,
    [EXCLUDED],
  )
  return rows
}

export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

/** Whether a migration was begun and is not finished. */
export async function hasUnfinishedMigration(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT FROM "_prisma_migrations" WHERE rolled_back_at IS NULL AND finished_at IS NULL LIMIT 1',
  )
  return rows.length > 0
}

/** Throws while a migration is not finished. */
export async function readAppliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration & { finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const open = rows.find(({ finished }) => !finished)
  if (open)
    throw new Error(
      `Migration ${open.name} is not finished. Finish it first: plaza migrate deploy, with --retry ${open.name} if it failed and was mended`,
    )
  return rows.map(({ name, checksum }) => ({ name, checksum }))
}

/** The last value of each sequence of a backup; null for one that was not used. */
export async function readSequences(client: ClientBase): Promise<Record<string, string | null>> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = current_schema()`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export interface ForeignKey {
  /** Quoted as SQL needs it. */
  readonly table: string
  readonly name: string
  readonly definition: string
}

export async function readForeignKeys(client: ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conparentid = 0 ORDER BY 1, 2`,
  )
  return rows
}

/** The keys of all blobs that rows name, in every column `blobKey`. */
export async function readBlobKeys(client: ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attname = 'blobKey' AND NOT a.attisdropped ORDER BY c.relname`,
  )
  const parts = tables.map(
    ({ name }) => `SELECT "blobKey" AS key FROM ${client.escapeIdentifier(name)} WHERE "blobKey" IS NOT NULL`,
  )
  if (parts.length === 0) return []
  const { rows } = await client.query<{ key: string }>(`${parts.join(' UNION ')} ORDER BY key`)
  return rows.map(({ key }) => key)
}
