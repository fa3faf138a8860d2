import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export type PictureFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff'

/** A picture of one colour. */
export const aPicture = (width: number, height: number, format: PictureFormat = 'png', background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()

/** A picture whose left half is red and whose right half is blue. */
export const twoHalves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: 'blue' } }, left: width / 2, top: 0 },
  ])

/** Two frames, the first red and the second blue. */
export function anAnimation(side: number, format: 'gif' | 'webp'): Promise<Buffer> {
  const frame = (...colour: number[]) => Buffer.alloc(side * side * 3, Buffer.from(colour))
  const frames = Buffer.concat([frame(255, 0, 0), frame(0, 0, 255)])
  return sharp(frames, { raw: { width: side, height: side * 2, channels: 3, pageHeight: side } })
    .toFormat(format, { delay: [100, 100], loop: 0 })
    .toBuffer()
}

/** The colour of one pixel, as red, green, blue and, where there is one, alpha. */
export async function pixelAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(picture).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** One chunk of a png, with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

interface HandMadePng {
  readonly width: number
  readonly height: number
  /** Bits of each of the four channels. */
  readonly depth?: 8 | 16
  /** What IDAT holds; transparent black unless given. */
  readonly packed?: Buffer
  /** Chunks between IHDR and IDAT. */
  readonly more?: readonly Buffer[]
}

/** A png of chunks that nobody has checked. */
export function handMadePng({ width, height, depth = 8, packed, more = [] }: HandMadePng): Buffer {
  const kind = Buffer.from([depth, 6, 0, 0, 0])
  const rows = packed ?? deflateSync(Buffer.alloc(height * (1 + width * 4 * (depth / 8))))
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), kind])),
    ...more,
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** One tag of a tiff: its number, and a number that fits four bytes. */
export type TiffTag = readonly [tag: number, value: number]

/** A little-endian tiff of tags that nobody has checked; the bytes of its pixels begin at `pixelsAt`. */
export function handMadeTiff(tagsFor: (pixelsAt: number) => readonly TiffTag[], pixels: Buffer): Buffer {
  const pixelsAt = 10 + tagsFor(0).length * 12 + 4
  const entries = tagsFor(pixelsAt).map(([tag, value]) => {
    const entry = Buffer.alloc(12)
    entry.writeUInt16LE(tag)
    entry.writeUInt16LE(4, 2)
    entry.writeUInt32LE(1, 4)
    entry.writeUInt32LE(value, 8)
    return entry
  })
  const head = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0, entries.length, 0])
  return Buffer.concat([head, ...entries, Buffer.alloc(4), pixels])
}
