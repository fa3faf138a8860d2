import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { ImageSpec } from '../../src/kernel/images.ts'
import { type ImageLimits, openImages } from '../../src/platform/images.ts'

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff'

/** The image processor for images that are in memory. */
export function openTestImages(limits?: Partial<ImageLimits>) {
  const images = openImages(limits)
  return {
    encode: (bytes: Buffer, shape: ImageSpec) => images.encode(async () => bytes, shape),
    thumbnail: (bytes: Buffer, side: number) => images.thumbnail(async () => bytes, side),
  }
}

/** Creates an image of one colour. */
export const aPlainImage = (width: number, height: number, format: ImageFormat = 'png', background = 'red') =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()

/** Creates an image whose left half is red and whose right half is blue. */
export const aTwoColourImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: 'blue' } }, left: width / 2, top: 0 },
  ])

/** Creates an animation of two frames, the first red and the second blue. */
export function anAnimatedImage(side: number, format: 'gif' | 'webp'): Promise<Buffer> {
  const frame = (...colour: number[]) => Buffer.alloc(side * side * 3, Buffer.from(colour))
  const frames = Buffer.concat([frame(255, 0, 0), frame(0, 0, 255)])
  return sharp(frames, { raw: { width: side, height: side * 2, channels: 3, pageHeight: side } })
    .toFormat(format, { delay: [100, 100], loop: 0 })
    .toBuffer()
}

/** The red, green, blue and, if present, alpha values of a pixel. */
export async function pixelAt(image: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(image).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Writes a PNG chunk with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

interface HandMadePng {
  readonly width: number
  readonly height: number
  /** Bits of each of the four channels; 8 by default. */
  readonly depth?: 8 | 16
  /** The content of IDAT; transparent black by default. */
  readonly packed?: Buffer
  /** Chunks between IHDR and IDAT. */
  readonly more?: readonly Buffer[]
}

/** Writes a PNG without validation, so that it can be malformed. */
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

/** The number of a TIFF tag, and its 32-bit value. */
export type TiffTag = readonly [tag: number, value: number]

/** Writes a little-endian TIFF without validation; the pixels begin at the offset `pixelsAt`. */
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
