import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { Failure } from '../kernel/failure.ts'
import { readBodyBytes } from './request.ts'
import { bodyNotJson } from './rest/jsonBody.ts'

/** Decoders by the name of their content coding; null for none. */
const DECODERS = new Map<string, (() => Transform) | null>([
  ['identity', null],
  ['gzip', () => zlib.createUnzip()],
  ['x-gzip', () => zlib.createUnzip()],
  ['deflate', () => zlib.createUnzip()],
  ['br', () => zlib.createBrotliDecompress()],
])

const unsupportedEncoding = () =>
  new Failure('invalid', 'The body must be plain, or compressed by gzip, deflate or br', {
    reason: 'unsupported_media_type',
  })

/**
 * Reads the body of a request by its Content-Encoding; null when it has more than `limit` bytes, before or after it is
 * decompressed. Throws `invalid` for an unknown coding, and for bytes that are not of their coding or end early.
 */
export async function readDecodedBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const decoder = DECODERS.get((request.headers['content-encoding'] ?? 'identity').trim().toLowerCase())
  if (decoder === undefined) throw unsupportedEncoding()
  return decoder === null ? readBodyBytes(request, limit) : decompress(request, decoder(), limit)
}

class TooLarge extends Error {}

async function decompress(request: IncomingMessage, decoder: Transform, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  try {
    // The connection stays open after an error, so that the client receives the response.
    await pipeline(limited(request.iterator({ destroyOnReturn: false }), limit), decoder, async (decoded) => {
      for await (const chunk of limited(decoded, limit)) chunks.push(chunk)
    })
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw bodyNotJson()
  }
}

async function* limited(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limit) throw new TooLarge('the body is too large')
    yield chunk
  }
}
