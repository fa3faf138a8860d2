import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

/** Bytes from which on a response is compressed. */
export const COMPRESSED_FROM = 1024

export type Encoding = 'identity' | 'gzip'

/** One encoding without a weight. */
const PLAIN_TOKEN = /^[a-z]+$/

/** Whether this Node has Zstandard, which is preferred to gzip then. */
const hasZstandard = 'createZstdCompress' in zlib

/**
 * The encoding of a response by an Accept-Encoding header without weights, as nearly all clients send it. Null for any
 * other header, which needs to be negotiated.
 */
export function plainEncodingOf(accepted: string | undefined): Encoding | null {
  if (accepted === undefined || accepted === 'identity') return 'identity'
  const tokens = accepted.split(',').map((token) => token.trim())
  if (!tokens.includes('gzip') || !tokens.every((token) => PLAIN_TOKEN.test(token))) return null
  return hasZstandard && tokens.includes('zstd') ? null : 'gzip'
}

const compressByGzip = promisify<string, Buffer>(zlib.gzip)

/** The body in the encoding; null when it is too short to be worth it. */
export const compressedBody = async (body: string, encoding: Encoding): Promise<Buffer | null> =>
  encoding === 'gzip' && Buffer.byteLength(body) >= COMPRESSED_FROM ? compressByGzip(body) : null
