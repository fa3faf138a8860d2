import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MIMEType } from 'node:util'
import zlib from 'node:zlib'
import { Failure } from '../kernel/failure.ts'

/** Whether the headers of a request announce a body. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Reads the body of a request; null, without reading on, when it is larger than `limit` bytes. Throws `invalid` when the
 * client leaves before its end.
 */
export function readBodyBytes(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      request.removeAllListeners('data').resume()
      resolve(null)
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    // The client left: as an error of the socket it could be taken for one of the database.
    request.once('error', () =>
      reject(new Failure('invalid', 'The body has ended early', { reason: 'malformed_request' })),
    )
  })
}

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

/** JSON is UTF-8 (RFC 8259), of which ASCII is a part. */
const JSON_CHARSETS = ['utf-8', 'utf8', 'us-ascii']

/** The media type that a Content-Type names, in lower case, without parameters; empty for none. */
export const mediaTypeOf = (contentType = ''): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Whether a Content-Type names no charset, or one in which JSON can be written. */
export function hasJsonCharset(contentType = 'application/json'): boolean {
  if (!contentType.includes(';')) return true
  const charset = charsetOf(contentType)
  return charset === null || JSON_CHARSETS.includes(charset.toLowerCase())
}

/** The charset of a media type; null without one and for text that is no media type. */
function charsetOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get('charset')
  } catch {
    return null
  }
}

/** It leaves out a byte order mark. */
const decoder = new TextDecoder()

/** The text of a body in UTF-8, without a byte order mark. */
export const bodyText = (bytes: Uint8Array): string => decoder.decode(bytes)

export const bodyNotJson = () => new Failure('invalid', 'The body is not valid JSON', { reason: 'malformed_request' })

const OBJECT_OR_ARRAY = /^[ \t\n\r]*[[{]/

/** Parses a body. Throws `invalid` for anything else than an object or an array. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = bodyText(bytes)
  if (!OBJECT_OR_ARRAY.test(text)) throw bodyNotJson()
  try {
    // Only a text with these can have the key `__proto__`, which would change the prototype of an object that copies it.
    const isSuspect = text.includes('__proto__') || text.includes('\\u00')
    return isSuspect ? JSON.parse(text, refusePrototype) : JSON.parse(text)
  } catch {
    throw bodyNotJson()
  }
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('the key __proto__ is not allowed')
  return value
}
