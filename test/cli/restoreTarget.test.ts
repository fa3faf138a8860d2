import { existsSync, mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { writeBackup } from '../../src/backup/writeBackup.ts'
import { migrate, migrationNames } from '../../src/platform/database/migrations.ts'
import { openPool } from '../../src/platform/database/openDatabase.ts'
import { queryOnce } from '../../src/platform/database/queryOnce.ts'
import { LAST_OF_RELEASE_0_1 } from '../campaigns/upgrade/oldRows.ts'
import { aDatabase, anEmptyDatabase } from '../support/database.ts'
import { silentLog } from '../support/databaseFixture.ts'
import { eventually } from '../support/eventually.ts'
import { aMigrationFolder } from '../support/migrationFolder.ts'
import { runCli } from './childProcesses.ts'

const folder = mkdtempSync(join(tmpdir(), 'plaza-archives-'))
const SECRET_KEY = 'hY4nP0sVq8Xe2LkZ7rTw5BcGm9JdU3fAo6iR1ErC'
const BACKUP_PASSPHRASE = 'correct horse battery staple'

/** Backs a database up, and returns the path of the archive. */
async function aBackup(url: string, name: string): Promise<string> {
  const archive = join(folder, `${name}.tar.zst`)
  const env = { DATABASE_URL: url, DATA_DIR: folder, SECRET_KEY, BACKUP_PASSPHRASE }
  expect(await runCli(env, 'backup', archive)).toMatchObject({ code: 0 })
  return archive
}

/** Restores an archive into a database, with the key that it holds. */
async function restore(archive: string, url: string) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'plaza-target-'))
  const ended = await runCli({ DATABASE_URL: url, DATA_DIR, BACKUP_PASSPHRASE }, 'restore', archive)
  return { ...ended, hasKey: existsSync(join(DATA_DIR, 'secret.key')) }
}

const refused = (...words: string[]) => ({
  code: 1,
  err: expect.stringMatching(words.join('.*')),
  hasKey: false,
})

const NEW_DATABASE = 'Make an empty database, and set DATABASE_URL to it\\.\n$'

let [present, earlier] = ['', '']
beforeAll(async () => {
  present = await aBackup((await aDatabase()).url, 'present')
  const { url } = await anEmptyDatabase()
  const pool = openPool(url, 1, silentLog)
  await migrate(pool, aMigrationFolder(migrationNames().filter((name) => name <= LAST_OF_RELEASE_0_1)))
  await pool.end()
  earlier = await aBackup(url, 'earlier')
})

test('a backup of a later version is refused before its key is stored, and names what restores it', async () => {
  const { url } = await aDatabase()
  await queryOnce(
    url,
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES ('1', 'x', '29990101000000_later', now())`,
  )
  // The command refuses such a database.
  const later = join(folder, 'later.tar.zst')
  const key = { text: SECRET_KEY, passphrase: BACKUP_PASSPHRASE }
  const source = { databaseUrl: url, blobs: null, key, tell() {} }
  await writeBackup(source, (chunks) => writeFile(later, chunks))
  const empty = await anEmptyDatabase()
  expect(await restore(later, empty.url)).toMatchObject(
    refused('29990101000000_later this version does not have\\.', 'Restore it by that version or a later one'),
  )
  expect(await queryOnce(empty.url, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
})

test('tables of a later version than the backup are told as such, and those of its version are taken', async () => {
  const { url } = await aDatabase()
  expect(await restore(earlier, url)).toMatchObject(
    refused('^The tables of the database are of a later version than the backup', NEW_DATABASE),
  )
  expect(await restore(present, url)).toMatchObject({ code: 0, err: '', hasKey: true })
})

test('tables of something else, a migration that failed and a used database are refused', async () => {
  const other = await anEmptyDatabase()
  await queryOnce(other.url, 'CREATE TABLE "Account" (id int)')
  expect(await restore(present, other.url)).toMatchObject(
    refused('not empty: it has tables that are not of Plaza, such as Account\\.', NEW_DATABASE),
  )

  const failed = await aDatabase()
  const [name = ''] = migrationNames()
  await queryOnce(failed.url, 'UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = $1', [name])
  expect(await restore(present, failed.url)).toMatchObject(refused(`migration ${name} .*has failed\\.`, NEW_DATABASE))

  const used = await aDatabase()
  expect(await runCli({ DATABASE_URL: used.url, DATA_DIR: folder, SECRET_KEY }, 'economy', 'check')).toMatchObject({
    code: 0,
  })
  expect(await restore(present, used.url)).toMatchObject(
    refused('not empty: a server of Plaza has used it', NEW_DATABASE),
  )
})

test('people who come after the first look stay, and the restore is refused', async () => {
  const { url } = await aDatabase()
  const server = new Client(url)
  await server.connect()
  await server.query('BEGIN')
  await server.query(
    `INSERT INTO "User" (id, username, "usernameKey", "displayName", "displayNameKey", "currentAvatar", "createdAt", "updatedAt")
     VALUES ('usr_1', 'ada', 'ada', 'ada', 'ada', '', now(), now())`,
  )
  const restoring = restore(present, url)
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ '"User"'`
  await eventually(async () => (await queryOnce(url, waiting)).length === 1)
  await server.query('COMMIT')
  await server.end()
  expect(await restoring).toMatchObject({
    code: 1,
    err: expect.stringMatching(`not empty: a server of Plaza has used it.*${NEW_DATABASE}`),
  })
  expect(await queryOnce(url, 'SELECT id FROM "User"')).toEqual([{ id: 'usr_1' }])
})
