import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { anApp, type TestApp } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { clientAt, type RestClient } from '../support/restClient.ts'
import { aConfirmedUser, enableTotp, logIn, type TestUser, totpCode } from '../support/users.ts'
import { runCli, settingsOf } from './childProcesses.ts'

const OLD_KEY = 'hY4nP0sVq8Xe2LkZ7rTw5BcGm9JdU3fAo6iR1ErC'
const NEW_KEY = 'Wb7uK2xTn5Qv9LsE0mZr4HcYp8GdJ1fAo3iU6kRe'

/** A server whose key is set, or kept in a file if `key` is empty. */
const anAppWith = (key: string, given: Record<string, string> = {}) => anApp({ SECRET_KEY: key, ...given })

/** Another server on the database and folder of one that was closed. */
const reopen = (closed: TestApp, key: string) => {
  const { DATABASE_URL = '', DATA_DIR } = closed.platform.settings
  return anAppWith(key, { DATABASE_URL, DATA_DIR })
}

const rotate = (app: TestApp, env: Record<string, string> = {}, ...args: string[]) =>
  runCli({ ...settingsOf(app), ...env }, 'rotate-key', ...args)

const keyFile = (app: TestApp) => join(app.platform.settings.DATA_DIR, 'secret.key')

const codesOf = async (api: RestClient) => (await api.call('getRecoveryCodes')).otp?.map(({ code }) => code) ?? []

/** A person with a second factor, recovery codes, and a reward that waits for them. */
async function aPerson(app: TestApp) {
  const person = await aConfirmedUser(app)
  const secret = await enableTotp(app, person)
  const made = await runCli(
    settingsOf(app),
    'reward',
    'create',
    'Gift',
    '--tokens',
    '5',
    '--code',
    `GIFT-${person.username}`,
  )
  expect(made).toMatchObject({ code: 0 })
  return { person, secret, recoveryCodes: await codesOf(person.api) }
}

const at = (app: TestApp, { api }: TestUser) => clientAt(app, api)

test('a key rotation keeps sessions, second factors, recovery codes, codes of rewards and queued mails', async () => {
  const app = await anAppWith(OLD_KEY)
  const { person, secret, recoveryCodes } = await aPerson(app)
  expect(await rotate(app)).toMatchObject({ code: 1, err: expect.stringContaining('Stop all of them first') })
  await app.close()

  expect(await rotate(app, { NEW_SECRET_KEY: OLD_KEY })).toMatchObject({ code: 1 })
  expect(await rotate(app, { NEW_SECRET_KEY: 'short' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('weak'),
  })
  const rotated = await rotate(app, { NEW_SECRET_KEY: NEW_KEY })
  expect(rotated).toMatchObject({
    code: 0,
    out: expect.stringMatching(/once this command has ended without an error\.\n.+the second factors of 1 accounts/),
  })
  await expect(reopen(app, OLD_KEY)).rejects.toThrow(/not the one that encrypted this database. Set SECRET_KEY/)

  const next = await reopen(app, NEW_KEY)
  next.clock.advance(120_000)
  const api = at(next, person)
  expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
  expect(await codesOf(api)).toEqual(recoveryCodes)
  await api.call('redeemReward', { body: { code: `GIFT-${person.username}` } })
  await logIn(api, person)
  await api.call('verify2FA', { body: { code: await totpCode(next, secret) } })
  await logIn(api, person)
  await api.call('verifyRecoveryCode', { body: { code: recoveryCodes[0] ?? '' } })
  expect(await api.call('getCurrentUser')).toMatchObject({ id: person.id })
  await next.close()

  // A second rotation, of codes that are stored encrypted by now.
  expect(await rotate(next, { NEW_SECRET_KEY: OLD_KEY })).toMatchObject({ code: 0 })
  const last = await reopen(app, OLD_KEY)
  expect(await codesOf(at(last, person))).toEqual(recoveryCodes)
})

/** Runs a rotation that waits for the key, and a node's connection that is opened meanwhile. */
async function rotateBesideStart(app: TestApp) {
  const { DATABASE_URL = '' } = app.platform.settings
  const [holder, node] = [
    new Client(DATABASE_URL),
    new Client({ connectionString: DATABASE_URL, application_name: 'plaza' }),
  ]
  await holder.connect()
  await holder.query('BEGIN; SELECT FROM "ServerKey" FOR UPDATE')
  const rotating = rotate(app)
  await eventually(async () => {
    const { rowCount } = await holder.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'plaza command' AND wait_event_type = 'Lock'`)
    await holder.query('SELECT pg_stat_clear_snapshot()')
    return rowCount === 1
  })
  await node.connect()
  await holder.end()
  const rotated = await rotating
  await node.end()
  return rotated
}

test('a rotation that is refused leaves no key, and the key of one that failed is not taken for an interrupted one', async () => {
  const app = await anAppWith('')
  await app.close()
  const [file, next] = [keyFile(app), `${keyFile(app)}.new`]
  const old = readFileSync(file, 'utf8')
  expect(await rotateBesideStart(app)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('Stop all of them first'),
  })
  expect([readFileSync(file, 'utf8'), existsSync(next)]).toEqual([old, false])

  writeFileSync(next, `${NEW_KEY}\n`)
  writeFileSync(file, `${OLD_KEY}\n`)
  await expect(reopen(app, '')).rejects.toThrow(/not the one that encrypted this database\. Restore /)
  expect(await rotate(app)).toMatchObject({ code: 1, err: expect.stringContaining(`Restore ${file}.`) })
  writeFileSync(file, old)
  expect(await rotate(app)).toMatchObject({ code: 0, out: expect.stringContaining('The new key is in') })
  expect([readFileSync(file, 'utf8') === old, existsSync(next)]).toEqual([false, false])
  await (await reopen(app, '')).close()
})

/** Tells of each time that the folder is synced whether the new key is still beside the old one. */
async function watchSyncs(folder: string, next: string): Promise<string[]> {
  const syncs: string[] = []
  const handle = await open(folder)
  const handles: FileHandle = Object.getPrototypeOf(handle)
  const { sync } = handles
  const { ino } = await handle.stat()
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).ino === ino) syncs.push(existsSync(next) ? 'beside' : 'in place')
    await sync.call(this)
  })
  await handle.close()
  return syncs
}
afterEach(() => void vi.restoreAllMocks())

test('a lost key ends second factors, and a key in a file is replaced', async () => {
  const app = await anAppWith('')
  const { person } = await aPerson(app)
  await app.close()
  const old = readFileSync(keyFile(app), 'utf8')
  rmSync(keyFile(app))
  await expect(reopen(app, '')).rejects.toThrow(/key that encrypted this database is missing/)
  writeFileSync(keyFile(app), `${NEW_KEY}\n`)
  await expect(reopen(app, '')).rejects.toThrow(/rotate-key --lost/)
  expect(await rotate(app)).toMatchObject({ code: 1, err: expect.stringContaining('not the one') })

  writeFileSync(keyFile(app), old)
  const syncs = await watchSyncs(dirname(keyFile(app)), `${keyFile(app)}.new`)
  expect(await rotate(app)).toMatchObject({ code: 0, out: expect.stringContaining('The new key is in') })
  expect(syncs.splice(0)).toEqual(['beside', 'in place'])
  expect(readFileSync(keyFile(app), 'utf8')).not.toBe(old)
  // As after a kill between the commit and the exchange of the files.
  renameSync(keyFile(app), `${keyFile(app)}.new`)
  writeFileSync(keyFile(app), old)
  await expect(reopen(app, '')).rejects.toThrow(/interrupted: run "plaza rotate-key" again/)
  expect(await rotate(app)).toMatchObject({ code: 0, out: expect.stringContaining('is finished') })
  expect(syncs).toEqual(['in place'])
  await (await reopen(app, '')).close()

  rmSync(keyFile(app))
  expect(await rotate(app, {}, '--lost')).toMatchObject({ code: 0, out: expect.stringContaining('Removed') })
  const next = await reopen(app, '')
  const api = at(next, person)
  expect(await api.call('getCurrentUser')).toMatchObject({ twoFactorAuthEnabled: false })
  expect(await api.try('redeemReward', { body: { code: `GIFT-${person.username}` } })).toMatchObject({ status: 404 })
})
