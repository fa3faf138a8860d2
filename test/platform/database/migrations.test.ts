import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireSharedMigrationLock } from '../../../src/platform/database/migrationLock.ts'
import {
  MIGRATIONS_FOLDER,
  migrate,
  migrationStatus,
  readMigrations,
} from '../../../src/platform/database/migrations.ts'
import { openPool } from '../../../src/platform/database/openDatabase.ts'
import { diffSchema, migrationsList, openSchemaEngine } from '../../../src/tools/schemaEngine.ts'
import { anEmptyDatabase, type TestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const SCHEMA = fileURLToPath(new URL('../../../prisma/schema', import.meta.url))

let database: TestDatabase
let pool: Pool
let folder = ''

beforeEach(async () => {
  database = await anEmptyDatabase()
  pool = openPool(database.url, 4, quiet)
  folder = mkdtempSync(join(tmpdir(), 'plaza-migrations-'))
})

afterEach(async () => {
  await pool.end()
  rmSync(folder, { recursive: true, force: true })
})

function write(name: string, sql: string) {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}

const tables = async () =>
  (
    await pool.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`)
  ).rows.map(({ name }) => name)

const readSchema = () =>
  readdirSync(SCHEMA).map((name) => ({ path: join(SCHEMA, name), content: readFileSync(join(SCHEMA, name), 'utf8') }))

test('pending migrations apply in order, once, also when several nodes start at the same time', async () => {
  write('20260102000000_b', 'ALTER TABLE a ADD COLUMN b int; INSERT INTO a (b) VALUES (1); SELECT pg_sleep(0.2);')
  write('20260101000000_a', 'CREATE TABLE a ();')
  const second = openPool(database.url, 2, quiet)
  const runs = await Promise.all([migrate(pool, folder), migrate(second, folder)])
  await second.end()
  expect(runs.map(({ applied }) => applied.length).sort()).toEqual([0, 2])
  expect((await pool.query('SELECT b FROM a')).rows).toEqual([{ b: 1 }])
  expect(await migrate(pool, folder)).toEqual({ applied: [] })
  write('20260103000000_c', 'CREATE TABLE c ();')
  expect(await migrationStatus(pool, folder)).toEqual({
    applied: ['20260101000000_a', '20260102000000_b'],
    pending: ['20260103000000_c'],
    edited: [],
    failed: [],
    unknown: [],
  })
})

test('a start with nothing to do waits for no backup, which holds the lock, and one with a pending migration does', async () => {
  write('20260101000000_a', 'CREATE TABLE a ();')
  await migrate(pool, folder)
  const backup = await pool.connect()
  await acquireSharedMigrationLock(backup, { onWait() {} })
  expect(await migrate(pool, folder)).toEqual({ applied: [] })
  write('20260102000000_b', 'CREATE TABLE b ();')
  const waits: object[] = []
  const pending = migrate(pool, folder, { onProgress: (now) => void waits.push(now) })
  await eventually(() => waits.length > 0)
  expect([waits, await tables()]).toEqual([[{ done: 0, count: 0 }], ['_prisma_migrations', 'a']])
  backup.release(true)
  expect(await pending).toEqual({ applied: ['20260102000000_b'] })
})

test('a migration edited after it was applied is refused by name', async () => {
  write('20260101000000_a', 'CREATE TABLE a ();')
  await migrate(pool, folder)
  write('20260101000000_a', 'CREATE TABLE a (); -- edited')
  write('20260102000000_b', 'CREATE TABLE b ();')
  await expect(migrate(pool, folder)).rejects.toThrow(/20260101000000_a was edited/)
  expect((await migrationStatus(pool, folder)).edited).toEqual(['20260101000000_a'])
  expect(await tables()).toEqual(['_prisma_migrations', 'a'])
})

test('a failed migration is rolled back, is named at each start, and applies when it is fixed and retried explicitly', async () => {
  write('20260101000000_a', 'CREATE TABLE a (); CREATE TABLE b (c nonsense);')
  await expect(migrate(pool, folder)).rejects.toThrow(/20260101000000_a failed, .* type "nonsense" does not exist/)
  expect(await tables()).toEqual(['_prisma_migrations'])
  write('20260101000000_a', 'CREATE TABLE a ();')
  await expect(migrate(pool, folder)).rejects.toThrow(/20260101000000_a failed earlier.*--retry 20260101000000_a/)
  expect((await migrationStatus(pool, folder)).failed).toEqual(['20260101000000_a'])
  expect(await migrate(pool, folder, { retry: '20260101000000_a' })).toEqual({ applied: ['20260101000000_a'] })
  expect(await migrate(pool, folder)).toEqual({ applied: [] })
})

test('a database migrated by a newer build is refused', async () => {
  write('20260101000000_a', 'CREATE TABLE a ();')
  write('20260102000000_b', 'CREATE TABLE b ();')
  await migrate(pool, folder)
  rmSync(join(folder, '20260102000000_b'), { recursive: true })
  await expect(migrate(pool, folder)).rejects.toThrow(/does not know: 20260102000000_b/)
})

test('Prisma finds its migration table, with every migration applied and none edited', async () => {
  const { applied } = await migrate(pool)
  const recorded = await pool.query<{ name: string; checksum: string }>(
    'SELECT migration_name AS name, checksum FROM _prisma_migrations ORDER BY migration_name',
  )
  const sha256 = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(MIGRATIONS_FOLDER, name, 'migration.sql')))
      .digest('hex')
  expect(recorded.rows).toEqual(applied.map((name) => ({ name, checksum: sha256(name) })))

  const engine = await openSchemaEngine(pool)
  const diagnosis = await engine.diagnoseMigrationHistory({
    migrationsList: migrationsList(MIGRATIONS_FOLDER, readMigrations()),
    optInToShadowDatabase: false,
    filters: { externalTables: [], externalEnums: [] },
  })
  expect(diagnosis).toMatchObject({
    editedMigrationNames: [],
    failedMigrationNames: [],
    hasMigrationsTable: true,
    history: null,
  })
})

test('the migrations result in the Prisma schema, and a schema change is detected as SQL', async () => {
  const options = { folder: MIGRATIONS_FOLDER, migrations: readMigrations(), pool }
  expect(await diffSchema({ ...options, schema: readSchema() })).toBe('')
  const pending = await anEmptyDatabase()
  const other = openPool(pending.url, 4, quiet)
  const more = { path: join(SCHEMA, 'more.prisma'), content: 'model More {\n  id String @id\n}\n' }
  expect(await diffSchema({ ...options, pool: other, schema: [...readSchema(), more] })).toMatch(/CREATE TABLE "More"/)
  await other.end()
})

test('presence tables are unlogged and names have trigram indexes', async () => {
  await migrate(pool)
  const found = await pool.query(
    `SELECT (SELECT relpersistence FROM pg_class WHERE relname = 'Presence') AS presence,
            (SELECT count(*)::int FROM pg_extension WHERE extname = 'pg_trgm') AS trigrams, array_length(show_trgm('żółw 日本'), 1) AS letters`,
  )
  expect(found.rows).toEqual([{ presence: 'u', trigrams: 1, letters: 8 }])
})
