import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** An HTTP response with its decompressed body. */
export interface HttpAnswer {
  readonly status: number
  /** By their names in lower case; the last one of a name. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
  /** Whether events follow one by one. */
  readonly isStream: boolean
  /** Whether the connection stays open. */
  readonly isKept: boolean
  /** The bytes that it took. */
  readonly size: number
}

interface ReadOptions {
  /** Whether it answers a HEAD request, so that no body follows. */
  readonly isHead: boolean
  /** Whether no more bytes will come. */
  readonly isOver: boolean
}

const SWITCHING = 101
const OK = 200

/** Reads the response at the start of some bytes, without the informational ones before it; null while it is incomplete. */
export function readAnswer(bytes: Buffer, options: ReadOptions): HttpAnswer | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0)
  const start = end + 4
  if (status > 0 && status < OK && status !== SWITCHING) {
    const next = readAnswer(bytes.subarray(start), options)
    return next && { ...next, size: next.size + start }
  }
  const headers = new Map(lines.map((line) => [nameOf(line), line.slice(line.indexOf(':') + 1).trim()]))
  const found = bodyOf(bytes.subarray(start), { ...options, status, headers })
  if (!found) return null
  return {
    status,
    headers,
    body: decompressed(headers.get('content-encoding'), found.body),
    isStream: isStream(headers),
    isKept: found.isDelimited && headers.get('connection')?.toLowerCase() !== 'close' && status !== SWITCHING,
    size: start + found.size,
  }
}

const nameOf = (line: string) => line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase()

const isStream = (headers: ReadonlyMap<string, string>) =>
  /^(text\/event-stream|multipart\/mixed)/.test(headers.get('content-type') ?? '')

interface BodyOptions extends ReadOptions {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
}

interface FoundBody {
  readonly body: Buffer
  readonly size: number
  readonly isDelimited: boolean
}

const WITHOUT_BODY = [SWITCHING, 204, 304]

function bodyOf(bytes: Buffer, { status, headers, isHead, isOver }: BodyOptions): FoundBody | null {
  if (isHead || WITHOUT_BODY.includes(status)) return { body: Buffer.alloc(0), size: 0, isDelimited: true }
  if (isStream(headers)) return { body: bytes, size: bytes.length, isDelimited: false }
  if (headers.get('transfer-encoding') === 'chunked') return chunkedBody(bytes)
  const length = headers.get('content-length')
  if (length === undefined) return isOver ? { body: bytes, size: bytes.length, isDelimited: false } : null
  const size = Number(length)
  return bytes.length < size ? null : { body: bytes.subarray(0, size), size, isDelimited: true }
}

function chunkedBody(bytes: Buffer): FoundBody | null {
  const chunks: Buffer[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    const next = end + 2 + size + 2
    if (bytes.length < next) return null
    if (size === 0) return { body: Buffer.concat(chunks), size: next, isDelimited: true }
    chunks.push(bytes.subarray(end + 2, end + 2 + size))
    at = next
  }
}

const DECOMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

function decompressed(encoding: string | undefined, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes
  try {
    return DECOMPRESS[encoding ?? '']?.(bytes) ?? bytes
  } catch {
    return bytes
  }
}
