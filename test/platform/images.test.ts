import { randomFillSync } from 'node:crypto'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import type { ImageShape, Images } from '../../src/kernel/images.ts'
import { makeSeats } from '../../src/platform/images/seats.ts'
import { openImages } from '../../src/platform/images.ts'
import { within } from '../support/patience.ts'
import {
  anAnimation,
  aPicture,
  handMadePng,
  handMadeTiff,
  type PictureFormat,
  pixelAt,
  pngChunk,
  twoHalves,
} from '../support/pictures.ts'

const PNG: ImageShape = { format: 'png', least: 16, most: 2048 }
const JPEG: ImageShape = { ...PNG, format: 'jpeg' }

const FORMATS: readonly PictureFormat[] = ['png', 'jpeg', 'gif', 'webp', 'tiff']

const images = openImages()

/** Asserts that the file is refused, by its content and before anything is made of it. */
const refuses = (
  bytes: Buffer,
  message: RegExp,
  { shape = PNG, by = images }: { shape?: ImageShape; by?: Images } = {},
) =>
  expect(by.shape(bytes, shape)).rejects.toMatchObject({
    name: 'Failure',
    kind: 'invalid',
    field: 'file',
    message: expect.stringMatching(message),
  })

const NO_PICTURE = /^The file is not a picture/
const DAMAGED = /^The picture is damaged/
const UNREADABLE = /^The (picture is damaged|file is not a picture)/
const TOO_MANY = /^The picture has too many pixels/

describe('a picture', () => {
  it.each(FORMATS.flatMap((from) => [[from, PNG] as const, [from, JPEG] as const]))(
    'of %s is encoded anew as asked for',
    async (from, shape) => {
      const made = await images.shape(await aPicture(64, 32, from), shape)
      expect(made).toMatchObject({ width: 64, height: 32, contentType: `image/${shape.format}` })
      expect(await fileTypeFromBuffer(made.bytes)).toMatchObject({ mime: made.contentType })
      const [red = 0, green = 255, blue = 255] = await pixelAt(made.bytes, 5, 5)
      expect([red > 240, green < 10, blue < 10]).toEqual([true, true, true])
    },
  )

  it('is scaled down to the most pixels of a side, and never up', async () => {
    const shape = { ...PNG, most: 100 }
    expect(await images.shape(await aPicture(400, 200), shape)).toMatchObject({ width: 100, height: 50 })
    expect(await images.shape(await aPicture(40, 80), shape)).toMatchObject({ width: 40, height: 80 })
  })

  it('is refused when a side is too short, before or after scaling', async () => {
    await refuses(await aPicture(15, 64), /at least 16 pixels/)
    await refuses(await aPicture(64, 15), /at least 16 pixels/)
    await refuses(await aPicture(800, 20), /too narrow/, { shape: { ...PNG, most: 100 } })
    expect(await images.shape(await aPicture(16, 16), PNG)).toMatchObject({ width: 16, height: 16 })
  })

  it('is refused when it must be square and is not', async () => {
    const shape = { ...PNG, most: 64, square: true }
    await refuses(await aPicture(64, 63), /as wide as it is high/, { shape })
    expect(await images.shape(await aPicture(128, 128), shape)).toMatchObject({ width: 64, height: 64 })
  })

  it('keeps what shows through as png and gets a white ground as jpeg', async () => {
    const clear = handMadePng({ width: 32, height: 32 })
    expect(await pixelAt((await images.shape(clear, PNG)).bytes, 1, 1)).toEqual([0, 0, 0, 0])
    expect(await pixelAt((await images.shape(clear, JPEG)).bytes, 1, 1)).toEqual([255, 255, 255])
  })

  it('of 16 bits a channel comes out with 8', async () => {
    const deep = await images.shape(handMadePng({ width: 32, height: 32, depth: 16 }), PNG)
    expect(await sharp(deep.bytes).metadata()).toMatchObject({ depth: 'uchar', width: 32 })
  })

  it.each(['gif', 'webp'] as const)('that moves (%s) is its first frame', async (format) => {
    const moving = await anAnimation(64, format)
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const made = await images.shape(moving, PNG)
    expect(made).toMatchObject({ width: 64, height: 64 })
    const [red = 0, green = 255, blue = 255] = await pixelAt(made.bytes, 9, 9)
    expect([red > 240, green < 10, blue < 10]).toEqual([true, true, true])
    expect((await sharp(made.bytes).metadata()).pages ?? 1).toBe(1)
  })
})

describe('a thumbnail', () => {
  it('has at most so many pixels on its longer side', async () => {
    const large = await aPicture(300, 600, 'webp')
    expect(await images.thumbnail(large, 128)).toMatchObject({ width: 64, height: 128, contentType: 'image/jpeg' })
    expect(await images.thumbnail(large, 1024)).toMatchObject({ width: 300, height: 600 })
    expect(await images.thumbnail(await aPicture(900, 2), 64)).toMatchObject({ width: 64, height: 1 })
  })

  it('is a png where something may show through', async () => {
    const made = await images.thumbnail(handMadePng({ width: 300, height: 300 }), 128)
    expect(made).toMatchObject({ width: 128, contentType: 'image/png' })
    expect(await pixelAt(made.bytes, 1, 1)).toEqual([0, 0, 0, 0])
  })

  it('is refused as the picture itself would be', async () => {
    const refusal = { kind: 'invalid', field: 'file' }
    await expect(images.thumbnail(Buffer.from('<svg/>'), 128)).rejects.toMatchObject(refusal)
    const damaged = handMadePng({ width: 32, height: 32, packed: Buffer.alloc(9) })
    await expect(images.thumbnail(damaged, 128)).rejects.toMatchObject(refusal)
  })
})

describe('what a camera or an editor writes beside the pixels', () => {
  const told = async () =>
    twoHalves(200, 100)
      .withExif({ IFD0: { Copyright: 'geheim' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">geheim</x:xmpmeta>')
      .withIccProfile('p3')
      .withMetadata({ orientation: 6 })

  it.each(['jpeg', 'webp', 'tiff'] as const)('is gone (%s), once the picture is turned as it says', async (format) => {
    const bytes = await (await told()).toFormat(format, { quality: 100 }).toBuffer()
    const before = await sharp(bytes).metadata()
    expect(before).toMatchObject({ orientation: 6 })
    expect(bytes.includes('geheim')).toBe(true)
    for (const shape of [PNG, JPEG]) {
      const made = await images.shape(bytes, shape)
      expect(made).toMatchObject({ width: 100, height: 200 })
      const { exif, icc, xmp, iptc, orientation, comments } = await sharp(made.bytes).metadata()
      expect({ exif, icc, xmp, iptc, orientation, comments }).toEqual({})
      expect(made.bytes.includes('geheim')).toBe(false)
      const [top = 0, , topBlue = 255] = await pixelAt(made.bytes, 50, 10)
      const [bottom = 255, , bottomBlue = 0] = await pixelAt(made.bytes, 50, 190)
      expect([top > topBlue, bottom < bottomBlue]).toEqual([true, true])
    }
  })

  it('is gone from a png', async () => {
    const more = [pngChunk('tEXt', Buffer.from('Comment\0geheim')), pngChunk('prVt', Buffer.from('geheim'))]
    const made = await images.shape(handMadePng({ width: 32, height: 32, more }), PNG)
    expect(made.bytes.includes('geheim')).toBe(false)
    expect(await sharp(made.bytes).metadata()).not.toHaveProperty('comments')
  })

  it('is measured after it is turned', async () => {
    const bytes = await (await told()).jpeg().toBuffer()
    expect(await images.thumbnail(bytes, 50)).toMatchObject({ width: 25, height: 50 })
  })
})

describe('what is no picture is refused whatever it is called', () => {
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

  it('an avif, which the decoder would have known', async () => {
    const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .avif()
      .toBuffer()
    await refuses(avif, NO_PICTURE)
  })

  it('and no other decoder is left in the process', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await expect(sharp(svg).metadata()).rejects.toThrow(/unsupported|blocked/i)
  })
})

describe('a damaged picture is refused', () => {
  it.each(FORMATS)('%s, cut off', async (format) => {
    const whole = await twoHalves(300, 300).toFormat(format).toBuffer()
    await refuses(whole.subarray(0, Math.floor(whole.length * 0.6)), UNREADABLE)
    await refuses(whole.subarray(0, 24), UNREADABLE)
  })

  it.each([
    ['whose data was changed', handMadePng({ width: 64, height: 64, packed: randomFillSync(Buffer.alloc(99), 0) })],
    ['without sides', handMadePng({ width: 0, height: 0 })],
    ['with too few rows', handMadePng({ width: 64, height: 64, packed: deflateSync(Buffer.alloc(640)) })],
  ])('png %s', async (_name, bytes) => refuses(bytes, DAMAGED))
})

describe('a picture that is something else as well comes out as a picture alone', () => {
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
  it.each(cases)('%s with a %s behind it', async (format, _name, tail) => {
    const made = await images.shape(Buffer.concat([await aPicture(64, 64, format), tail]), PNG)
    for (const trace of ['geheim', 'PK\x03\x04', '<html', '<script'])
      expect(made.bytes.includes(trace, 0, 'latin1')).toBe(false)
    expect(made.bytes.subarray(-8, -4).toString('latin1')).toBe('IEND')
  })

  it('jpeg with a script in its comment', async () => {
    const plain = await aPicture(64, 64, 'jpeg')
    const script = Buffer.from('*/=1;geheim();/*')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script])
    const made = await images.shape(Buffer.concat([plain.subarray(0, 2), comment, plain.subarray(2)]), JPEG)
    expect(made.bytes.includes('geheim')).toBe(false)
  })
})

describe('a bomb', () => {
  const MEBIBYTE = 1024 * 1024
  /** Runs it and asserts that the process has not grown by more than this, nor taken longer. */
  const cheaply = async (work: () => Promise<unknown>) => {
    const [began, before] = [performance.now(), process.resourceUsage().maxRSS]
    await work()
    expect(performance.now() - began).toBeLessThan(within(5_000))
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(128)
  }
  const tiny = deflateSync(Buffer.alloc(100))

  it.each([
    ['60,000 pixels a side', handMadePng({ width: 60_000, height: 60_000, packed: tiny }), TOO_MANY],
    ['lines of a million', handMadePng({ width: 1_000_000, height: 51, packed: tiny }), TOO_MANY],
    ['more sides than a png has', handMadePng({ width: 2 ** 32 - 1, height: 2 ** 32 - 1, packed: tiny }), DAMAGED],
    ['8 bytes a pixel', handMadePng({ width: 7000, height: 7000, depth: 16, packed: tiny }), TOO_MANY],
  ])('of a png: %s', async (_name, bytes, message) => cheaply(() => refuses(bytes, message)))

  it('of a png whose data unpacks to a gigabyte', async () => {
    const [bytes, times] = [64 * MEBIBYTE, 16]
    const piece = deflateRawSync(Buffer.alloc(bytes), { finishFlush: constants.Z_FULL_FLUSH })
    const end = Buffer.from([3, 0, 0, 0, 0, 1])
    end.writeUInt16BE((bytes * times) % 65_521, 2)
    const packed = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array.from({ length: times }, () => piece), end])
    await cheaply(() => refuses(handMadePng({ width: 64, height: 64, packed }), DAMAGED))
  })

  it('of a png whose colour profile and texts unpack hugely', async () => {
    const packed = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(64 * MEBIBYTE))])
    const more = [pngChunk('iCCP', packed), ...Array.from({ length: 20 }, () => pngChunk('zTXt', packed))]
    const bytes = handMadePng({ width: 32, height: 32, more })
    await cheaply(async () => expect((await images.shape(bytes, PNG)).bytes.length).toBeLessThan(1000))
  })

  const grey = (width: number, height: number) =>
    [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
    ] as const
  it.each([
    ['pixels', TOO_MANY, (at: number) => [...grey(60_000, 60_000), [273, at], [277, 1], [278, 1], [279, 100]] as const],
    [
      'tiles',
      DAMAGED,
      (at: number) => [...grey(16, 16), [277, 1], [322, 60_000], [323, 60_000], [324, at], [325, 100]] as const,
    ],
    ['channels', DAMAGED, (at: number) => [...grey(700, 700), [273, at], [277, 60_000], [278, 1], [279, 100]] as const],
    ['rows', DAMAGED, (at: number) => [...grey(7000, 7000), [273, at], [277, 1], [278, 7000], [279, 100]] as const],
  ])('of a tiff with too many %s', async (_name, message, tags) =>
    cheaply(() => refuses(handMadeTiff(tags, Buffer.alloc(100)), message)),
  )

  it('of a gif with 60,000 pixels a side', async () => {
    const gif = await aPicture(16, 16, 'gif')
    const sides = Buffer.from([0x60, 0xea, 0x60, 0xea])
    sides.copy(gif, 6)
    sides.copy(gif, gif.indexOf(0x2c) + 5)
    await cheaply(() => refuses(gif, TOO_MANY))
  })
})

describe('a crowd of pictures', () => {
  test('as many as there are seats are worked on at a time, the others in the order in which they came', async () => {
    const seated = makeSeats(2, 20)
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

  test('no more than are allowed are worked on or wait, and the others are sent away', async () => {
    const few = openImages({ atOnce: 1, waiting: 2 })
    const bytes = await aPicture(600, 600)
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => few.shape(bytes, PNG)))
    const refused = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
    expect(results.length - refused.length).toBe(3)
    expect(refused).toEqual(Array(5).fill(expect.objectContaining({ kind: 'unavailable', retryAfter: 5 })))
    expect(await few.shape(bytes, PNG)).toMatchObject({ width: 600 })
  })

  test('a refused picture leaves its seat to the next', async () => {
    const one = openImages({ atOnce: 1, waiting: 0 })
    for (let round = 0; round < 3; round += 1) {
      await refuses(handMadePng({ width: 64, height: 64, packed: Buffer.alloc(9) }), DAMAGED, { by: one })
    }
    expect(await one.thumbnail(await aPicture(64, 64), 32)).toMatchObject({ width: 32 })
  })

  test('what is no picture is told so however many wait', async () => {
    const none = openImages({ atOnce: 0, waiting: 0 })
    await refuses(Buffer.from('hello'), NO_PICTURE, { by: none })
    await expect(none.shape(await aPicture(64, 64), PNG)).rejects.toMatchObject({ kind: 'unavailable' })
  })

  test('a picture that takes longer than its time is given up', async () => {
    const side = 6000
    const noise = randomFillSync(Buffer.alloc(side * side))
    const bytes = await sharp(noise, { raw: { width: side, height: side, channels: 1 } })
      .jpeg()
      .toBuffer()
    const shape: ImageShape = { format: 'png', least: 1, most: side }
    await refuses(bytes, /takes too long/, { shape, by: openImages({ seconds: 1 }) })
  })
})
