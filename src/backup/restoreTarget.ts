import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientBase, Pool } from 'pg'
import { MIGRATIONS_FOLDER, migrate, migrationStatus, readMigrations } from '../platform/database/migrations.ts'
import type { Header } from './manifest.ts'

/** A database that a backup is restored into. */
export interface TargetDatabase {
  readonly pool: Pool
  /** What to do for an empty database, as a sentence. */
  readonly otherDatabase: string
}

/** Throws when the database holds people, or tables of something else. Tables of extensions are none of these. */
export const assertEmpty = ({ pool, otherDatabase }: TargetDatabase) => assertEmptyAt(pool, otherDatabase)

/** Keeps others from adding people until the transaction of the client ends, and throws when the database holds some. */
export async function lockEmpty(client: ClientBase, { otherDatabase }: TargetDatabase): Promise<void> {
  await client.query('LOCK TABLE "User" IN ACCESS EXCLUSIVE MODE')
  await assertEmptyAt(client, otherDatabase)
}

async function assertEmptyAt(client: ClientBase | Pool, otherDatabase: string): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY c.relname`,
  )
  const names = tables.map(({ name }) => name)
  if (names.length > 0 && !names.includes('_prisma_migrations'))
    throw new Error(
      `The database is not empty: it has tables that are not of Plaza, such as ${names[0]}. ${otherDatabase}`,
    )
  if (!names.includes('User')) return
  const { rows: people } = await client.query('SELECT FROM "User" LIMIT 1')
  if (people.length > 0) throw new Error(`The database is not empty: a server of Plaza has used it. ${otherDatabase}`)
}

/** Throws for a migration of the backup that this version does not have. */
export function assertKnownMigrations(header: Header): void {
  const known = new Map(readMigrations().map((migration) => [migration.name, migration]))
  for (const { name, checksum } of header.migrations) {
    const file = known.get(name)
    if (!file || ![file.checksum, ...file.replaced].includes(checksum))
      throw new Error(
        `The backup was made by Plaza ${header.plaza}, whose migration ${name} this version does not have. Restore it by that version or a later one, unless it is damaged.`,
      )
  }
}

/** Throws when the database has a migration that the backup does not have, or one that failed. */
export async function assertFittingMigrations(
  { pool, otherDatabase }: TargetDatabase,
  { plaza, migrations }: Header,
): Promise<void> {
  const { applied, failed } = await migrationStatus(pool)
  const names = new Set(migrations.map(({ name }) => name))
  const further = applied.find((name) => !names.has(name))
  if (further !== undefined)
    throw new Error(
      `The tables of the database are of a later version than the backup of Plaza ${plaza}, which does not have the migration ${further}. A restore makes the tables itself. ${otherDatabase}`,
    )
  if (failed[0] !== undefined)
    throw new Error(`The migration ${failed[0]} of the database has failed. ${otherDatabase}`)
}

/** Applies the migrations that the database of the backup had, all of which are known. */
export async function applyMigrationsOf(pool: Pool, { migrations }: Header): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plaza-restore-'))
  try {
    for (const { name } of migrations) cpSync(join(MIGRATIONS_FOLDER, name), join(folder, name), { recursive: true })
    await migrate(pool, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
