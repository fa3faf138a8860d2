import { expect, test } from 'vitest'
import {
  all,
  anUpload,
  aPiece,
  bytes,
  contentOf,
  far,
  invalid,
  md5,
  PARTS,
  past,
  type Site,
  TYPE,
} from './blobs-tools.ts'

/** What a store does that compares ETags, lists parts and drops uploads. */
export function refuses(site: () => Site) {
  readsAndChecks(site)
  comparesEtags(site)
  drops(site)
}

function readsAndChecks(site: () => Site) {
  test('reads a first byte alone', async () => {
    const { blobs } = site()
    const content = bytes(1_000)
    const { key } = await blobs.store(content, TYPE)
    const found = await contentOf(blobs, key, { start: 0, end: 0 })
    expect(found).toEqual({ size: 1_000, content: content.subarray(0, 1) })
  })

  test('takes no sending at an address that was altered, nor with another type', async () => {
    const { blobs, put } = site()
    const ref = await blobs.beginUpload({ contentType: TYPE, multipart: false })
    const good = await blobs.partAddress(ref, { partNumber: 1, contentType: TYPE, totalBytes: 10 })
    const signed = /[A-Za-z0-9]{20}(?!.*[A-Za-z0-9]{20})/.exec(good)?.[0] ?? ''
    const altered = good.replace(signed, [...signed].reverse().join(''))
    expect(altered).not.toBe(good)
    expect((await put(altered, bytes(10), { 'Content-Type': TYPE })).status).toBe(403)
    expect((await put(good, bytes(10), { 'Content-Type': 'text/html' })).status).toBe(403)
    expect(await blobs.parts(ref)).toEqual([])
  })

  test('says which parts have arrived', async () => {
    const { ref, etags } = await anUpload(site(), PARTS)
    const sizes = PARTS.map(({ length }) => length)
    const parts = etags.map((etag, at) => ({ partNumber: at + 1, etag, size: sizes[at] }))
    expect(await site().blobs.parts(ref)).toEqual(parts)
  })
}

function comparesEtags(site: () => Site) {
  test('refuses wrong, missing, reordered and surplus ETags, and then takes the right ones', async () => {
    const { blobs } = site()
    const { ref, etags } = await anUpload(site(), PARTS)
    const [one = '', two = '', three = ''] = etags
    const before = (await all(blobs.storedBefore(far()))).length
    const wrong = [
      [one, two, `"${'0'.repeat(32)}"`],
      [one, three],
      [one, two],
      [two, one, three],
      [one, two, three, three],
      [],
      null,
    ]
    for (const some of wrong) await expect(blobs.finishUpload(ref, some)).rejects.toEqual(invalid('wrong_etags'))
    expect(await all(blobs.storedBefore(far()))).toHaveLength(before)
    expect((await blobs.finishUpload(ref, etags)).size).toBe(Buffer.concat(PARTS).length)
  })

  test('a part that is sent again takes the place of the first', async () => {
    const { blobs, put } = site()
    const { ref, etags } = await anUpload(site(), PARTS)
    const part = { partNumber: 2, contentType: TYPE, totalBytes: 50_000 }
    const again = bytes(7_000)
    const answer = await put(await blobs.partAddress(ref, part), again)
    await expect(blobs.finishUpload(ref, etags)).rejects.toEqual(invalid('wrong_etags'))
    const [one = '', , three = ''] = etags
    const blob = await blobs.finishUpload(ref, [one, answer.headers.get('ETag') ?? '', three])
    expect(blob.md5).toBe(md5(Buffer.concat([PARTS[0] ?? again, again, PARTS[2] ?? again])))
  })
}

function drops(site: () => Site) {
  test('knows no parts of what is aborted, and takes none', async () => {
    const { blobs, put } = site()
    const { ref, etags } = await anUpload(site(), PARTS)
    const address = await blobs.partAddress(ref, { partNumber: 4, contentType: TYPE, totalBytes: 50_000 })
    await blobs.abortUpload(ref)
    await blobs.abortUpload(ref)
    expect(await blobs.parts(ref)).toEqual([])
    expect((await put(address, bytes(10))).status).toBe(404)
    await expect(blobs.finishUpload(ref, etags)).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('leaves the blob alone when a finished upload is aborted, and takes no more parts', async () => {
    const { blobs, put } = site()
    const { ref, etags } = await anUpload(site(), PARTS)
    const address = await blobs.partAddress(ref, { partNumber: 1, contentType: TYPE, totalBytes: 50_000 })
    const blob = await blobs.finishUpload(ref, etags)
    await blobs.abortUpload(ref)
    expect((await put(address, bytes(10))).status).toBe(404)
    expect((await contentOf(blobs, blob.key))?.size).toBe(blob.size)
  })

  test('lists what was begun before a moment, until it is finished or aborted', async () => {
    const { blobs } = site()
    const [going, finished, aborted] = [
      await anUpload(site(), PARTS),
      await anUpload(site(), PARTS),
      await anUpload(site(), PARTS),
    ]
    const { ref: piece } = await aPiece(site(), bytes(10))
    expect(await all(blobs.begunBefore(far()))).toEqual(
      expect.arrayContaining([going.ref, finished.ref, aborted.ref, piece]),
    )
    expect(await all(blobs.begunBefore(past()))).toEqual([])
    await blobs.finishUpload(finished.ref, finished.etags)
    await blobs.finishUpload(piece, null)
    await blobs.abortUpload(aborted.ref)
    const left = await all(blobs.begunBefore(far()))
    expect(left).toContain(going.ref)
    for (const ref of [finished.ref, aborted.ref, piece]) expect(left).not.toContain(ref)
  })
}
