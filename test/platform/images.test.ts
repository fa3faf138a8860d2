import { randomFillSync } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import type { ImageSpec } from '../../src/kernel/images.ts'
import { makeConcurrencyLimit, openImages } from '../../src/platform/images.ts'
import { eventually } from '../support/eventually.ts'
import {
  anAnimatedImage,
  aPlainImage,
  aTwoColourImage,
  handMadePng,
  type ImageFormat,
  openTestImages,
  pixelAt,
  pngChunk,
} from '../support/images.ts'

const PNG: ImageSpec = { format: 'png', minSide: 16, maxSide: 2048 }
const JPEG: ImageSpec = { ...PNG, format: 'jpeg' }

const FORMATS: readonly ImageFormat[] = ['png', 'jpeg', 'gif', 'webp', 'tiff']

const images = openTestImages()

/** Asserts that the file is refused for its content, before anything is decoded. */
const refuses = (
  bytes: Buffer,
  message: RegExp,
  { shape = PNG, by = images }: { shape?: ImageSpec; by?: typeof images } = {},
) =>
  expect(by.encode(bytes, shape)).rejects.toMatchObject({
    name: 'Failure',
    kind: 'invalid',
    issues: [{ path: ['file'] }],
    message: expect.stringMatching(message),
  })

const NO_PICTURE = /^The file is not a picture/
const DAMAGED = /^The picture is damaged/
const UNREADABLE = /^The (picture is damaged|file is not a picture)/

describe('an image', () => {
  it.each(FORMATS.flatMap((from) => [[from, PNG] as const, [from, JPEG] as const]))(
    'in %s is re-encoded as requested',
    async (from, shape) => {
      const made = await images.encode(await aPlainImage(64, 32, from), shape)
      expect(made).toMatchObject({ width: 64, height: 32, contentType: `image/${shape.format}` })
      expect(await fileTypeFromBuffer(made.bytes)).toMatchObject({ mime: made.contentType })
      const [red = 0, green = 255, blue = 255] = await pixelAt(made.bytes, 5, 5)
      expect([red > 240, green < 10, blue < 10]).toEqual([true, true, true])
    },
  )

  it('is scaled down to the maximum side length, and never up', async () => {
    const shape = { ...PNG, maxSide: 100 }
    expect(await images.encode(await aPlainImage(400, 200), shape)).toMatchObject({ width: 100, height: 50 })
    expect(await images.encode(await aPlainImage(40, 80), shape)).toMatchObject({ width: 40, height: 80 })
  })

  it('is refused when a side is too short, before or after scaling', async () => {
    await refuses(await aPlainImage(15, 64), /at least 16 pixels/)
    await refuses(await aPlainImage(64, 15), /at least 16 pixels/)
    await refuses(await aPlainImage(800, 20), /too narrow/, { shape: { ...PNG, maxSide: 100 } })
    expect(await images.encode(await aPlainImage(16, 16), PNG)).toMatchObject({ width: 16, height: 16 })
  })

  it('is refused when it must be square but is not', async () => {
    const shape = { ...PNG, maxSide: 64, square: true }
    await refuses(await aPlainImage(64, 63), /as wide as it is high/, { shape })
    expect(await images.encode(await aPlainImage(128, 128), shape)).toMatchObject({ width: 64, height: 64 })
  })

  it('keeps transparency as PNG and gets a white background as JPEG', async () => {
    const clear = handMadePng({ width: 32, height: 32 })
    expect(await pixelAt((await images.encode(clear, PNG)).bytes, 1, 1)).toEqual([0, 0, 0, 0])
    expect(await pixelAt((await images.encode(clear, JPEG)).bytes, 1, 1)).toEqual([255, 255, 255])
  })

  it('with 16 bits per channel is converted to 8', async () => {
    const deep = await images.encode(handMadePng({ width: 32, height: 32, depth: 16 }), PNG)
    expect(await sharp(deep.bytes).metadata()).toMatchObject({ depth: 'uchar', width: 32 })
  })

  it.each(['gif', 'webp'] as const)('that is animated (%s) becomes its first frame', async (format) => {
    const moving = await anAnimatedImage(64, format)
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const made = await images.encode(moving, PNG)
    expect(made).toMatchObject({ width: 64, height: 64 })
    const [red = 0, green = 255, blue = 255] = await pixelAt(made.bytes, 9, 9)
    expect([red > 240, green < 10, blue < 10]).toEqual([true, true, true])
    expect((await sharp(made.bytes).metadata()).pages ?? 1).toBe(1)
  })
})

describe('a thumbnail', () => {
  it('has at most the given number of pixels on its longer side', async () => {
    const large = await aPlainImage(300, 600, 'webp')
    expect(await images.thumbnail(large, 128)).toMatchObject({ width: 64, height: 128, contentType: 'image/jpeg' })
    expect(await images.thumbnail(large, 1024)).toMatchObject({ width: 300, height: 600 })
    expect(await images.thumbnail(await aPlainImage(900, 2), 64)).toMatchObject({ width: 64, height: 1 })
  })

  it('is a PNG when the image has transparency', async () => {
    const made = await images.thumbnail(handMadePng({ width: 300, height: 300 }), 128)
    expect(made).toMatchObject({ width: 128, contentType: 'image/png' })
    expect(await pixelAt(made.bytes, 1, 1)).toEqual([0, 0, 0, 0])
  })

  it('is refused where the image itself would be', async () => {
    const refusal = { kind: 'invalid', issues: [{ path: ['file'] }] }
    await expect(images.thumbnail(Buffer.from('<svg/>'), 128)).rejects.toMatchObject(refusal)
    const damaged = handMadePng({ width: 32, height: 32, packed: Buffer.alloc(9) })
    await expect(images.thumbnail(damaged, 128)).rejects.toMatchObject(refusal)
  })
})

describe('image metadata', () => {
  const told = async () =>
    aTwoColourImage(200, 100)
      .withExif({ IFD0: { Copyright: 'geheim' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">geheim</x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })

  it.each(['jpeg', 'webp', 'tiff'] as const)('is removed (%s) after its orientation is applied', async (format) => {
    const bytes = await (await told()).toFormat(format, { quality: 100 }).toBuffer()
    const before = await sharp(bytes).metadata()
    expect(before).toMatchObject({ orientation: 6 })
    expect(bytes.includes('geheim')).toBe(true)
    for (const shape of [PNG, JPEG]) {
      const made = await images.encode(bytes, shape)
      expect(made).toMatchObject({ width: 100, height: 200 })
      const { exif, icc, xmp, iptc, orientation, comments } = await sharp(made.bytes).metadata()
      expect({ exif, icc, xmp, iptc, orientation, comments }).toEqual({})
      expect(made.bytes.includes('geheim')).toBe(false)
      const [top = 0, , topBlue = 255] = await pixelAt(made.bytes, 50, 10)
      const [bottom = 255, , bottomBlue = 0] = await pixelAt(made.bytes, 50, 190)
      expect([top > topBlue, bottom < bottomBlue]).toEqual([true, true])
    }
  })

  it('is removed from a PNG', async () => {
    const more = [pngChunk('tEXt', Buffer.from('Comment\0geheim')), pngChunk('prVt', Buffer.from('geheim'))]
    const made = await images.encode(handMadePng({ width: 32, height: 32, more }), PNG)
    expect(made.bytes.includes('geheim')).toBe(false)
    expect(await sharp(made.bytes).metadata()).not.toHaveProperty('comments')
  })

  it('does not affect the size check, which follows the orientation', async () => {
    const bytes = await (await told()).jpeg().toBuffer()
    expect(await images.thumbnail(bytes, 50)).toMatchObject({ width: 25, height: 50 })
  })
})

describe('a file that is not an image is refused whatever its name', () => {
  const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])
  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('hello '.repeat(100))],
    ['an svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><script>1</script></svg>')],
    ['an svg with a prologue', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a pdf', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
    ['a bmp', bmp],
    ['an icon', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])],
    ['a zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)])],
    ['a program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(100)])],
    ['a text that begins like a png', Buffer.from('\x89PNG is a format')],
  ])('%s', async (_name, bytes) => refuses(bytes, NO_PICTURE))

  it('an AVIF, which the image library could decode', async () => {
    const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .avif()
      .toBuffer()
    await refuses(avif, NO_PICTURE)
  })

  it('and no other decoder is enabled in the process', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported|blocked/i)
  })
})

describe('a damaged image is refused', () => {
  it.each(FORMATS)('%s, truncated', async (format) => {
    const whole = await aTwoColourImage(300, 300).toFormat(format).toBuffer()
    await refuses(whole.subarray(0, Math.floor(whole.length * 0.6)), UNREADABLE)
    await refuses(whole.subarray(0, 24), UNREADABLE)
  })

  it.each([
    ['whose data was changed', handMadePng({ width: 64, height: 64, packed: randomFillSync(Buffer.alloc(99), 0) })],
    ['without sides', handMadePng({ width: 0, height: 0 })],
    ['with too few rows', handMadePng({ width: 64, height: 64, packed: deflateSync(Buffer.alloc(640)) })],
  ])('PNG %s', async (_name, bytes) => refuses(bytes, DAMAGED))
})

describe('a polyglot file is reduced to its image', () => {
  const tails = {
    zip: Buffer.concat([
      Buffer.from('PK\x03\x04geheim'),
      Buffer.alloc(40),
      Buffer.from('PK\x05\x06'),
      Buffer.alloc(18),
    ]),
    html: Buffer.from('<html><script>geheim()</script></html>'),
    script: Buffer.from('*/=1;geheim();'),
  }
  const cases = (['png', 'jpeg', 'gif', 'webp'] as const).flatMap((format) =>
    Object.entries(tails).map(([name, tail]) => [format, name, tail] as const),
  )
  it.each(cases)('%s with a %s appended', async (format, _name, tail) => {
    const made = await images.encode(Buffer.concat([await aPlainImage(64, 64, format), tail]), PNG)
    for (const trace of ['geheim', 'PK\x03\x04', '<html', '<script'])
      expect(made.bytes.includes(trace, 0, 'latin1')).toBe(false)
    expect(made.bytes.subarray(-8, -4).toString('latin1')).toBe('IEND')
  })

  it('JPEG with a script in its comment', async () => {
    const plain = await aPlainImage(64, 64, 'jpeg')
    const script = Buffer.from('*/=1;geheim();/*')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script])
    const made = await images.encode(Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]), JPEG)
    expect(made.bytes.includes('geheim')).toBe(false)
  })
})

describe('image processing under load', () => {
  test('at most the configured number run at a time, the others in order of arrival', async () => {
    const seated = makeConcurrencyLimit(2, 20)
    const begun: number[] = []
    let working = 0
    const work = (number: number) => async () => {
      begun.push(number)
      working += 1
      expect(working).toBeLessThanOrEqual(2)
      await new Promise((resolve) => setImmediate(resolve))
      working -= 1
    }
    const numbers = Array.from({ length: 12 }, (_, index) => index)
    const first = numbers.slice(0, 6).map((number) => seated(work(number)))
    await first[1]
    await Promise.all([...first, ...numbers.slice(6).map((number) => seated(work(number)))])
    expect(begun).toEqual(numbers)
  })

  test('beyond the queue limit further images are refused', async () => {
    const few = openTestImages({ atOnce: 1, waiting: 2 })
    const bytes = await aPlainImage(600, 600)
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => few.encode(bytes, PNG)))
    const refused = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
    expect(results.length - refused.length).toBe(3)
    expect(refused).toEqual(Array(5).fill(expect.objectContaining({ kind: 'unavailable', retryAfter: 5 })))
    expect(await few.encode(bytes, PNG)).toMatchObject({ width: 600 })
  })

  test('a refused image frees its slot for the next', async () => {
    const one = openTestImages({ atOnce: 1, waiting: 0 })
    for (let round = 0; round < 3; round += 1) {
      await refuses(handMadePng({ width: 64, height: 64, packed: Buffer.alloc(9) }), DAMAGED, { by: one })
    }
    expect(await one.thumbnail(await aPlainImage(64, 64), 32)).toMatchObject({ width: 32 })
  })

  test('an image is read when its turn has come, not before', async () => {
    const two = openImages({ atOnce: 2, waiting: 10 })
    const bytes = await aPlainImage(64, 64)
    const reads: (() => void)[] = []
    const read = async () => {
      await new Promise<void>((resolve) => reads.push(resolve))
      return bytes
    }
    const encoded = Array.from({ length: 10 }, () => two.encode(read, PNG))
    for (let ended = 0; ended < 10; ended += 1) {
      await eventually(() => reads.length > ended)
      expect(reads.length - ended).toBeLessThanOrEqual(2)
      reads[ended]?.()
      await Promise.race(encoded.slice(ended))
    }
    expect(await Promise.all(encoded)).toHaveLength(10)
  })

  test('an image that exceeds the time limit is aborted', async () => {
    const side = 6000
    const noise = randomFillSync(Buffer.alloc(side * side))
    const bytes = await sharp(noise, { raw: { width: side, height: side, channels: 1 } })
      .jpeg()
      .toBuffer()
    const shape: ImageSpec = { format: 'png', minSide: 1, maxSide: side }
    await refuses(bytes, /takes too long/, { shape, by: openTestImages({ seconds: 1 }) })
  })
})
