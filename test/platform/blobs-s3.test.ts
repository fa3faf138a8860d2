import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR, later, MINUTE, systemClock } from '../../src/kernel/clock.ts'
import { openSecrets } from '../../src/kernel/secrets.ts'
import { openBlobs } from '../../src/platform/blobs/open.ts'
import { freePort } from '../../src/platform/database/ports.ts'
import { readSettings } from '../../src/settings.ts'
import { openStrictS3, type StrictS3 } from '../support/s3/server.ts'
import { anS3Site, BUCKET, KEY } from './blobs-sites.ts'
import { all, anUpload, aPiece, bytes, contentOf, invalid, MEBIBYTE, md5, type Site, TYPE } from './blobs-tools.ts'

const KEYS = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
const far = later(new Date(), HOUR)
const none = async () => {}
let store: StrictS3
let site: Site
beforeAll(async () => {
  store = await openStrictS3({ keys: KEYS, bucket: BUCKET, smallestPart: 5 * MEBIBYTE, page: 2 })
  site = anS3Site({ endpoint: store.endpoint, ...KEYS, close: store.close })
})
afterAll(() => site.close())

test('says that a part is smaller than the store takes', async () => {
  const { ref, etags } = await anUpload(site, [bytes(100), bytes(100)])
  await expect(site.blobs.finishUpload(ref, etags)).rejects.toEqual(invalid('part_too_small'))
  await site.blobs.abortUpload(ref)
  expect(store.bucket.uploads.size).toBe(0)
})

test('is unavailable where nobody answers; a wrong key is a fault of ours', async () => {
  const nobody = anS3Site({ endpoint: `http://127.0.0.1:${await freePort()}`, ...KEYS, close: none })
  const unavailable = expect.objectContaining({ name: 'Failure', kind: 'unavailable' })
  await expect(nobody.blobs.store(bytes(10), TYPE)).rejects.toEqual(unavailable)
  await expect(nobody.blobs.read('blobs/01234567-89ab-4def-8123-456789abcdef')).rejects.toEqual(unavailable)
  await expect(nobody.blobs.beginUpload({ contentType: TYPE, multipart: true })).rejects.toEqual(unavailable)
  const stranger = anS3Site({ endpoint: store.endpoint, ...KEYS, secretAccessKey: 'another', close: none })
  await expect(stranger.blobs.store(bytes(10), TYPE)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  await Promise.all([nobody.close(), stranger.close()])
})

test('lists more than a page holds', async () => {
  const stored = await Promise.all([1, 2, 3, 4, 5].map((size) => site.blobs.store(bytes(size), TYPE)))
  const uploads = await Promise.all([1, 2, 3, 4, 5].map((size) => anUpload(site, [bytes(size)])))
  const pieces = await Promise.all([1, 2, 3].map((size) => aPiece(site, bytes(size))))
  expect(await all(site.blobs.storedBefore(far))).toEqual(expect.arrayContaining(stored.map(({ key }) => key)))
  const begun = await all(site.blobs.begunBefore(far))
  expect(begun.sort()).toEqual([...uploads, ...pieces].map(({ ref }) => ref).sort())
  for (const ref of begun) await site.blobs.abortUpload(ref)
  expect(await all(site.blobs.begunBefore(far))).toEqual([])
})

test('lists all parts that have arrived', async () => {
  const { ref } = await anUpload(site, [1, 2, 3, 4, 5].map(bytes))
  expect((await site.blobs.parts(ref)).map(({ size }) => size)).toEqual([1, 2, 3, 4, 5])
  await site.blobs.abortUpload(ref)
})

test('stores a long stream in parts, and reads its MD5 back where no ETag tells it', async () => {
  const content = bytes(11 * MEBIBYTE)
  const { ref, etags } = await anUpload(site, [content.subarray(0, 6 * MEBIBYTE), content.subarray(6 * MEBIBYTE)])
  const blob = await site.blobs.finishUpload(ref, etags)
  expect(store.bucket.objects.get(blob.key)?.etag).toMatch(/-2"$/)
  expect(blob.md5).toBe(md5(content))
  expect((await contentOf(site.blobs, blob.key))?.content.equals(content)).toBe(true)
})

test('hands out no longer than five minutes, and only as it was said', async () => {
  const { key } = await site.blobs.store(bytes(10), TYPE)
  const as = { fileName: 'a.png', contentType: 'image/png', inline: true }
  const link = (await site.blobs.link(key, as)) ?? ''
  const answer = await fetch(link)
  expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([200, expect.stringMatching(/^inline; /)])
  expect((await fetch(link.replace('image%2Fpng', 'text%2Fhtml'))).status).toBe(403)
  site.shift(-6 * MINUTE)
  const old = (await site.blobs.link(key, as)) ?? ''
  site.shift(6 * MINUTE)
  expect((await fetch(old)).status).toBe(403)
})

test('is the store that the settings name', async () => {
  const settings = readSettings({
    S3_BUCKET: BUCKET,
    S3_ENDPOINT: `${store.endpoint}/`,
    S3_ACCESS_KEY_ID: KEYS.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  })
  const opened = await openBlobs(settings, { secrets: openSecrets(KEY), clock: systemClock })
  const { key } = await opened.blobs.store(bytes(10), TYPE)
  expect(store.bucket.objects.has(key)).toBe(true)
  expect(opened.intake).toBeNull()
  await opened.close()
})
