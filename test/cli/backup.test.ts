import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFreedContent } from '../../src/areas/files/storage/cleanup.ts'
import { maintainPartitions } from '../../src/areas/system/partitions/maintain.ts'
import { readPartitions } from '../../src/areas/system/partitions/queries.ts'
import { PARTITIONED_TABLES } from '../../src/areas/system/partitions/tables.ts'
import { compressed, decompressed } from '../../src/backup/zstd.ts'
import { runCommandLine } from '../../src/cli/commandLine.ts'
import { addMilliseconds, DAY } from '../../src/kernel/clock.ts'
import { anApp, TEST_KEY, type TestApp } from '../support/app.ts'
import { anEmptyDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { anUploadedFile, bytesOf, download } from '../support/files.ts'
import { clientAt } from '../support/restClient.ts'
import { openCuttingProxy } from '../support/s3/cuttingProxy.ts'
import { openStrictS3, type StrictS3 } from '../support/s3/server.ts'
import { aConfirmedUser, enableTotp, logIn, type TestUser, totpCode } from '../support/users.ts'
import { runCli, settingsOf } from './childProcesses.ts'

const BUCKET = 'plaza-files'
const PASSPHRASE = 'correct horse battery staple'
const keys = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
const content = randomBytes(200_000)
const folder = mkdtempSync(join(tmpdir(), 'plaza-backup-'))
const archive = join(folder, 'whole.tar.zst')

let store: StrictS3
let app: TestApp
let ada: TestUser
let totpSecret: string
let fileUrl: string
beforeAll(async () => {
  store = await openStrictS3({ keys, bucket: BUCKET, smallestPart: 5_000, page: 2 })
  app = await anApp()
  ada = await aConfirmedUser(app)
  totpSecret = await enableTotp(app, ada)
  const file = await anUploadedFile(app, ada, content)
  fileUrl = file.versions.at(-1)?.file?.url ?? ''
  const made = await runCli({ ...settingsOf(app), BACKUP_PASSPHRASE: PASSPHRASE }, 'backup', archive)
  expect(made).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/ rows, 3 files of \d+\.\d kB, in /) })
})
afterAll(() => store.close())

const inBucket = () => ({
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: store.endpoint,
  S3_ACCESS_KEY_ID: keys.accessKeyId,
  S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
})

/** Settings of a new installation, on disk. */
const aNewPlace = async () => ({
  DATABASE_URL: (await anEmptyDatabase()).url,
  DATA_DIR: mkdtempSync(join(tmpdir(), 'plaza-restored-')),
})

const restore = (env: Record<string, string | undefined>, ...args: string[]) => runCli(env, 'restore', ...args)

/** What Ada finds on a server: her session, second factor and file. */
async function assertWhole(restored: TestApp, ahead: number): Promise<void> {
  const api = clientAt(restored, ada.api)
  expect(await api.call('getCurrentUser')).toMatchObject({ id: ada.id, twoFactorAuthEnabled: true })
  // A code is accepted once.
  restored.clock.advance(ahead)
  await logIn(api, ada)
  await api.call('verify2FA', { body: { code: await totpCode(restored, totpSecret) } })
  const answer = await download(restored, fileUrl, { person: { ...ada, api } })
  const stored = answer.status === 302 ? await fetch(answer.headers.get('location') ?? '') : answer
  expect((await bytesOf(stored)).equals(content)).toBe(true)
}

test('a backup moves from disk to an object store and back, with its key, sessions and files', async () => {
  const place = { ...(await aNewPlace()), ...inBucket() }
  expect(await restore(place, archive)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Set BACKUP_PASSPHRASE'),
  })
  expect(await restore({ ...place, SECRET_KEY: 'x'.repeat(40) }, archive)).toMatchObject({ code: 1 })
  const wrong = await restore({ ...place, BACKUP_PASSPHRASE: 'another passphrase' }, archive)
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('not the one that the backup was made with') })
  const done = await restore({ ...place, BACKUP_PASSPHRASE: PASSPHRASE }, archive)
  expect(done).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/Restored \d+ rows and 3 files of /),
  })
  expect(readFileSync(join(place.DATA_DIR, 'secret.key'), 'utf8').trim()).toBe(TEST_KEY)
  const again = await restore(place, archive)
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('The database is not empty') })

  const inStore = await anApp({ ...place, SECRET_KEY: '' })
  await assertWhole(inStore, 120_000)
  // Back from the store, by an archive in the store, whose key is left out.
  const address = `s3://${BUCKET}/backups/plaza.tar.zst`
  const written = await runCli(place, 'backup', address)
  expect(written).toMatchObject({ code: 0, out: expect.stringContaining('The secret key is left out') })
  expect(await runCli(place, 'backup', address)).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists already'),
  })
  const back = await aNewPlace()
  expect(await restore({ ...back, ...inBucket(), S3_BUCKET: '' }, address)).toMatchObject({
    code: 1,
    err: expect.stringContaining('holds no secret key'),
  })
  const env = { ...back, ...inBucket(), S3_BUCKET: '', SECRET_KEY: TEST_KEY }
  expect(await restore(env, address)).toMatchObject({ code: 0, err: '' })
  await assertWhole(await anApp(back), 300_000)
})

test('a backup that is cut or has a flipped bit is refused, and leaves the database empty', async () => {
  const whole = readFileSync(archive)
  const place = { ...(await aNewPlace()), SECRET_KEY: TEST_KEY }
  const damaged = join(folder, 'damaged.tar.zst')
  const flipped = [0.001, 0.3, 0.5, 0.7, 0.999].map((part) => {
    const bytes = Buffer.from(whole)
    const at = Math.floor(bytes.length * part)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at)
    return bytes
  })
  const cut = [0.2, 0.6, 0.99].map((part) => whole.subarray(0, Math.floor(whole.length * part)))
  const packed = (bytes: Buffer) => buffer(Readable.from(compressed(Readable.from([bytes]))))
  const noTar = await packed(Buffer.alloc(4_096, 'x'))
  const tar = await buffer(Readable.from(decompressed(Readable.from([whole]))))
  tar.write('startedZz', tar.indexOf('startedAt'))
  const unknownColumn = await packed(tar)
  const otherKey = await buffer(Readable.from(decompressed(Readable.from([whole]))))
  const keyAt = otherKey.indexOf('"sealed": "') + 20
  otherKey.writeUInt8(otherKey.readUInt8(keyAt) === 65 ? 66 : 65, keyAt)
  const changed = [noTar, unknownColumn, await packed(otherKey)]
  for (const bytes of [...flipped, ...cut, ...changed, Buffer.from('no backup')]) {
    writeFileSync(damaged, bytes)
    const refused = await restore(place, damaged)
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/damaged|no backup of Plaza|other content than its key/),
    })
  }
  expect(await restore(place, archive)).toMatchObject({ code: 0 })
})

test('backups by the hour keep the newest ones, and leave nothing of one that failed', async () => {
  const target = join(folder, 'hourly', 'plaza.tar.zst')
  const env = settingsOf(app)
  for (let count = 0; count < 3; count++) {
    expect(await runCli(env, 'backup', target, '--keep', '2')).toMatchObject({ code: 0 })
    // Names have whole seconds.
    await expect.poll(() => newest(target).some((name) => name.includes(stampNow())), { timeout: 3_000 }).toBe(false)
  }
  expect(newest(target)).toHaveLength(2)
  expect(newest(target).every((name) => /^plaza-\d{8}T\d{6}Z\.tar\.zst$/.test(name))).toBe(true)
  expect(statSync(join(folder, 'hourly', newest(target)[0] ?? '')).mode & 0o777).toBe(0o600)
  expect(
    await runCli({ ...env, ...inBucket(), S3_ENDPOINT: 'http://127.0.0.1:9' }, 'backup', join(folder, 'x.zst')),
  ).toMatchObject({ code: 1 })
  expect([existsSync(join(folder, 'x.zst')), readdirSync(folder).filter((name) => name.endsWith('.part'))]).toEqual([
    false,
    [],
  ])
  const { db } = app.scope()
  expect(await db.backup.findFirst({ where: { failure: { not: null } } })).toMatchObject({ finishedAt: null })
  for (const wrong of [[], ['a', 'b'], ['a', '--every', 'often'], ['a', '--keep', '0']])
    expect(await runCli(env, 'backup', ...wrong)).toMatchObject({ code: 2 })
})

const newest = (target: string) => readdirSync(join(target, '..')).sort().reverse()
const stampNow = () => new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')

test('a backup that waits for a migration to end tells so once', async () => {
  const migrating = new Client(app.platform.settings.DATABASE_URL)
  await migrating.connect()
  // The lock that the process holds that migrates.
  await migrating.query('SELECT pg_advisory_lock(72707369)')
  const told: string[] = []
  const print = (line: string) => void told.push(line)
  const context = { env: settingsOf(app), print, printError: print }
  const running = runCommandLine(['backup', join(folder, 'waiting.tar.zst')], context)
  await eventually(() => told.some((line) => line.startsWith('Waiting')))
  await migrating.end()
  expect(await running).toBe(0)
  expect(told.filter((line) => line.startsWith('Waiting'))).toEqual(['Waiting for a migration of the database to end.'])
})

test('tables in partitions are restored whole', async () => {
  const source = await anApp()
  await maintainPartitions(source.scope())
  const { client, now } = source.scope()
  const [feed] = PARTITIONED_TABLES
  const [begin] = feed ? (await readPartitions(source.scope(), feed)).begins : []
  if (!begin) throw new Error('feeds have no partition')
  const times = [addMilliseconds(begin, DAY), now, addMilliseconds(now, 400 * DAY), addMilliseconds(begin, 2 * DAY)]
  const entry = { userId: 'usr_x', kind: 'created', type: 'x' }
  await client.feedEntry.createMany({ data: times.map((at, seq) => ({ ...entry, at, seq: BigInt(seq) })) })
  const places = await client.$queryRaw`SELECT DISTINCT tableoid FROM "FeedEntry" WHERE "userId" = 'usr_x'`
  expect(places).toHaveLength(3)
  const target = join(folder, 'partitions.tar.zst')
  expect(await runCli(settingsOf(source), 'backup', target)).toMatchObject({ code: 0 })
  const place = { ...(await aNewPlace()), SECRET_KEY: TEST_KEY }
  expect(await restore(place, target)).toMatchObject({ code: 0, err: '' })
  const restored = await anApp(place)
  const rows = await restored.scope().client.feedEntry.findMany({ where: { userId: 'usr_x' }, orderBy: { seq: 'asc' } })
  expect(rows.map(({ seq }) => Number(seq))).toEqual([0, 1, 2, 3])
})

test('content that is freed during a backup stays until it has ended', async () => {
  const { db } = app.scope()
  const bytes = randomBytes(5_000)
  const { id: fileId } = await anUploadedFile(app, ada, bytes)
  const [blob] = await db.fileData.findMany({ where: { fileId, type: 'file' }, select: { blobKey: true } })
  const run = await db.backup.create({
    data: { id: 'a run', target: 'somewhere', startedAt: new Date(), aliveAt: new Date() },
  })
  await clientAt(app, ada.api).call('deleteFile', { fileId })
  await removeFreedContent(app.scope())
  const isThere = async () => (await app.platform.blobs.size(blob?.blobKey ?? '')) !== null
  expect(await isThere()).toBe(true)
  await db.backup.update({ where: { id: run.id }, data: { aliveAt: new Date(Date.now() - 180_000) } })
  app.clock.advance(1_000)
  await removeFreedContent(app.scope())
  expect(await isThere()).toBe(false)
})

test('a restore from an object store goes on when its connections break', async () => {
  const proxy = await openCuttingProxy(store.endpoint)
  const address = `s3://${BUCKET}/backups/broken.tar.zst`
  expect(await runCli({ ...settingsOf(app), ...inBucket(), S3_BUCKET: '' }, 'backup', address)).toMatchObject({
    code: 0,
  })
  proxy.cutAfter(1_000, 50_000, 60_000, 70_000)
  const place = { ...(await aNewPlace()), ...inBucket(), S3_BUCKET: '', SECRET_KEY: TEST_KEY }
  const restored = await restore({ ...place, S3_ENDPOINT: proxy.endpoint }, address)
  expect(restored).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/Restored \d+ rows and [3-9] files/) })
  await proxy.close()
})
