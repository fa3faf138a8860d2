import { expect, test } from 'vitest'
import {
  aMultipartUpload,
  aSinglePartUpload,
  CONTENT_TYPE,
  collect,
  contentOf,
  inOneDay,
  invalidFailure,
  md5,
  oneDayAgo,
  PARTS,
  randomContent,
  type TestStore,
} from './fixtures.ts'

/** Tests of a store that compares ETags, lists parts and discards uploads. */
export function testStrictRefusals(site: () => TestStore) {
  testReads(site)
  testEtags(site)
  testDroppedUploads(site)
}

function testReads(site: () => TestStore) {
  test('reads a range of only the first byte', async () => {
    const { blobs } = site()
    const content = randomContent(1_000)
    const { key } = await blobs.store(content, CONTENT_TYPE)
    const found = await contentOf(blobs, key, { start: 0, end: 0 })
    expect(found).toEqual({ size: 1_000, content: content.subarray(0, 1) })
  })

  test('refuses an upload to an altered URL, or with another content type', async () => {
    const { blobs, put } = site()
    const ref = await blobs.beginUpload({ contentType: CONTENT_TYPE, multipart: false })
    const part = { partNumber: 1, contentType: CONTENT_TYPE, totalBytes: 10, isExact: true, isStrict: true }
    const good = await blobs.partUploadUrl(ref, part)
    const signed = /[A-Za-z0-9]{20}(?!.*[A-Za-z0-9]{20})/.exec(good)?.[0] ?? ''
    const altered = good.replace(signed, [...signed].reverse().join(''))
    expect(altered).not.toBe(good)
    expect((await put(altered, randomContent(10), { 'Content-Type': CONTENT_TYPE })).status).toBe(403)
    expect((await put(good, randomContent(10), { 'Content-Type': 'text/html' })).status).toBe(403)
    expect(await blobs.parts(ref)).toEqual([])
  })

  test('takes any content type where none is announced, and an unknown one for a known one', async () => {
    const { blobs, put } = site()
    const content = randomContent(10)
    const takes = async (announced: string | null, sent: string) => {
      const ref = await blobs.beginUpload({ contentType: 'image/png', multipart: false })
      const part = { partNumber: 1, contentType: announced, totalBytes: 10, isExact: true }
      const answer = await put(await blobs.partUploadUrl(ref, part), content, { 'Content-Type': sent })
      expect([announced, sent, answer.status]).toEqual([announced, sent, 200])
      expect((await blobs.finishUpload(ref, null)).md5).toBe(md5(content))
    }
    for (const sent of ['image/png', 'application/x-rsync-signature', CONTENT_TYPE, 'nonsense']) await takes(null, sent)
    for (const sent of ['image/png', 'IMAGE/PNG', 'image/png; charset=utf-8', CONTENT_TYPE])
      await takes('image/png', sent)
  })

  test('lists the parts that have arrived', async () => {
    const { ref, etags } = await aMultipartUpload(site(), PARTS)
    const sizes = PARTS.map(({ length }) => length)
    const parts = etags.map((etag, at) => ({ partNumber: at + 1, etag, size: sizes[at] }))
    expect(await site().blobs.parts(ref)).toEqual(parts)
  })
}

function testEtags(site: () => TestStore) {
  test('refuses wrong, missing, reordered and surplus ETags, and then accepts the correct ones', async () => {
    const { blobs } = site()
    const { ref, etags } = await aMultipartUpload(site(), PARTS)
    const [one = '', two = '', three = ''] = etags
    const before = (await collect(blobs.storedBefore(inOneDay()))).length
    const wrong = [
      [one, two, `"${'0'.repeat(32)}"`],
      [one, three],
      [one, two],
      [two, one, three],
      [one, two, three, three],
      [],
      null,
    ]
    for (const some of wrong) await expect(blobs.finishUpload(ref, some)).rejects.toEqual(invalidFailure('wrong_etags'))
    expect(await collect(blobs.storedBefore(inOneDay()))).toHaveLength(before)
    expect((await blobs.finishUpload(ref, etags)).size).toBe(Buffer.concat(PARTS).length)
  })

  test('a part sent again replaces the first', async () => {
    const { blobs, put } = site()
    const { ref, etags } = await aMultipartUpload(site(), PARTS)
    const part = { partNumber: 2, contentType: CONTENT_TYPE, totalBytes: 50_000 }
    const again = randomContent(7_000)
    const answer = await put(await blobs.partUploadUrl(ref, part), again)
    await expect(blobs.finishUpload(ref, etags)).rejects.toEqual(invalidFailure('wrong_etags'))
    const [one = '', , three = ''] = etags
    const blob = await blobs.finishUpload(ref, [one, answer.headers.get('ETag') ?? '', three])
    expect(blob.md5).toBe(md5(Buffer.concat([PARTS[0] ?? again, again, PARTS[2] ?? again])))
  })
}

function testDroppedUploads(site: () => TestStore) {
  test('lists no parts of an aborted upload, and accepts none', async () => {
    const { blobs, put } = site()
    const { ref, etags } = await aMultipartUpload(site(), PARTS)
    const address = await blobs.partUploadUrl(ref, { partNumber: 4, contentType: CONTENT_TYPE, totalBytes: 50_000 })
    await blobs.abortUpload(ref)
    await blobs.abortUpload(ref)
    expect(await blobs.parts(ref)).toEqual([])
    expect((await put(address, randomContent(10))).status).toBe(404)
    await expect(blobs.finishUpload(ref, etags)).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('keeps the blob when a finished upload is aborted, and accepts no more parts', async () => {
    const { blobs, put } = site()
    const { ref, etags } = await aMultipartUpload(site(), PARTS)
    const address = await blobs.partUploadUrl(ref, { partNumber: 1, contentType: CONTENT_TYPE, totalBytes: 50_000 })
    const blob = await blobs.finishUpload(ref, etags)
    await blobs.abortUpload(ref)
    expect((await put(address, randomContent(10))).status).toBe(404)
    expect((await contentOf(blobs, blob.key))?.size).toBe(blob.size)
  })

  test('lists uploads begun before a given time, until they are finished or aborted', async () => {
    const { blobs } = site()
    const [going, finished, aborted] = [
      await aMultipartUpload(site(), PARTS),
      await aMultipartUpload(site(), PARTS),
      await aMultipartUpload(site(), PARTS),
    ]
    const { ref: piece } = await aSinglePartUpload(site(), randomContent(10))
    expect(await collect(blobs.uploadsBegunBefore(inOneDay()))).toEqual(
      expect.arrayContaining([going.ref, finished.ref, aborted.ref, piece]),
    )
    expect(await collect(blobs.uploadsBegunBefore(oneDayAgo()))).toEqual([])
    await blobs.finishUpload(finished.ref, finished.etags)
    await blobs.finishUpload(piece, null)
    await blobs.abortUpload(aborted.ref)
    const left = await collect(blobs.uploadsBegunBefore(inOneDay()))
    expect(left).toContain(going.ref)
    for (const ref of [finished.ref, aborted.ref, piece]) expect(left).not.toContain(ref)
  })
}
