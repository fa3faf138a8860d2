import sharp, { type Sharp } from 'sharp'
import type { Image, ImageShape, Images } from '../kernel/images.ts'
import { fitting } from './images/fitting.ts'
import { type Frame, frameOf } from './images/frame.ts'
import { allowOnly, refuseOther } from './images/kinds.ts'
import { broken, tooSlow } from './images/refusals.ts'
import { makeSeats } from './images/seats.ts'

export interface ImageLimits {
  /** Of one picture, whatever it is scaled to. */
  readonly pixels: number
  /** Most bytes that one picture may take when it is decoded. */
  readonly decodedBytes: number
  /** Most seconds for decoding and encoding one picture; a whole number. */
  readonly seconds: number
  /** Pictures that are worked on at a time, and how many more may wait. */
  readonly atOnce: number
  readonly waiting: number
}

const LIMITS: ImageLimits = {
  pixels: 50_000_000,
  decodedBytes: 256 * 1024 * 1024,
  seconds: 10,
  atOnce: 2,
  waiting: 16,
}

/** Decodes and encodes pictures by libvips, on one thread each and off the event loop. */
export function openImages(given: Partial<ImageLimits> = {}): Images {
  const limits = { ...LIMITS, ...given }
  sharp.cache(false)
  sharp.concurrency(1)
  allowOnly()
  const seated = makeSeats(limits.atOnce, limits.waiting)

  const make = async (bytes: Buffer, shapeFor: (frame: Frame) => ImageShape) => {
    await refuseOther(bytes)
    return seated(async () => {
      const frame = await frameOf(bytes, limits)
      const shape = shapeFor(frame)
      return encode(bytes, { shape, size: fitting(frame, shape), limits })
    })
  }

  return {
    shape: (bytes, shape) => make(bytes, () => shape),
    thumbnail: (bytes, side) =>
      make(bytes, ({ hasAlpha }) => ({ format: hasAlpha ? 'png' : 'jpeg', least: 1, most: side })),
  }
}

interface Encoding {
  readonly shape: ImageShape
  readonly size: { readonly width: number; readonly height: number }
  readonly limits: ImageLimits
}

async function encode(bytes: Buffer, { shape, size, limits }: Encoding): Promise<Image> {
  const picture = sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' })
    .timeout({ seconds: limits.seconds })
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
  const warnings: string[] = []
  picture.on('warning', (text: string) => warnings.push(text))
  const { data, info } = await inFormat(picture, shape.format)
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw /^timeout/.test(String(error instanceof Error && error.message)) ? tooSlow() : broken()
    })
  if (warnings.some(tellsOfBomb)) throw broken()
  return { bytes: data, contentType: `image/${shape.format}`, width: info.width, height: info.height }
}

/** libpng only warns when a png unpacks to more than its pixels. */
const tellsOfBomb = (warning: string) => warning.includes('Too much image data')

const inFormat = (picture: Sharp, format: ImageShape['format']) =>
  format === 'png' ? picture.png() : picture.flatten({ background: 'white' }).jpeg({ quality: 90 })
