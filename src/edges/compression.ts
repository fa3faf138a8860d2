import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import accepts from 'accepts'

/** Bytes from which on a text is compressed. */
const COMPRESSED_FROM = 1024

const compress = promisify<string, Buffer>(gzip)

/** A text compressed by gzip; null when it is too short to be worth it, or the client does not accept gzip. */
export async function compressedText(request: IncomingMessage, text: string): Promise<Buffer | null> {
  if (!acceptsGzip(request) || Buffer.byteLength(text) < COMPRESSED_FROM) return null
  return compress(text)
}

/** The answer to HEAD has no body, and tells the length of the plain one. */
const acceptsGzip = (request: IncomingMessage) =>
  request.headers['accept-encoding'] !== undefined &&
  request.method !== 'HEAD' &&
  accepts(request).encodings('gzip', 'identity') === 'gzip'
