import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { usageText } from '../../src/cli/commandList.ts'
import { migrate, migrationNames } from '../../src/platform/database/migrations.ts'
import { openPool } from '../../src/platform/database/openDatabase.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { insertOldRows, LAST_OF_RELEASE_0_1 } from '../campaigns/upgrade/oldRows.ts'
import { TEST_KEY } from '../support/app.ts'
import { aDatabase, anEmptyDatabase } from '../support/database.ts'
import { silentLog } from '../support/databaseFixture.ts'
import { aMigrationFolder } from '../support/migrationFolder.ts'
import { runCli } from './childProcesses.ts'

const folder = mkdtempSync(join(tmpdir(), 'plaza-tables-'))
const archive = join(folder, 'plaza.tar.zst')

const envOf = (url: string) => ({
  DATABASE_URL: url,
  DATA_DIR: folder,
  SECRET_KEY: TEST_KEY,
  BACKUP_PASSPHRASE: 'correct horse battery staple',
  TARGET_DATABASE_URL: url,
  PUBLIC_URL: 'https://new.example',
})

/** Command lines that work on tables of any version, and those that need the tables of this build. */
const ANY = [`backup ${archive}`, 'move files disk']
const CURRENT = [
  'user promote ada',
  'user disable-2fa ada',
  'user revoke-sessions ada',
  `user export ada ${join(folder, 'ada.tar.gz')}`,
  'user erase ada --yes',
  'subscription grant ada plus-monthly',
  'subscription revoke ada plus-monthly',
  'inventory grant ada invt_01234567-89ab-4def-8123-456789abcdef',
  'reward create Gift --tokens 5',
  'economy grant ada 5',
  'economy check',
  'move database',
  'move url https://old.example https://new.example',
  'rotate-key',
  'rotate-key --lost',
]
/** Commands that make the tables, or that work without any. */
const NONE = ['user create', 'migrate status', 'migrate deploy', 'restore', 'doctor']

/** The files are in no store, but `move files` needs the settings of a bucket. */
const bucket = {
  S3_BUCKET: 'plaza-files',
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_ACCESS_KEY_ID: 'PLAZATEST',
  S3_SECRET_ACCESS_KEY: 'a secret of the test',
}

const run = (url: string, line: string) => runCli({ ...envOf(url), ...bucket }, ...line.split(' '))

/** A database of the release 0.1. */
async function anOldDatabase(): Promise<string> {
  const { url } = await anEmptyDatabase()
  const pool = openPool(url, 1, silentLog)
  await migrate(pool, aMigrationFolder(migrationNames().filter((name) => name <= LAST_OF_RELEASE_0_1)))
  await insertOldRows(pool, 2)
  await pool.end()
  return url
}

/** A database with a migration of a release to come. */
async function aLaterDatabase(): Promise<string> {
  const { url } = await aDatabase()
  await queryOnce(
    url,
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('1', 'x', '29990101000000_later', now())`,
  )
  return url
}

let [empty, old, later] = ['', '', '']
beforeAll(async () => {
  empty = (await anEmptyDatabase()).url
  old = await anOldDatabase()
  later = await aLaterDatabase()
})

test('every command is tested here', () => {
  const named = [...usageText().matchAll(/^ {2}([a-z][a-z0-9 -]*[a-z0-9])/gm)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(15)
  const isTested = (name: string) => [...ANY, ...CURRENT, ...NONE].some((line) => `${line} `.startsWith(`${name} `))
  expect(named.filter((name) => !isTested(name))).toEqual([])
})

test.each([...ANY, ...CURRENT])('an empty database is told, and stays empty: %s', async (line) => {
  const { code, err } = await run(empty, line)
  expect({ code, err }).toEqual({
    code: 1,
    err: 'The database at DATABASE_URL has no tables of Plaza yet. Check DATABASE_URL; if it is the right one, start the server, or run: plaza migrate deploy\n',
  })
  expect(await queryOnce(empty, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
})

test.each(CURRENT)('a database of an earlier version is told: %s', async (line) => {
  const last = migrationNames().at(-1) ?? ''
  expect(await run(old, line)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      `^The database lacks migrations of this build: .*${last}. Start the server, or run: plaza`,
    ),
  })
})

test.each([...ANY, ...CURRENT])('a database of a later version is refused: %s', async (line) => {
  const { code, err } = await run(later, line)
  expect({ code, err }).toEqual({
    code: 1,
    err: 'The database has a migration this build does not know: 29990101000000_later. Start a build that has it.\n',
  })
})

test('a database of an earlier version is backed up with its key, which a restore takes from the archive', async () => {
  const made = await run(old, `backup ${archive}`)
  expect(made).toMatchObject({ code: 0, err: '', out: expect.not.stringContaining('secret key is left out') })
  const { url } = await anEmptyDatabase()
  const env = { ...envOf(url), SECRET_KEY: '', DATA_DIR: mkdtempSync(join(tmpdir(), 'plaza-tables-')) }
  expect(await runCli(env, 'restore', archive)).toMatchObject({
    code: 0,
    out: expect.stringContaining('The secret key is in'),
  })
})

test('a migration that failed is named, with what to do', async () => {
  const url = await anOldDatabase()
  const [name = ''] = migrationNames()
  await queryOnce(url, 'UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = $1', [name])
  const told = `plaza migrate deploy --retry ${name}\n`
  expect(await run(url, 'rotate-key')).toMatchObject({ code: 1, err: expect.stringContaining(told) })
})
