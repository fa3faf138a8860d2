import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApp, TEST_KEY, type TestApp } from '../support/app.ts'
import { anEmptyDatabase } from '../support/database.ts'
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
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^4 files .+; copied 4 of \d+\.\d kB/) })
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
    out: expect.stringContaining('in neither store'),
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
  expect(await runCli(env, 'move', 'database', url)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Copied \d+ rows/),
  })
  expect(await runCli(env, 'move', 'database', url)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not empty'),
  })
  const moved = await anApp({ DATABASE_URL: url, SECRET_KEY: TEST_KEY })
  expect(await clientAt(moved, ada.api).call('getCurrentUser')).toMatchObject({ id: ada.id })
})
