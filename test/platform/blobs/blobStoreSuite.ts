import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../../src/kernel/clock.ts'
import {
  aMultipartUpload,
  aSinglePartUpload,
  CONTENT_TYPE,
  collect,
  contentOf,
  inOneDay,
  invalidFailure,
  MEBIBYTE,
  md5,
  oneDayAgo,
  PARTS,
  randomContent,
  type StoreTraits,
  type TestStore,
} from './fixtures.ts'
import { testStrictRefusals } from './strictBlobStoreSuite.ts'

/** Tests that every blob store passes. */
export function blobsSuite(name: string, open: () => Promise<TestStore>, traits: StoreTraits) {
  describe(name, () => {
    let site: TestStore
    beforeAll(async () => {
      site = await open()
    })
    afterAll(() => site.close())

    testStoredBlobs(() => site)
    testRemovedBlobs(() => site)
    testListedBlobs(() => site)
    testSinglePartUploads(() => site)
    testSinglePartRefusals(() => site)
    testMultipartUploads(() => site)
    if (traits.strict) testStrictRefusals(() => site)
    if (traits.links) testDownloadLinks(() => site)
    else
      test('signs no download URLs', async () => {
        const { key } = await site.blobs.store(randomContent(10), CONTENT_TYPE)
        expect(await site.blobs.downloadUrl(key, { fileName: 'a', contentType: CONTENT_TYPE, inline: true })).toBeNull()
      })
  })
}

function testStoredBlobs(site: () => TestStore) {
  test.each([
    ['nothing', 0],
    ['a byte', 1],
    ['some', 100_000],
    ['6 MiB', 6 * MEBIBYTE],
  ])('stores %s from memory and from a stream, byte for byte', async (_, size) => {
    const { blobs } = site()
    const content = randomContent(size)
    for (const given of [content, Readable.from(chunksOf(content), { objectMode: false })]) {
      const blob = await blobs.store(given, CONTENT_TYPE)
      expect(blob).toEqual({ key: expect.any(String), size, md5: md5(content) })
      const found = await contentOf(blobs, blob.key)
      expect(found?.size).toBe(size)
      expect(found?.content.equals(content)).toBe(true)
    }
  })

  test('reads a range with the total size, and not beyond the end', async () => {
    const { blobs } = site()
    const content = randomContent(1_000)
    const { key } = await blobs.store(content, CONTENT_TYPE)
    const read = async (start: number, end: number) => contentOf(blobs, key, { start, end })
    expect(await read(0, 1)).toEqual({ size: 1_000, content: content.subarray(0, 2) })
    expect(await read(10, 19)).toEqual({ size: 1_000, content: content.subarray(10, 20) })
    expect(await read(990, 5_000)).toEqual({ size: 1_000, content: content.subarray(990) })
    expect(await read(1_000, 1_001)).toEqual({ size: 1_000, content: Buffer.alloc(0) })
  })
}

function testRemovedBlobs(site: () => TestStore) {
  test('reports a removed blob, or one that never existed, as missing', async () => {
    const { blobs } = site()
    const { key } = await blobs.store(randomContent(50), CONTENT_TYPE)
    blobs.settle(key)
    await blobs.remove(key)
    await blobs.remove(key)
    expect(await blobs.read(key)).toBeNull()
    expect(await blobs.read('0'.repeat(64))).toBeNull()
    expect(await blobs.read(`blobs/${randomUUID()}`)).toBeNull()
  })

  test('stores nothing of a stream that fails', async () => {
    const { blobs } = site()
    const before = (await collect(blobs.storedBefore(inOneDay()))).length
    const broken = async function* () {
      yield randomContent(10_000)
      throw new Error('broken')
    }
    await expect(blobs.store(Readable.from(broken(), { objectMode: false }), CONTENT_TYPE)).rejects.toThrow('broken')
    expect(await collect(blobs.storedBefore(inOneDay()))).toHaveLength(before)
  })

  test('lists blobs stored before a given time', async () => {
    const { blobs } = site()
    const { key } = await blobs.store(randomContent(60), CONTENT_TYPE)
    expect(await collect(blobs.storedBefore(inOneDay()))).toContain(key)
    expect(await collect(blobs.storedBefore(oneDayAgo()))).not.toContain(key)
  })
}

function testListedBlobs(site: () => TestStore) {
  test.each([
    '../../etc/passwd',
    '..',
    '',
    '/etc/passwd',
    'blobs/../uploads/x',
    `${'0'.repeat(63)}/`,
    'uploads/x',
    'a\0b',
  ])('refuses %j as a key and as an upload reference', async (text) => {
    const { blobs } = site()
    expect(await blobs.read(text)).toBeNull()
    expect(await blobs.downloadUrl(text, { fileName: 'a', contentType: CONTENT_TYPE, inline: false })).toBeNull()
    await blobs.remove(text)
    await blobs.abortUpload(text)
    expect(await blobs.parts(text)).toEqual([])
    const part = { partNumber: 1, contentType: CONTENT_TYPE, totalBytes: 1 }
    await expect(blobs.partUploadUrl(text, part)).rejects.toEqual(invalidFailure('upload_gone'))
    await expect(blobs.finishUpload(text, null)).rejects.toEqual(invalidFailure('upload_gone'))
  })
}

function* chunksOf(content: Buffer) {
  for (let at = 0; at < content.length; at += 65_000) yield content.subarray(at, at + 65_000)
}

function testSinglePartUploads(site: () => TestStore) {
  test.each([0, 1, 70_000])('accepts a single-part upload of %d bytes, and finishes it twice', async (size) => {
    const { blobs } = site()
    const content = randomContent(size)
    const { ref, answer } = await aSinglePartUpload(site(), content)
    expect([answer.status, answer.headers.get('ETag')]).toEqual([200, `"${md5(content)}"`])
    expect(await blobs.parts(ref)).toEqual([{ partNumber: 1, etag: `"${md5(content)}"`, size }])
    const blob = await blobs.finishUpload(ref, null)
    expect(blob).toEqual({ key: expect.any(String), size, md5: md5(content) })
    expect(await blobs.finishUpload(ref, null)).toEqual(blob)
    expect((await contentOf(blobs, blob.key))?.content.equals(content)).toBe(true)
  })

  test('keeps the last of two bodies sent to one upload', async () => {
    const { blobs, put } = site()
    const { ref, address } = await aSinglePartUpload(site(), randomContent(100))
    const content = randomContent(80)
    expect((await put(address, content, { 'Content-Type': CONTENT_TYPE })).status).toBe(200)
    const { key } = await blobs.finishUpload(ref, null)
    expect((await contentOf(blobs, key))?.content).toEqual(content)
  })

  test('does not let a kept upload URL change a finished blob', async () => {
    const { blobs, put } = site()
    const content = randomContent(100)
    const { ref, address } = await aSinglePartUpload(site(), content)
    const blob = await blobs.finishUpload(ref, null)
    await put(address, randomContent(100), { 'Content-Type': CONTENT_TYPE })
    expect(await blobs.finishUpload(ref, null)).toEqual(blob)
    expect((await contentOf(blobs, blob.key))?.content).toEqual(content)
    await blobs.abortUpload(ref)
    expect(await blobs.finishUpload(ref, null)).toEqual(blob)
    expect((await contentOf(blobs, blob.key))?.content).toEqual(content)
  })
}

function testSinglePartRefusals(site: () => TestStore) {
  test('does not finish an upload that was not sent or was aborted', async () => {
    const { blobs } = site()
    const unsent = await blobs.beginUpload({ contentType: CONTENT_TYPE, multipart: false })
    await expect(blobs.finishUpload(unsent, null)).rejects.toEqual(invalidFailure('part_missing'))
    const { ref } = await aSinglePartUpload(site(), randomContent(10))
    await blobs.abortUpload(ref)
    expect(await blobs.parts(ref)).toEqual([])
    await expect(blobs.finishUpload(ref, null)).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('refuses a second part in a single-part upload', async () => {
    const { blobs } = site()
    const ref = await blobs.beginUpload({ contentType: CONTENT_TYPE, multipart: false })
    const part = { partNumber: 2, contentType: CONTENT_TYPE, totalBytes: 10 }
    await expect(blobs.partUploadUrl(ref, part)).rejects.toMatchObject({
      kind: 'invalid',
      issues: [{ path: ['partNumber'] }],
    })
  })

  test('refuses an upload to an expired URL', async () => {
    const { blobs, put, shift } = site()
    const ref = await blobs.beginUpload({ contentType: CONTENT_TYPE, multipart: false })
    const part = { partNumber: 1, contentType: CONTENT_TYPE, totalBytes: 10 }
    shift(-2 * HOUR)
    const address = await blobs.partUploadUrl(ref, part)
    shift(2 * HOUR)
    expect((await put(address, randomContent(10), { 'Content-Type': CONTENT_TYPE })).status).toBe(403)
    expect(await blobs.parts(ref)).toEqual([])
  })
}

function testMultipartUploads(site: () => TestStore) {
  test('joins parts in order, and finishes twice', async () => {
    const { blobs } = site()
    const { ref, etags } = await aMultipartUpload(site(), PARTS)
    const whole = Buffer.concat(PARTS)
    const blob = await blobs.finishUpload(ref, etags)
    expect(blob).toEqual({ key: expect.any(String), size: whole.length, md5: md5(whole) })
    expect(await blobs.finishUpload(ref, etags)).toEqual(blob)
    expect((await contentOf(blobs, blob.key))?.content.equals(whole)).toBe(true)
  })

  test('joins a single part, by its ETag without quotes', async () => {
    const { blobs } = site()
    const { ref, etags } = await aMultipartUpload(site(), PARTS.slice(0, 1))
    const blob = await blobs.finishUpload(ref, [etags[0]?.replaceAll('"', '') ?? ''])
    expect(blob.md5).toBe(md5(PARTS[0] ?? Buffer.alloc(0)))
  })

  test('two concurrent finishes get the same answer', async () => {
    const { blobs } = site()
    const { ref, etags } = await aMultipartUpload(site(), PARTS)
    const [one, other] = await Promise.all([blobs.finishUpload(ref, etags), blobs.finishUpload(ref, etags)])
    expect(one).toEqual(other)
  })
}

function testDownloadLinks(site: () => TestStore) {
  test('signs a download URL with the given file name and type', async () => {
    const { blobs } = site()
    const content = randomContent(2_000)
    const { key } = await blobs.store(content, CONTENT_TYPE)
    const address = await blobs.downloadUrl(key, { fileName: 'Grüße "1".png', contentType: 'image/png', inline: false })
    const answer = await fetch(address ?? '')
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(answer.headers.get('Content-Type')).toBe('image/png')
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.png`,
    )
  })
}
