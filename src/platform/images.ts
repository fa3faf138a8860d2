import { fileTypeFromBuffer } from 'file-type'
import type { Metadata, Sharp } from 'sharp'
import { BOUNDS } from '../kernel/bounds.ts'
import { Failure, invalid } from '../kernel/failure.ts'
import type { EncodedImage, ImageProcessor, ImageSpec, ReadImage } from '../kernel/images.ts'

const invalidFile = (message: string) => invalid('file', message, 'unsupported_file')

const unsupportedImage = () => invalidFile('The file is not a picture; png, jpeg, gif, webp and tiff are taken.')
const damagedImage = () => invalidFile('The picture is damaged and can not be read.')
const imageTooSlow = () => invalidFile('The picture takes too long to read.')
const imageTooLarge = () => invalidFile('The picture has too many pixels.')
const imageTooSmall = (least: number) => invalidFile(`The picture needs at least ${least} pixels on each side.`)
const imageTooNarrow = (least: number, most: number) =>
  invalidFile(`The picture is too narrow: scaled to ${most} pixels, its shorter side has less than ${least}.`)
const imageNotSquare = () => invalidFile('The picture must be as wide as it is high.')

const SUPPORTED_MIME_TYPES = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/tiff'])
const DECODERS = ['Png', 'Jpeg', 'Nsgif', 'Webp', 'Tiff'].map((kind) => `VipsForeignLoad${kind}`)

/** Throws `invalid` unless the content is a supported raster image; file names and content types are ignored. */
async function assertSupportedFormat(bytes: Buffer): Promise<void> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !SUPPORTED_MIME_TYPES.has(type.mime)) throw unsupportedImage()
}

type ImageLibrary = typeof import('sharp')['default']

let library: Promise<ImageLibrary> | undefined

/** Loads libvips when the first image comes: it takes 18 MiB, and a twentieth of a start. */
function loadLibrary(): Promise<ImageLibrary> {
  library ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    restrictDecoders(sharp)
    return sharp
  })
  return library
}

/** Disables all other decoders of libvips, so that no disguised image reaches them. */
function restrictDecoders(sharp: ImageLibrary): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
}

/** Size of the first frame by the header, after the EXIF rotation. */
interface FrameInfo {
  readonly width: number
  readonly height: number
  readonly hasAlpha: boolean
}

const SAMPLE_BYTES = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
} as const

/** Reads the header only. Throws `invalid` when it is malformed or exceeds the limits. */
async function readFrameInfo(
  bytes: Buffer,
  limits: { readonly pixels: number; readonly decodedBytes: number },
): Promise<FrameInfo> {
  const sharp = await loadLibrary()
  const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => {
      throw damagedImage()
    })
  const pixels = header.width * header.height
  if (pixels > limits.pixels || pixels * pixelBytes(header) > limits.decodedBytes) throw imageTooLarge()
  return { width: header.autoOrient.width, height: header.autoOrient.height, hasAlpha: header.hasAlpha }
}

const pixelBytes = ({ channels, depth }: Metadata) => channels * SAMPLE_BYTES[depth]

interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The size in pixels to which an image is scaled. Throws `invalid` when the image can't meet the specification. */
function targetSize({ width, height }: ImageSize, { minSide, maxSide, square }: ImageSpec): ImageSize {
  if (square && width !== height) throw imageNotSquare()
  if (Math.min(width, height) < minSide) throw imageTooSmall(minSide)
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  const size = { width: scaled(width), height: scaled(height) }
  if (Math.min(size.width, size.height) < minSide) throw imageTooNarrow(minSide, maxSide)
  return size
}

/** Limits concurrent and waiting work. Throws `unavailable` beyond both limits. */
export function makeConcurrencyLimit(seats: number, waitingMost: number): <R>(work: () => Promise<R>) => Promise<R> {
  const waiting: (() => void)[] = []
  let taken = 0

  const sit = async () => {
    if (taken < seats) {
      taken += 1
      return
    }
    if (waiting.length >= waitingMost) throw tooManyImages()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else taken -= 1
  }

  return async (work) => {
    await sit()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

const tooManyImages = () =>
  new Failure('unavailable', 'Too many pictures are being worked on; try again in a moment.', {
    reason: 'overloaded',
    retryAfter: 5,
  })

export interface ImageLimits {
  /** Maximum pixels of one image before scaling. */
  readonly pixels: number
  /** Maximum bytes of one decoded image. */
  readonly decodedBytes: number
  /** Maximum seconds for decoding and encoding one image; an integer. */
  readonly seconds: number
  /** Maximum number of images in work, and of waiting ones. */
  readonly atOnce: number
  readonly waiting: number
}

const DEFAULT_LIMITS: ImageLimits = {
  pixels: 50_000_000,
  decodedBytes: 256 * 1024 * 1024,
  seconds: 10,
  atOnce: BOUNDS.imagesAtOnce.most,
  waiting: BOUNDS.imagesWaiting.most,
}

/**
 * Decodes and encodes images by libvips, on one thread each outside the event loop. `count` is called for each image whose
 * bytes are read.
 */
export function openImages(given: Partial<ImageLimits> = {}, count = () => {}): ImageProcessor {
  const limits = { ...DEFAULT_LIMITS, ...given }
  const seated = makeConcurrencyLimit(limits.atOnce, limits.waiting)

  const make = (read: ReadImage, shapeFor: (frame: FrameInfo) => ImageSpec) =>
    seated(async () => {
      count()
      const bytes = await read()
      await assertSupportedFormat(bytes)
      const frame = await readFrameInfo(bytes, limits)
      const shape = shapeFor(frame)
      return encode(bytes, { shape, size: targetSize(frame, shape), limits })
    })

  return {
    encode: (read, shape) => make(read, () => shape),
    thumbnail: (read, side) =>
      make(read, ({ hasAlpha }) => ({ format: hasAlpha ? 'png' : 'jpeg', minSide: 1, maxSide: side })),
  }
}

interface EncodeOptions {
  readonly shape: ImageSpec
  readonly size: { readonly width: number; readonly height: number }
  readonly limits: ImageLimits
}

async function encode(bytes: Buffer, { shape, size, limits }: EncodeOptions): Promise<EncodedImage> {
  const sharp = await loadLibrary()
  const picture = sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' })
    .timeout({ seconds: limits.seconds })
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
  const warnings: string[] = []
  picture.on('warning', (text: string) => warnings.push(text))
  const { data, info } = await toFormat(picture, shape.format)
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw /^timeout/.test(String(error instanceof Error && error.message)) ? imageTooSlow() : damagedImage()
    })
  if (warnings.some(isDecompressionBomb)) throw damagedImage()
  return { bytes: data, contentType: `image/${shape.format}`, width: info.width, height: info.height }
}

/** libpng only warns when a PNG decompresses to more data than its pixels. */
const isDecompressionBomb = (warning: string) => warning.includes('Too much image data')

const toFormat = (picture: Sharp, format: ImageSpec['format']) =>
  format === 'png' ? picture.png() : picture.flatten({ background: 'white' }).jpeg({ quality: 90 })
