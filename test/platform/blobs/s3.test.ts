import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addMilliseconds, HOUR, MINUTE, systemClock } from '../../../src/kernel/clock.ts'
import { createSecrets } from '../../../src/kernel/secrets.ts'
import { openDiskLocks } from '../../../src/platform/blobs/disk/mutexes.ts'
import { openBlobs } from '../../../src/platform/blobs/openBlobs.ts'
import { findFreePort } from '../../../src/platform/database/embedded/freePort.ts'
import { readSettings } from '../../../src/settings.ts'
import { silentLog } from '../../support/databaseFixture.ts'
import { openStrictS3, type StrictS3 } from '../../support/s3/server.ts'
import {
  aMultipartUpload,
  aSinglePartUpload,
  CONTENT_TYPE,
  collect,
  contentOf,
  invalidFailure,
  MEBIBYTE,
  md5,
  randomContent,
  type TestStore,
} from './fixtures.ts'
import { anS3Store, BUCKET, SECRET_KEY } from './stores.ts'

const KEYS = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
const far = addMilliseconds(new Date(), HOUR)
const none = async () => {}
let store: StrictS3
let site: TestStore
beforeAll(async () => {
  store = await openStrictS3({ keys: KEYS, bucket: BUCKET, smallestPart: 5 * MEBIBYTE, page: 2 })
  site = anS3Store({ endpoint: store.endpoint, ...KEYS, close: store.close })
})
afterAll(() => site.close())

test('reports a part below the store’s minimum size', async () => {
  const { ref, etags } = await aMultipartUpload(site, [randomContent(100), randomContent(100)])
  await expect(site.blobs.finishUpload(ref, etags)).rejects.toEqual(invalidFailure('part_too_small'))
  await site.blobs.abortUpload(ref)
  expect(store.bucket.uploads.size).toBe(0)
})

test('finishes no upload whose body changes after its ETag was checked', async () => {
  const [content, late] = [randomContent(100), randomContent(100)]
  const { ref } = await aSinglePartUpload(site, content)
  const { objects } = store.bucket
  const spy = vi.spyOn(objects, 'get').mockImplementationOnce((key) => {
    const checked = objects.get(key)
    if (checked) objects.set(key, { ...checked, body: late, etag: `"${md5(late)}"` })
    return checked
  })
  await expect(site.blobs.finishUpload(ref, [`"${md5(content)}"`])).rejects.toThrow()
  spy.mockRestore()
  await site.blobs.abortUpload(ref)
})

test('is unavailable when the endpoint does not answer, and with a wrong key', async () => {
  const unreachable = anS3Store({ endpoint: `http://127.0.0.1:${await findFreePort()}`, ...KEYS, close: none })
  const unavailable = expect.objectContaining({ name: 'Failure', kind: 'unavailable' })
  await expect(unreachable.blobs.store(randomContent(10), CONTENT_TYPE)).rejects.toEqual(unavailable)
  await expect(unreachable.blobs.read('blobs/01234567-89ab-4def-8123-456789abcdef')).rejects.toEqual(unavailable)
  await expect(unreachable.blobs.beginUpload({ contentType: CONTENT_TYPE, multipart: true })).rejects.toEqual(
    unavailable,
  )
  const stranger = anS3Store({ endpoint: store.endpoint, ...KEYS, secretAccessKey: 'another', close: none })
  await expect(stranger.blobs.store(randomContent(10), CONTENT_TYPE)).rejects.toMatchObject({
    error: 'denied',
    cause: { name: 'SignatureDoesNotMatch' },
  })
  await Promise.all([unreachable.close(), stranger.close()])
})

test('lists blobs over several pages', async () => {
  const stored = await Promise.all([1, 2, 3, 4, 5].map((size) => site.blobs.store(randomContent(size), CONTENT_TYPE)))
  const uploads = await Promise.all([1, 2, 3, 4, 5].map((size) => aMultipartUpload(site, [randomContent(size)])))
  const pieces = await Promise.all([1, 2, 3].map((size) => aSinglePartUpload(site, randomContent(size))))
  expect(await collect(site.blobs.storedBefore(far))).toEqual(expect.arrayContaining(stored.map(({ key }) => key)))
  const begun = await collect(site.blobs.uploadsBegunBefore(far))
  expect(begun.sort()).toEqual([...uploads, ...pieces].map(({ ref }) => ref).sort())
  for (const ref of begun) await site.blobs.abortUpload(ref)
  expect(await collect(site.blobs.uploadsBegunBefore(far))).toEqual([])
})

test('lists all received parts', async () => {
  const { ref } = await aMultipartUpload(site, [1, 2, 3, 4, 5].map(randomContent))
  expect((await site.blobs.parts(ref)).map(({ size }) => size)).toEqual([1, 2, 3, 4, 5])
  await site.blobs.abortUpload(ref)
})

test('stores a long stream in parts, and computes its MD5 by reading it back where no ETag gives it', async () => {
  const content = randomContent(11 * MEBIBYTE)
  const { ref, etags } = await aMultipartUpload(site, [
    content.subarray(0, 6 * MEBIBYTE),
    content.subarray(6 * MEBIBYTE),
  ])
  const blob = await site.blobs.finishUpload(ref, etags)
  expect(store.bucket.objects.get(blob.key)?.etag).toMatch(/-2"$/)
  expect(blob.md5).toBe(md5(content))
  expect((await contentOf(site.blobs, blob.key))?.content.equals(content)).toBe(true)
})

test('signs the size of an upload that is known', async () => {
  const ref = await site.blobs.beginUpload({ contentType: CONTENT_TYPE, multipart: false })
  const part = { partNumber: 1, contentType: CONTENT_TYPE, totalBytes: 100, isExact: true }
  const address = await site.blobs.partUploadUrl(ref, part)
  const headers = { 'Content-Type': CONTENT_TYPE }
  for (const size of [99, 101, 1_000_000])
    expect((await site.put(address, randomContent(size), headers)).status).toBe(403)
  expect((await site.put(address, randomContent(100), headers)).status).toBe(200)
  expect(await site.blobs.finishUpload(ref, null)).toMatchObject({ size: 100 })
})

test('signs download URLs for at most five minutes, with fixed response headers', async () => {
  const { key } = await site.blobs.store(randomContent(10), CONTENT_TYPE)
  const as = { fileName: 'a.png', contentType: 'image/png', inline: true }
  const link = (await site.blobs.downloadUrl(key, as)) ?? ''
  const answer = await fetch(link)
  expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([200, expect.stringMatching(/^inline; /)])
  expect((await fetch(link.replace('image%2Fpng', 'text%2Fhtml'))).status).toBe(403)
  site.shift(-6 * MINUTE)
  const old = (await site.blobs.downloadUrl(key, as)) ?? ''
  site.shift(6 * MINUTE)
  expect((await fetch(old)).status).toBe(403)
})

test('is the store that the settings select', async () => {
  const settings = readSettings({
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: `${store.endpoint}/`,
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  })
  const opened = await openBlobs(settings, {
    secrets: createSecrets(SECRET_KEY),
    clock: systemClock,
    assertRoom: async () => {},
    locks: openDiskLocks(),
    log: silentLog,
    metrics: new Registry(),
  })
  const { key } = await opened.blobs.store(randomContent(10), CONTENT_TYPE)
  expect(store.bucket.objects.has(key)).toBe(true)
  expect(opened.intake).toBeNull()
  await opened.close()
})
