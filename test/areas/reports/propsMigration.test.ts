import { expect, it } from 'vitest'
import { seedReportOptions } from '../../../src/areas/system/seed/reportOptions.ts'
import { applyWithoutRecord, MIGRATIONS_FOLDER, readMigrations } from '../../../src/platform/database/migrations.ts'
import { openPool } from '../../../src/platform/database/openDatabase.ts'
import { anEmptyDatabase } from '../../support/database.ts'

const PROPS_MIGRATION = '20261130080000_reports_of_props'

/** What a server that has these options and labels has after the migration. */
async function migrated(reportOptions: object, reportCategories: object): Promise<Readonly<Record<string, unknown>>> {
  const { url } = await anEmptyDatabase()
  const pool = openPool(url, 1, { debug() {}, info() {}, warn() {}, error() {} })
  const migrations = readMigrations(MIGRATIONS_FOLDER)
  const at = migrations.findIndex(({ name }) => name === PROPS_MIGRATION)
  for (const migration of migrations.slice(0, at)) await applyWithoutRecord(pool, migration)
  for (const [key, value] of Object.entries({ reportOptions, reportCategories }))
    await pool.query('INSERT INTO "ConfigEntry" VALUES ($1, $2, now())', [key, JSON.stringify(value)])
  for (const migration of migrations.slice(at)) await applyWithoutRecord(pool, migration)
  const { rows } = await pool.query('SELECT key, value FROM "ConfigEntry"')
  await pool.end()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

const { reportOptions, reportCategories } = seedReportOptions
const { prop, ...oldOptions } = reportOptions
const { prop: label, ...oldCategories } = reportCategories
const { behavior, ...userOfRelease01 } = oldOptions.user

it('the migration lets people report props of servers whose options nobody has changed', async () => {
  const expected = { reportOptions, reportCategories }
  expect(await migrated(oldOptions, oldCategories)).toEqual(expected)
  const user = userOfRelease01
  const ofRelease01 = { ...reportOptions, user }
  expect(await migrated({ ...oldOptions, user }, oldCategories)).toEqual({ ...expected, reportOptions: ofRelease01 })
})

it('the migration keeps options that an admin has changed', async () => {
  const changed = { world: oldOptions.world }
  const categories = { ...oldCategories, prop: { text: 'Thing', tooltip: '' } }
  expect(await migrated(changed, categories)).toEqual({ reportOptions: changed, reportCategories: categories })
})
