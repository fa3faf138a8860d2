import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskFaultOf } from '../../../../src/platform/blobs/storeFaults.ts'
import { findFreePort } from '../../../../src/platform/database/embedded/freePort.ts'
import { graphql } from '../../../generated/index.ts'
import { anApp, type TestApp } from '../../../support/app.ts'
import { aFileWithoutContent, anImage, anUploadedFile, download, uploadBytes } from '../../../support/files.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { aLogRecorder } from '../../../support/logRecorder.ts'
import { refusal } from '../../../support/refusals.ts'
import { S3Error } from '../../../support/s3/errors.ts'
import { openStrictS3 } from '../../../support/s3/server.ts'
import { aUser } from '../../../support/users.ts'

const BUCKET = 'plaza-faults'
const keys = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
let isBroken = false
const store = await openStrictS3({
  keys,
  bucket: BUCKET,
  smallestPart: 5_000,
  page: 10,
  before: async () => {
    if (isBroken) throw new S3Error(500, 'InternalError')
  },
})
afterAll(() => store.close())

const bucketSettings = {
  S3_BUCKET: BUCKET,
  S3_ENDPOINT: store.endpoint,
  S3_ACCESS_KEY_ID: keys.accessKeyId,
  S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
}

const recorder = aLogRecorder()
const openOn = (given: object) => anApp({ ...bucketSettings, ...given }, { log: recorder.log })

async function faultsIn(app: TestApp): Promise<string[]> {
  const metrics = await app.platform.metrics.metrics()
  const found = metrics.matchAll(/plaza_object_store_errors_total\{operation="(\w+)",error="(\w+)"\} ([1-9]\d*)/g)
  return [...found].map(([, operation, error]) => `${operation} ${error}`)
}

const BeginInFault = graphql(`
  mutation BeginInFault($input: CreateUploadInput!) { createUpload(input: $input) { upload { id url } } }
`)
const ImageInFault = graphql(`
  mutation ImageInFault($input: UploadImageInput!) { uploadImage(input: $input) { file { id } } }
`)

let good: TestApp
beforeAll(async () => {
  good = await openOn({})
})
/** A server on the database of one that has started with a store. */
const openWith = (given: object) => openOn({ DATABASE_URL: good.platform.settings.DATABASE_URL ?? '', ...given })

const NOT_AVAILABLE = refusal(503, 'The store of files is not available right now')

describe('an object store', () => {
  it.each([
    ['that does not answer', async () => ({ S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` }), 'unreachable'],
    ['with another key', async () => ({ S3_SECRET_ACCESS_KEY: 'another secret' }), 'denied'],
    ['without the bucket', async () => ({ S3_BUCKET: 'plaza-missing' }), 'no_bucket'],
  ])('%s is answered with 503, a metric and one line in the log', async (_, given, error) => {
    const app = await openWith(await given())
    const ada = await aUser(app)
    const { id: fileId } = await aFileWithoutContent(ada, Buffer.from('x'))
    const before = recorder.lines.length
    for (const _again of [1, 2]) {
      const answer = await ada.api.try('uploadGalleryImage', { form: { file: await anImage(80) } })
      expect(answer).toMatchObject(NOT_AVAILABLE)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(
      await ada.api.try('startFileDataUpload', { fileId, versionId: 1, fileType: 'file', query: { partNumber: '1' } }),
    ).toMatchObject(NOT_AVAILABLE)
    expect(await faultsIn(app)).toEqual([`store ${error}`, `begin_upload ${error}`])
    const told = recorder.lines.slice(before).filter(({ msg }) => msg === 'the store of files failed')
    expect(told).toMatchObject([
      { level: 50, operation: 'store', error, failures: 1 },
      { level: 50, operation: 'begin_upload', error, failures: 1 },
    ])
    expect((await fetch(`${app.origin}/readyz`)).status).toBe(200)
    await app.close()
  })

  it('that fails later on is answered with 503, in both APIs, and serves again afterwards', async () => {
    const ada = await aUser(good)
    const graph = aGraphClient(good, ada.api)
    const { id } = await anUploadedFile(good, ada, Buffer.alloc(500, 'kept'))
    const read = () => download(good, `${good.origin}/api/1/file/${id}/1/file`, { person: ada })
    const picture = await anImage(80)
    const announced = { purpose: 'GALLERY', fileName: 'a.png', mimeType: 'image/png' } as const
    const { upload } = (await graph.run(BeginInFault, { input: { ...announced, sizeInBytes: picture.length } }))
      .createUpload
    await uploadBytes(good, upload.url ?? '', picture, { contentType: 'image/png' })
    const use = () => graph.send(ImageInFault.toString(), { input: { uploadId: upload.id } })
    isBroken = true
    expect((await read()).status).toBe(503)
    const [error] = (await use()).errors ?? []
    expect(error?.extensions).toMatchObject({ code: 'UNAVAILABLE', reason: 'STORE_UNAVAILABLE' })
    expect(await faultsIn(good)).toEqual(expect.arrayContaining(['size server', 'finish_upload server']))
    isBroken = false
    expect((await read()).status).toBe(302)
    expect((await use()).errors).toBeUndefined()
  })

  it('that has lost a file answers 404 rather than an address that leads nowhere', async () => {
    const ada = await aUser(good)
    const { id } = await anUploadedFile(good, ada, Buffer.alloc(600, 'lost'))
    const where = { fileId: id, type: 'file' }
    const { blobKey } = await good.scope().db.fileData.findFirstOrThrow({ where })
    store.bucket.objects.delete(blobKey ?? '')
    expect((await download(good, `${good.origin}/api/1/file/${id}/1/file`, { person: ada })).status).toBe(404)
  })

  it('that can not be used when the first server starts is told with the settings to check', async () => {
    const first = anApp({ ...bucketSettings, S3_SECRET_ACCESS_KEY: 'another secret' })
    await expect(first).rejects.toThrow(/bucket plaza-faults can't be used \(denied, .*Check S3_BUCKET/)
  })
})

describe('a disk', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await anApp({}, { log: recorder.log })
  })

  it('that can not be written is answered with 503 and a metric', async () => {
    const ada = await aUser(app)
    const { id: fileId } = await aFileWithoutContent(ada, Buffer.from('x'))
    await rm(join(app.platform.settings.DATA_DIR, 'blobs'), { recursive: true })
    const form = { file: await anImage(80) }
    expect(await ada.api.try('uploadGalleryImage', { form })).toMatchObject(NOT_AVAILABLE)
    expect(await ada.api.try('startFileDataUpload', { fileId, versionId: 1, fileType: 'file' })).toMatchObject(
      NOT_AVAILABLE,
    )
    expect(await faultsIn(app)).toEqual(['store io', 'begin_upload io'])
  })

  it.each([
    ['ENOSPC', 'full', 'store_full'],
    ['EDQUOT', 'full', 'store_full'],
    ['EROFS', 'read_only', 'store_full'],
    ['EACCES', 'denied', 'store_unavailable'],
    ['EIO', 'io', 'store_unavailable'],
  ])('with the error %s is %s', (code, error, reason) => {
    expect(diskFaultOf(Object.assign(new Error(code), { code }))).toMatchObject({ error, reason, kind: 'unavailable' })
    expect(diskFaultOf(new Error(code))).toBeNull()
  })
})
