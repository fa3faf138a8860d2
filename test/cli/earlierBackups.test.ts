import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backUpBeforeMigrations } from '../../src/backup/beforeMigrations.ts'
import { migrate, migrationNames } from '../../src/platform/database/migrations.ts'
import { openPool } from '../../src/platform/database/openDatabase.ts'
import { readSettings } from '../../src/settings.ts'
import { findUpgradeFaults, insertOldRows, LAST_OF_RELEASE_0_1 } from '../campaigns/upgrade/oldRows.ts'
import { TEST_KEY } from '../support/app.ts'
import { aDatabase, anEmptyDatabase } from '../support/database.ts'
import { silentLog } from '../support/databaseFixture.ts'
import { aMigrationFolder } from '../support/migrationFolder.ts'
import { runCli } from './childProcesses.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'plaza-before-'))
const settings = (given = {}) => readSettings({ NODE_ENV: 'test', DATA_DIR, SECRET_KEY: TEST_KEY, ...given })
const archives = () => readdirSync(join(DATA_DIR, 'backups')).sort()

/** The names of archives have whole seconds. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000) + 5))

test('the backup before migrations restores databases of earlier versions, and the newest three are kept', async () => {
  const { url } = await anEmptyDatabase()
  const pool = openPool(url, 2, silentLog)
  const names = migrationNames()
  const first = names.indexOf(LAST_OF_RELEASE_0_1) + 1
  await migrate(pool, aMigrationFolder(names.slice(0, first)))
  await insertOldRows(pool, 20)
  const told: string[] = []
  for (const count of [first, first, Math.ceil((first + names.length) / 2), names.length - 1]) {
    await migrate(pool, aMigrationFolder(names.slice(0, count)))
    await backUpBeforeMigrations(settings(), url, (line) => told.push(line))
    await nextSecond()
  }
  await pool.end()
  expect([told.length, archives().length]).toEqual([4, 3])
  expect(told[0]).toMatch(/^Backing up the database to .+before-migrations-\d{8}T\d{6}Z\.tar\.zst before migrations\.$/)

  for (const name of archives()) {
    const restored = await anEmptyDatabase()
    const env = { DATABASE_URL: restored.url, DATA_DIR, SECRET_KEY: TEST_KEY }
    expect(await runCli(env, 'restore', join(DATA_DIR, 'backups', name))).toMatchObject({ code: 0, err: '' })
    const after = openPool(restored.url, 1, silentLog)
    expect(await findUpgradeFaults(after)).toEqual({})
    await after.end()
  }
})

test('an outdated backup that can not be deleted is told, and does not keep the new one from being made', async () => {
  const { url } = await aDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'plaza-stuck-'))
  // Not even an administrator deletes a folder as a file.
  const stuck = [1, 2, 3].map((day) => join(dataDir, 'backups', `before-migrations-2000010${day}T000000Z.tar.zst`))
  for (const path of stuck) mkdirSync(path, { recursive: true })
  const told: string[] = []
  await backUpBeforeMigrations(settings({ DATA_DIR: dataDir }), url, (line) => told.push(line))
  expect(told.slice(1)).toEqual([expect.stringMatching(/^An outdated backup could not be deleted: .*20000101T000000Z/)])
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(4)
})

test('no backup is made of a database that is not embedded, or where the setting is off; a failed one is told', async () => {
  const { url } = await anEmptyDatabase()
  const before = archives()
  const tell = () => {}
  await backUpBeforeMigrations(settings({ DATABASE_URL: url }), url, tell)
  await backUpBeforeMigrations(settings({ BACKUP_BEFORE_MIGRATE: 'off' }), url, tell)
  expect(archives()).toEqual(before)
  await expect(backUpBeforeMigrations(settings(), url, tell)).rejects.toThrow(
    'BACKUP_BEFORE_MIGRATE=off starts without',
  )
  expect(archives()).toEqual(before)
})
