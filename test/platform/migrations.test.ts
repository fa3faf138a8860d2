import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, migrationStatus } from '../../src/platform/database/migrate.ts'
import { MIGRATIONS, readMigrations } from '../../src/platform/database/migrations.ts'
import { openPool } from '../../src/platform/database/open.ts'
import { diff, migrationsList, openEngine } from '../../src/tools/migrate-engine.ts'
import { anEmptyDatabase, type TestDatabase } from '../support/database.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const SCHEMA = fileURLToPath(new URL('../../prisma/schema', import.meta.url))

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
  await database.drop()
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

test('a migration that was edited after it had been applied is refused by name', async () => {
  write('20260101000000_a', 'CREATE TABLE a ();')
  await migrate(pool, folder)
  write('20260101000000_a', 'CREATE TABLE a (); -- edited')
  write('20260102000000_b', 'CREATE TABLE b ();')
  await expect(migrate(pool, folder)).rejects.toThrow(/20260101000000_a was edited/)
  expect((await migrationStatus(pool, folder)).edited).toEqual(['20260101000000_a'])
  expect(await tables()).toEqual(['_prisma_migrations', 'a'])
})

test('a migration that fails leaves nothing, is named at each start, and applies when it was mended and asked for', async () => {
  write('20260101000000_a', 'CREATE TABLE a (); CREATE TABLE b (c nonsense);')
  await expect(migrate(pool, folder)).rejects.toThrow(/20260101000000_a failed, .* type "nonsense" does not exist/)
  expect(await tables()).toEqual(['_prisma_migrations'])
  write('20260101000000_a', 'CREATE TABLE a ();')
  await expect(migrate(pool, folder)).rejects.toThrow(/20260101000000_a failed earlier.*--retry 20260101000000_a/)
  expect((await migrationStatus(pool, folder)).failed).toEqual(['20260101000000_a'])
  expect(await migrate(pool, folder, { retry: '20260101000000_a' })).toEqual({ applied: ['20260101000000_a'] })
  expect(await migrate(pool, folder)).toEqual({ applied: [] })
})

test('a database that a newer build has migrated is refused', async () => {
  write('20260101000000_a', 'CREATE TABLE a ();')
  write('20260102000000_b', 'CREATE TABLE b ();')
  await migrate(pool, folder)
  rmSync(join(folder, '20260102000000_b'), { recursive: true })
  await expect(migrate(pool, folder)).rejects.toThrow(/does not know: 20260102000000_b/)
})

test('Prisma finds its own table, each migration applied and none edited', async () => {
  const { applied } = await migrate(pool)
  const recorded = await pool.query<{ name: string; checksum: string }>(
    'SELECT migration_name AS name, checksum FROM _prisma_migrations',
  )
  const sha256 = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(MIGRATIONS, name, 'migration.sql')))
      .digest('hex')
  expect(recorded.rows).toEqual(applied.map((name) => ({ name, checksum: sha256(name) })))

  const engine = await openEngine(pool)
  const diagnosis = await engine.diagnoseMigrationHistory({
    migrationsList: migrationsList(MIGRATIONS, readMigrations()),
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

test('the migrations lead to the schema, and a change of the schema shows as SQL', async () => {
  const options = { folder: MIGRATIONS, migrations: readMigrations(), pool }
  expect(await diff({ ...options, schema: readSchema() })).toBe('')
  const pending = await anEmptyDatabase()
  const other = openPool(pending.url, 4, quiet)
  const more = { path: join(SCHEMA, 'more.prisma'), content: 'model More {\n  id String @id\n}\n' }
  expect(await diff({ ...options, pool: other, schema: [...readSchema(), more] })).toMatch(/CREATE TABLE "More"/)
  await other.end()
  await pending.drop()
})

test('presence is unlogged and names are searched by trigrams', async () => {
  await migrate(pool)
  const found = await pool.query(
    `SELECT (SELECT relpersistence FROM pg_class WHERE relname = 'Presence') AS presence,
            (SELECT count(*)::int FROM pg_extension WHERE extname = 'pg_trgm') AS trigrams, array_length(show_trgm('żółw 日本'), 1) AS letters`,
  )
  expect(found.rows).toEqual([{ presence: 'u', trigrams: 1, letters: 8 }])
})
