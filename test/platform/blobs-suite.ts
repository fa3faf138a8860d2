import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../src/kernel/clock.ts'
import { refuses } from './blobs-strict.ts'
import {
  all,
  anUpload,
  aPiece,
  bytes,
  contentOf,
  far,
  invalid,
  MEBIBYTE,
  md5,
  PARTS,
  past,
  type Site,
  type Traits,
  TYPE,
} from './blobs-tools.ts'

/** What every store of blobs does. */
export function blobsSuite(name: string, open: () => Promise<Site>, traits: Traits) {
  describe(name, () => {
    let site: Site
    beforeAll(async () => {
      site = await open()
    })
    afterAll(() => site.close())

    keeps(() => site)
    forgets(() => site)
    knowsItsOwn(() => site)
    uploadsOnePiece(() => site)
    refusesOnePiece(() => site)
    uploadsParts(() => site)
    if (traits.strict) refuses(() => site)
    if (traits.links) handsOut(() => site)
    else
      test('leaves handing out to the server', async () => {
        const { key } = await site.blobs.store(bytes(10), TYPE)
        expect(await site.blobs.link(key, { fileName: 'a', contentType: TYPE, inline: true })).toBeNull()
      })
  })
}

function keeps(site: () => Site) {
  test.each([
    ['nothing', 0],
    ['a byte', 1],
    ['some', 100_000],
    ['16 MiB', 16 * MEBIBYTE],
  ])('keeps %s, from memory and from a stream, byte for byte', async (_, size) => {
    const { blobs } = site()
    const content = bytes(size)
    for (const given of [content, Readable.from(chunksOf(content), { objectMode: false })]) {
      const blob = await blobs.store(given, TYPE)
      expect(blob).toEqual({ key: expect.any(String), size, md5: md5(content) })
      const found = await contentOf(blobs, blob.key)
      expect(found?.size).toBe(size)
      expect(found?.content.equals(content)).toBe(true)
    }
  })

  test('reads a range, with the size of the whole, and no further than the end', async () => {
    const { blobs } = site()
    const content = bytes(1_000)
    const { key } = await blobs.store(content, TYPE)
    const read = async (start: number, end: number) => contentOf(blobs, key, { start, end })
    expect(await read(0, 1)).toEqual({ size: 1_000, content: content.subarray(0, 2) })
    expect(await read(10, 19)).toEqual({ size: 1_000, content: content.subarray(10, 20) })
    expect(await read(990, 5_000)).toEqual({ size: 1_000, content: content.subarray(990) })
    expect(await read(1_000, 1_001)).toEqual({ size: 1_000, content: Buffer.alloc(0) })
  })
}

function forgets(site: () => Site) {
  test('knows nothing of a blob that is removed, or never was', async () => {
    const { blobs } = site()
    const { key } = await blobs.store(bytes(50), TYPE)
    await blobs.remove(key)
    await blobs.remove(key)
    expect(await blobs.read(key)).toBeNull()
    expect(await blobs.read('0'.repeat(64))).toBeNull()
    expect(await blobs.read(`blobs/${randomUUID()}`)).toBeNull()
  })

  test('leaves nothing of a stream that breaks', async () => {
    const { blobs } = site()
    const before = (await all(blobs.storedBefore(far()))).length
    const broken = async function* () {
      yield bytes(10_000)
      throw new Error('broken')
    }
    await expect(blobs.store(Readable.from(broken(), { objectMode: false }), TYPE)).rejects.toThrow('broken')
    expect(await all(blobs.storedBefore(far()))).toHaveLength(before)
  })

  test('lists what was stored before a moment', async () => {
    const { blobs } = site()
    const { key } = await blobs.store(bytes(60), TYPE)
    expect(await all(blobs.storedBefore(far()))).toContain(key)
    expect(await all(blobs.storedBefore(past()))).not.toContain(key)
  })
}

function knowsItsOwn(site: () => Site) {
  test.each([
    '../../etc/passwd',
    '..',
    '',
    '/etc/passwd',
    'blobs/../uploads/x',
    `${'0'.repeat(63)}/`,
    'uploads/x',
    'a\0b',
  ])('takes %j for no key and no reference', async (text) => {
    const { blobs } = site()
    expect(await blobs.read(text)).toBeNull()
    expect(await blobs.link(text, { fileName: 'a', contentType: TYPE, inline: false })).toBeNull()
    await blobs.remove(text)
    await blobs.abortUpload(text)
    expect(await blobs.parts(text)).toEqual([])
    const part = { partNumber: 1, contentType: TYPE, totalBytes: 1 }
    await expect(blobs.partAddress(text, part)).rejects.toEqual(invalid('upload_gone'))
    await expect(blobs.finishUpload(text, null)).rejects.toEqual(invalid('upload_gone'))
  })
}

function* chunksOf(content: Buffer) {
  for (let at = 0; at < content.length; at += 65_000) yield content.subarray(at, at + 65_000)
}

function uploadsOnePiece(site: () => Site) {
  test.each([0, 1, 70_000])('takes an upload of one piece with %d bytes, and finishes it twice', async (size) => {
    const { blobs } = site()
    const content = bytes(size)
    const { ref, answer } = await aPiece(site(), content)
    expect([answer.status, answer.headers.get('ETag')]).toEqual([200, `"${md5(content)}"`])
    expect(await blobs.parts(ref)).toEqual([{ partNumber: 1, etag: `"${md5(content)}"`, size }])
    const blob = await blobs.finishUpload(ref, null)
    expect(blob).toEqual({ key: expect.any(String), size, md5: md5(content) })
    expect(await blobs.finishUpload(ref, null)).toEqual(blob)
    expect((await contentOf(blobs, blob.key))?.content.equals(content)).toBe(true)
  })

  test('lets the last of two sendings count', async () => {
    const { blobs, put } = site()
    const { ref, address } = await aPiece(site(), bytes(100))
    const content = bytes(80)
    expect((await put(address, content, { 'Content-Type': TYPE })).status).toBe(200)
    const { key } = await blobs.finishUpload(ref, null)
    expect((await contentOf(blobs, key))?.content).toEqual(content)
  })

  test('does not let whoever kept the address change what is finished', async () => {
    const { blobs, put } = site()
    const content = bytes(100)
    const { ref, address } = await aPiece(site(), content)
    const blob = await blobs.finishUpload(ref, null)
    await put(address, bytes(100), { 'Content-Type': TYPE })
    expect(await blobs.finishUpload(ref, null)).toEqual(blob)
    expect((await contentOf(blobs, blob.key))?.content).toEqual(content)
    await blobs.abortUpload(ref)
    expect(await blobs.finishUpload(ref, null)).toEqual(blob)
    expect((await contentOf(blobs, blob.key))?.content).toEqual(content)
  })
}

function refusesOnePiece(site: () => Site) {
  test('does not finish what was not sent, or was aborted', async () => {
    const { blobs } = site()
    const unsent = await blobs.beginUpload({ contentType: TYPE, multipart: false })
    await expect(blobs.finishUpload(unsent, null)).rejects.toEqual(invalid('part_missing'))
    const { ref } = await aPiece(site(), bytes(10))
    await blobs.abortUpload(ref)
    expect(await blobs.parts(ref)).toEqual([])
    await expect(blobs.finishUpload(ref, null)).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('has no second part in an upload of one piece', async () => {
    const { blobs } = site()
    const ref = await blobs.beginUpload({ contentType: TYPE, multipart: false })
    const part = { partNumber: 2, contentType: TYPE, totalBytes: 10 }
    await expect(blobs.partAddress(ref, part)).rejects.toMatchObject({ kind: 'invalid', field: 'partNumber' })
  })

  test('takes no sending at an expired address', async () => {
    const { blobs, put, shift } = site()
    const ref = await blobs.beginUpload({ contentType: TYPE, multipart: false })
    const part = { partNumber: 1, contentType: TYPE, totalBytes: 10 }
    shift(-2 * HOUR)
    const address = await blobs.partAddress(ref, part)
    shift(2 * HOUR)
    expect((await put(address, bytes(10), { 'Content-Type': TYPE })).status).toBe(403)
    expect(await blobs.parts(ref)).toEqual([])
  })
}

function uploadsParts(site: () => Site) {
  test('joins parts in their order, and finishes twice', async () => {
    const { blobs } = site()
    const { ref, etags } = await anUpload(site(), PARTS)
    const whole = Buffer.concat(PARTS)
    const blob = await blobs.finishUpload(ref, etags)
    expect(blob).toEqual({ key: expect.any(String), size: whole.length, md5: md5(whole) })
    expect(await blobs.finishUpload(ref, etags)).toEqual(blob)
    expect((await contentOf(blobs, blob.key))?.content.equals(whole)).toBe(true)
  })

  test('joins one part, by its ETag without quotes', async () => {
    const { blobs } = site()
    const { ref, etags } = await anUpload(site(), PARTS.slice(0, 1))
    const blob = await blobs.finishUpload(ref, [etags[0]?.replaceAll('"', '') ?? ''])
    expect(blob.md5).toBe(md5(PARTS[0] ?? Buffer.alloc(0)))
  })

  test('two that finish at once have one answer', async () => {
    const { blobs } = site()
    const { ref, etags } = await anUpload(site(), PARTS)
    const [one, other] = await Promise.all([blobs.finishUpload(ref, etags), blobs.finishUpload(ref, etags)])
    expect(one).toEqual(other)
  })
}

function handsOut(site: () => Site) {
  test('hands a blob out with the name and type it is to have', async () => {
    const { blobs } = site()
    const content = bytes(2_000)
    const { key } = await blobs.store(content, TYPE)
    const address = await blobs.link(key, { fileName: 'Grüße "1".png', contentType: 'image/png', inline: false })
    const answer = await fetch(address ?? '')
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    expect(answer.headers.get('Content-Type')).toBe('image/png')
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%221%22.png`,
    )
  })
}
