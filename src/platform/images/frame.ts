import sharp, { type Metadata } from 'sharp'
import { broken, tooLarge } from './refusals.ts'

/** What the header of a picture says of its first frame, turned as it is to be looked at. */
export interface Frame {
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

/** Reads the header alone. Throws `invalid` when it is broken or tells of more than may be decoded. */
export async function frameOf(
  bytes: Buffer,
  limits: { readonly pixels: number; readonly decodedBytes: number },
): Promise<Frame> {
  const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => {
      throw broken()
    })
  const pixels = header.width * header.height
  if (pixels > limits.pixels || pixels * pixelBytes(header) > limits.decodedBytes) throw tooLarge()
  return { width: header.autoOrient.width, height: header.autoOrient.height, hasAlpha: header.hasAlpha }
}

const pixelBytes = ({ channels, depth }: Metadata) => channels * SAMPLE_BYTES[depth]
