import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUpFiles, removeFreedContent } from '../../../../src/areas/files/storage/cleanup.ts'
import { systemScope } from '../../../../src/kernel/scope.ts'
import { graphql } from '../../../generated/index.ts'
import { anApp, type TestApp } from '../../../support/app.ts'
import {
  aFileWithoutContent,
  anImage,
  anUploadedFile,
  bytesOf,
  download,
  IMAGE_FILE,
  md5Of,
  uploadBytes,
} from '../../../support/files.ts'
import { aGraphClient } from '../../../support/graphClient.ts'
import { refusal } from '../../../support/refusals.ts'
import { openStrictS3, type StrictS3 } from '../../../support/s3/server.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const BUCKET = 'plaza-uploads'
const keys = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
const store: StrictS3 = await openStrictS3({ keys, bucket: BUCKET, smallestPart: 5_000, page: 2 })
afterAll(() => store.close())

let app: TestApp
let ada: TestUser
beforeAll(async () => {
  app = await anApp({
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: store.endpoint,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  })
  ada = await aUser(app)
})

const BeginInBucket = graphql(`
  mutation BeginInBucket($input: CreateUploadInput!) { createUpload(input: $input) { upload { id url } } }
`)
const ImageInBucket = graphql(`
  mutation ImageInBucket($input: UploadImageInput!) { uploadImage(input: $input) { file { id url } } }
`)
const VersionInBucket = graphql(`
  mutation VersionInBucket($input: CreateFileVersionInput!) { createFileVersion(input: $input) { file { url } } }
`)

const bytes = randomBytes(30_000)
const file = (fileId: string) => ({ fileId, versionId: 1, fileType: 'file' })
const start = (fileId: string, query: object = {}) =>
  ada.api.call('startFileDataUpload', { ...file(fileId), query: { ...query } })
const finish = (fileId: string, body: object = {}) => ada.api.try('finishFileDataUpload', { ...file(fileId), body })
const at = (fileId: string) => `${app.origin}/api/1/file/${fileId}/1/file`

async function sendParts(fileId: string, parts: readonly Buffer[]): Promise<string[]> {
  const etags: string[] = []
  for (const [index, part] of parts.entries()) {
    const { url } = await start(fileId, { partNumber: String(index + 1) })
    etags.push((await uploadBytes(app, url, part)).headers.get('etag') ?? '')
  }
  return etags
}

describe('uploads to an object store', () => {
  it('in one piece go to the store directly, and are downloaded from it', async () => {
    const { id } = await aFileWithoutContent(ada, bytes)
    const { url } = await start(id)
    expect(url.startsWith(store.endpoint)).toBe(true)
    expect((await uploadBytes(app, url, bytes, { md5: md5Of(bytes) })).status).toBe(200)
    expect(await finish(id, { maxParts: 0, nextPartNumber: 0 })).toMatchObject({ status: 200 })
    const way = await download(app, at(id), { person: ada })
    expect(way.status).toBe(302)
    const address = way.headers.get('location') ?? ''
    expect(address.startsWith(store.endpoint)).toBe(true)
    expect(way.headers.get('cache-control')).toContain('no-store')
    const got = await fetch(address)
    expect(got.headers.get('content-disposition')).toMatch(/^attachment/)
    expect((await bytesOf(got)).equals(bytes)).toBe(true)
    const part = await fetch(address, { headers: { range: 'bytes=100-199' } })
    expect((await bytesOf(part)).equals(bytes.subarray(100, 200))).toBe(true)
  })

  it('in parts are checked: ETags, order, size and MD5', async () => {
    const halves = [bytes.subarray(0, 20_000), bytes.subarray(20_000)]
    const { id } = await aFileWithoutContent(ada, bytes)
    const [one = '', two = ''] = await sendParts(id, halves)
    for (const etags of [
      [two, one],
      [one, `"${'0'.repeat(32)}"`],
    ])
      expect(await finish(id, { etags })).toMatchObject({ status: 400 })
    expect((await download(app, at(id), { person: ada })).status).toBe(404)

    const again = await aFileWithoutContent(ada, bytes)
    expect(await finish(again.id, { etags: (await sendParts(again.id, halves)).slice(0, 1) })).toMatchObject(
      refusal(400, /ETags/),
    )
    const swapped = [bytes.subarray(10_000), bytes.subarray(0, 10_000)]
    expect(await finish(again.id, { etags: await sendParts(again.id, swapped) })).toMatchObject(refusal(400, /md5/))
    expect(await finish(again.id, { etags: await sendParts(again.id, halves) })).toMatchObject({ status: 200 })
    const { location } = Object.fromEntries((await download(app, at(again.id), { person: ada })).headers)
    expect((await bytesOf(await fetch(location ?? ''))).equals(bytes)).toBe(true)
  })

  it('of images are downloaded through the server, as thumbnails too', async () => {
    const picture = await anImage(300)
    const { id } = await anUploadedFile(app, ada, picture, IMAGE_FILE)
    const shown = await download(app, at(id))
    expect(shown.status).toBe(200)
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await bytesOf(shown)).equals(picture)).toBe(true)
    expect((await download(app, `${app.origin}/api/1/image/${id}/1/64`)).status).toBe(200)
    const icon = await ada.api.call('uploadIcon', { form: { file: picture } })
    expect((await download(app, icon.versions[1]?.file?.url ?? '')).status).toBe(200)
  })

  it('from a browser become an image of one mutation, and are gone afterwards', async () => {
    await removeFreedContent(app.scope())
    const graph = aGraphClient(app, ada.api)
    const picture = await anImage(320)
    const announced = { fileName: 'me.png', mimeType: 'image/png', sizeInBytes: picture.length }
    const begin = async (purpose: 'ICON' | 'FILE_VERSION') =>
      (await graph.run(BeginInBucket, { input: { purpose, ...announced } })).createUpload.upload
    const { id, url } = await begin('ICON')
    expect(url?.startsWith(store.endpoint)).toBe(true)
    const put = async (address: string | null, bytes: Buffer, contentType = 'image/png') =>
      (await uploadBytes(app, address ?? '', bytes, { contentType })).status
    expect(await put(url, picture.subarray(1))).toBe(403)
    expect(await put(url, picture, 'text/html')).toBe(403)
    expect(await put(url, picture)).toBe(200)
    const { file } = (await graph.run(ImageInBucket, { input: { uploadId: id } })).uploadImage
    expect((await download(app, file.url ?? '')).status).toBe(200)

    const { id: fileId } = await ada.api.call('createFile', { body: IMAGE_FILE })
    const version = await begin('FILE_VERSION')
    expect(await put(version.url, picture)).toBe(200)
    const added = await graph.run(VersionInBucket, { input: { fileId, uploadId: version.id } })
    const before = store.bucket.objects.size
    await removeFreedContent(app.scope())
    expect(store.bucket.objects.size).toBe(before - 1)
    const got = await download(app, added.createFileVersion.file.url ?? '')
    expect((await bytesOf(got)).equals(picture)).toBe(true)
    await Promise.all([file.id, fileId].map((one) => ada.api.call('deleteFile', { fileId: one })))
    await removeFreedContent(app.scope())
  })

  it('are deleted by the clean-up job when no row refers to them', async () => {
    const { id } = await anUploadedFile(app, ada, randomBytes(9_000))
    const waiting = await aFileWithoutContent(ada, bytes)
    await sendParts(waiting.id, [bytes.subarray(0, 6_000)])
    expect(store.bucket.uploads.size).toBeGreaterThan(0)
    const before = store.bucket.objects.size
    await ada.api.call('deleteFile', { fileId: id })
    const scope = systemScope(app.app.services)
    const later = new Date(scope.now.getTime() + 2 * 86_400_000)
    await cleanUpFiles({ ...scope, now: later, clock: { now: () => later } })
    expect(store.bucket.uploads.size).toBe(0)
    expect(store.bucket.objects.size).toBeLessThan(before)
  })
})
