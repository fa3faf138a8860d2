import type { IncomingMessage } from 'node:http'
import { MAX_BODY } from './limits.ts'

/** The bytes of a request's body; null when they are more than the limit, which ends the reading. */
export function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BODY) return void chunks.push(chunk)
      request.removeAllListeners('data').resume()
      resolve(null)
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
  })
}

/** What a client asks for. */
export interface Params {
  readonly query: string
  readonly operationName?: string | null
  readonly variables?: Record<string, unknown> | null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PARTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  query: (value) => typeof value === 'string',
  operationName: (value) => value === null || typeof value === 'string',
  variables: (value) => value === null || isRecord(value),
  extensions: (value) => value === null || isRecord(value),
}

const isParams = (value: unknown): value is Params =>
  isRecord(value) && 'query' in value && Object.entries(value).every(([name, part]) => PARTS[name]?.(part) ?? false)

/** The operation in a body; null for a batch and for anything malformed. */
export function parseParams(body: Buffer): Params | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return isParams(parsed) ? parsed : null
  } catch {
    return null
  }
}
