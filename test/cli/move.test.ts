import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../src/platform/database/embedded/freePort.ts'
import { anApp, TEST_KEY, type TestApp } from '../support/app.ts'
import { aDatabase, anEmptyDatabase } from '../support/database.ts'
import { anUploadedFile, bytesOf, download } from '../support/files.ts'
import { clientAt } from '../support/restClient.ts'
import { openStrictS3, type StrictS3 } from '../support/s3/server.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { runCli, settingsOf } from './childProcesses.ts'

const BUCKET = 'plaza-files'
const keys = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
let store: StrictS3
beforeAll(async () => {
  store = await openStrictS3({ keys, bucket: BUCKET, smallestPart: 5_000, page: 2 })
})
afterAll(() => store.close())

const inBucket = () => ({
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: store.endpoint,
  S3_ACCESS_KEY_ID: keys.accessKeyId,
  S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
})

/** A server on the database and folder of another one. */
function alsoOn({ platform }: TestApp, given: Record<string, string>): Promise<TestApp> {
  const { DATABASE_URL = '', DATA_DIR } = platform.settings
  return anApp({ DATABASE_URL, DATA_DIR, ...given })
}

async function contentAt(app: TestApp, person: TestUser, url: string): Promise<Buffer | number> {
  const answer = await download(app, url, { person: { ...person, api: clientAt(app, person.api) } })
  if (answer.status === 302) return bytesOf(await fetch(answer.headers.get('location') ?? ''))
  return answer.ok ? bytesOf(answer) : answer.status
}

test('files move to an object store and back, as often as it takes', async () => {
  const app = await anApp()
  const ada = await aUser(app)
  const contents = [randomBytes(40_000), randomBytes(12_000), randomBytes(9_000)]
  const upload = async (server: TestApp, content: Buffer | undefined) => {
    const file = await anUploadedFile(server, { ...ada, api: clientAt(server, ada.api) }, content ?? Buffer.alloc(0))
    return file.versions.at(-1)?.file?.url ?? ''
  }
  const urls = [await upload(app, contents[0]), await upload(app, contents[1])]
  const env = { ...settingsOf(app), ...inBucket() }
  expect(await runCli({ ...env, S3_BUCKET: '' }, 'move', 'files', 's3')).toMatchObject({
    code: 1,
    err: expect.stringContaining('S3_BUCKET is not set'),
  })
  const first = await runCli(env, 'move', 'files', 's3')
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/names 4 files; copied 4 of \d+\.\d kB/) })
  expect(await runCli(env, 'move', 'files', 's3')).toMatchObject({ code: 0, out: expect.stringContaining('copied 0') })

  const inStore = await alsoOn(app, inBucket())
  urls.push(await upload(inStore, contents[2]))
  for (const [at, url] of urls.entries()) expect(await contentAt(inStore, ada, url)).toEqual(contents[at])
  expect(await runCli(env, 'move', 'files', 'disk')).toMatchObject({
    code: 0,
    out: expect.stringContaining('copied 2'),
  })
  const back = await alsoOn(app, {})
  for (const [at, url] of urls.entries()) expect(await contentAt(back, ada, url)).toEqual(contents[at])

  await app.scope().db.fileData.updateMany({ where: { sizeInBytes: 9_000 }, data: { blobKey: 'a'.repeat(64) } })
  expect(await runCli(env, 'move', 'files', 's3')).toMatchObject({
    code: 1,
    out: expect.stringContaining('In neither store'),
  })
  expect(await runCli(env, 'move', 'files', 'tape')).toMatchObject({ code: 2 })
})

test('a database moves to an empty one while no node runs', async () => {
  const app = await anApp()
  const ada = await aUser(app)
  const { url } = await anEmptyDatabase()
  const env = settingsOf(app)
  expect(await runCli(env, 'move', 'database', url)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Stop all'),
  })
  await app.close()
  expect(await runCli(env, 'move', 'database', 'mysql://x')).toMatchObject({ code: 2 })
  expect(await runCli(env, 'move', 'database', url, url)).toMatchObject({ code: 2 })
  expect(await runCli({ ...env, TARGET_DATABASE_URL: url }, 'move', 'database')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Copied \d+ rows?/),
  })
  expect(await runCli(env, 'move', 'database', url)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not empty'),
  })
  const moved = await anApp({ DATABASE_URL: url, SECRET_KEY: TEST_KEY })
  expect(await clientAt(moved, ada.api).call('getCurrentUser')).toMatchObject({ id: ada.id })
})

/** What a move says whose target is the URL of another database, changed by `edit`. */
async function refusalAt(edit: (url: URL) => void, env: Record<string, string | undefined>): Promise<string> {
  const { url } = await anEmptyDatabase()
  const target = new URL(url)
  edit(target)
  const { code, err } = await runCli({ ...env, TARGET_DATABASE_URL: target.href }, 'move', 'database')
  expect(code).toBe(1)
  expect(err).toMatch(`The target database ${target.host}${target.pathname}: `)
  expect(err).not.toMatch(/\bDATABASE_URL|hunter2/)
  return err
}

test('errors of the database that a move leads to name it, without its password, and not the one of the settings', async () => {
  const { url } = await aDatabase()
  const env = { DATABASE_URL: url, DATA_DIR: tmpdir() }
  expect(await runCli(env, 'move', 'database')).toMatchObject({ code: 1, err: expect.stringContaining('Set TARGET_') })
  expect(await runCli({ ...env, TARGET_DATABASE_URL: 'mysql://x' }, 'move', 'database')).toMatchObject({
    code: 1,
    err: expect.stringContaining('TARGET_DATABASE_URL is no address'),
  })
  const port = await findFreePort()
  const silent = refusalAt((target) => Object.assign(target, { port, password: 'hunter2' }), env)
  expect(await silent).toMatch(/does not answer\. Check the target URL, and/)
  const missing = refusalAt((target) => Object.assign(target, { pathname: '/nowhere' }), env)
  expect(await missing).toMatch(
    /at the target URL refuses: .+ CREATE DATABASE "nowhere" OWNER .+ correct the target URL/,
  )
  const { url: ascii } = await anEmptyDatabase("ENCODING 'SQL_ASCII' LOCALE 'C'")
  const encoded = refusalAt((target) => Object.assign(target, { pathname: new URL(ascii).pathname }), env)
  expect(await encoded).toMatch(/The database at the target URL is encoded in SQL_ASCII/)
})
