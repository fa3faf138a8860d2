import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { erasers, exportRules, jobs } from '../../../src/areas/index.ts'
import { DAY } from '../../../src/kernel/clock.ts'
import { anApp, type TestApp } from '../../support/app.ts'
import { anImage, anUploadedFile, bytesOf, IMAGE_FILE } from '../../support/files.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { aRestClient, type RestClient } from '../../support/restClient.ts'
import { openStrictS3, type StrictS3 } from '../../support/s3/server.ts'
import { aConfirmedUser, aUser, logIn, type TestUser } from '../../support/users.ts'

const BUCKET = 'plaza-exports'
const keys = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
const store: StrictS3 = await openStrictS3({ keys, bucket: BUCKET, smallestPart: 5_000, page: 2 })
afterAll(() => store.close())

let app: TestApp
let ada: TestUser
let picture: Buffer
beforeAll(async () => {
  app = await anApp({
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: store.endpoint,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  })
  ada = await aConfirmedUser(app)
  picture = await anImage()
  await anUploadedFile(app, ada, picture, IMAGE_FILE)
  await aGraphClient(app, ada.api).send('mutation { requestDataExport(input: {}) { viewer { id } } }')
  await run('write-data-exports')
})

const run = (name: string) => jobs.find((job) => job.name === name)?.run(app.scope(), erasers, exportRules)

const Answer = z.object({
  viewer: z.object({ dataExport: z.object({ url: z.string(), sizeInBytes: z.number() }).nullable() }),
})
const read = async () => {
  const { data } = await aGraphClient(app, ada.api).send('{ viewer { dataExport { url sizeInBytes } } }')
  return Answer.parse(data).viewer.dataExport
}

/** Requests a URL of the server with the cookies of a client, and follows no redirect. */
function ask(url: string, { cookies }: RestClient, method = 'GET'): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${app.origin}${new URL(url).pathname}`, { method, headers: { cookie }, redirect: 'manual' })
}

it('an archive in an object store is downloaded from it, at a URL that the person alone gets', async () => {
  const { url = '', sizeInBytes } = (await read()) ?? {}
  for (const other of [aRestClient(app), (await aUser(app)).api]) {
    const refused = await ask(url, other)
    expect([refused.ok, refused.headers.get('location')]).toEqual([false, null])
  }
  for (const method of ['GET', 'HEAD']) {
    const redirect = await ask(url, ada.api, method)
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, expect.stringMatching(/no-store/)])
    expect(redirect.headers.get('location')).toMatch(`${store.endpoint}/${BUCKET}/blobs/`)
  }
  expect(await ada.api.try('downloadDataExport')).toMatchObject({ status: 302 })

  const stored = await fetch((await ask(url, ada.api)).headers.get('location') ?? '')
  expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  expect(stored.headers.get('content-disposition')).toMatch(/^attachment; filename="plaza-\d{4}-\d\d-\d\d\.tar\.gz"/)
  const content = await bytesOf(stored)
  expect(content.length).toBe(sizeInBytes)
  const archive = gunzipSync(content)
  expect([archive.includes(picture), archive.includes(`"email": "${ada.email}"`)]).toEqual([true, true])
})

it('an archive in an object store is deleted there when it expires', async () => {
  const { blobKey } = (await app.scope().db.dataExport.findUnique({ where: { userId: ada.id } })) ?? {}
  const isStored = () => [...store.bucket.objects.keys()].some((key) => key.endsWith(String(blobKey)))
  expect(isStored()).toBe(true)
  const { url = '' } = (await read()) ?? {}
  app.clock.advance(8 * DAY)
  await logIn(ada.api, ada)
  expect([(await ask(url, ada.api)).status, await read()]).toEqual([404, null])
  await run('write-data-exports')
  await run('remove-freed-content')
  expect(isStored()).toBe(false)
})
