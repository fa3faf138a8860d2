import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { applyWithoutRecord, MIGRATIONS_FOLDER, readMigrations } from '../../../src/platform/database/migrations.ts'
import { openPool } from '../../../src/platform/database/openDatabase.ts'
import { anEmptyDatabase } from '../../support/database.ts'

const WORLD_STORES_MIGRATION = '20261123060000_world_stores'

/** Inserts a row with times of its creation and change. */
async function insert(pool: Pool, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row).map((name) => `"${name}"`)
  const values = columns.map((_, at) => `$${at + 1}`)
  await pool.query(
    `INSERT INTO "${table}" (${columns.join(', ')}, "createdAt", "updatedAt") VALUES (${values.join(', ')}, now(), now())`,
    Object.values(row),
  )
}

it('the migration lets worlds name the public stores that they have', async () => {
  const { url } = await anEmptyDatabase()
  const pool = openPool(url, 1, { debug() {}, info() {}, warn() {}, error() {} })
  const migrations = readMigrations(MIGRATIONS_FOLDER)
  const at = migrations.findIndex(({ name }) => name === WORLD_STORES_MIGRATION)
  for (const migration of migrations.slice(0, at)) await applyWithoutRecord(pool, migration)
  const authorId = newId('user', new Date())
  const names = { username: 'ada', usernameKey: 'ada', displayName: 'Ada', displayNameKey: 'ada', currentAvatar: 'x' }
  await insert(pool, 'User', { id: authorId, ...names })
  const ofWorld = {
    authorId,
    name: 'x',
    nameKey: 'x',
    capacity: 1,
    recommendedCapacity: 1,
    imageUrl: '',
    shuffleKey: 1,
  }
  const ofStore = { storeType: 'world', sellerId: authorId, displayName: 'Shop' }
  for (const [id, status, deletedAt] of [
    ['sold', 'public', null],
    ['drafted', 'draft', null],
    ['deleted', 'public', new Date()],
  ]) {
    await insert(pool, 'World', { id, ...ofWorld, releaseStatus: 'public', deletedAt })
    await insert(pool, 'Store', { id: `store of ${id}`, worldId: id, status, ...ofStore })
  }
  await insert(pool, 'World', { id: 'bare', ...ofWorld, releaseStatus: 'public' })
  for (const migration of migrations.slice(at)) await applyWithoutRecord(pool, migration)
  const { rows } = await pool.query('SELECT id, "storeId" FROM "World" ORDER BY id')
  expect(rows).toEqual([
    { id: 'bare', storeId: null },
    { id: 'deleted', storeId: null },
    { id: 'drafted', storeId: null },
    { id: 'sold', storeId: 'store of sold' },
  ])
  await pool.end()
})
