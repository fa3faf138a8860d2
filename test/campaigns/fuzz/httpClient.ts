import { Agent, request } from 'node:http'
import { gunzipSync, inflateSync } from 'node:zlib'
import { PATIENCE } from '../../support/patience.ts'
import { fillPlaceholders, type KnownValues } from './placeholders.ts'
import type { GeneratedRequest } from './restRequests.ts'

/** A response with its decompressed body. */
export interface FuzzResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

const BOUNDARY = 'x'
export const httpAgent = new Agent({ keepAlive: true, maxSockets: 8 })

interface HttpRequest {
  readonly method: string
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
}

/** Sends a generated request; its own headers take precedence over `defaultHeaders`. */
export function sendRequest(
  origin: string,
  generated: GeneratedRequest,
  known: KnownValues,
  defaultHeaders: Record<string, string>,
): Promise<FuzzResponse> {
  const formHeaders = generated.form && {
    'content-type': generated.form.type ?? `multipart/form-data; boundary=${BOUNDARY}`,
  }
  const path = `/api/1${fillPlaceholders(generated.path, known, encodeURIComponent)}`
  const headers = { ...defaultHeaders, ...formHeaders, ...headersOf(generated) }
  return exchange({ method: generated.method, origin, path, headers, body: bodyOf(generated, known) })
}

/** Sends a GraphQL request. */
export function postDocument(
  origin: string,
  text: string,
  defaultHeaders: Record<string, string>,
): Promise<FuzzResponse> {
  const headers = { 'content-type': 'application/json', ...defaultHeaders }
  return exchange({ method: 'POST', origin, path: '/graphql', headers, body: Buffer.from(text) })
}

function exchange({ method, origin, path, headers, body }: HttpRequest): Promise<FuzzResponse> {
  const length = body && { 'content-length': String(body.length) }
  const sent = {
    method,
    path,
    agent: httpAgent,
    timeout: PATIENCE,
    headers: { 'user-agent': 'plaza-fuzz/1', ...length, ...headers },
  }
  return new Promise((resolve, reject) => {
    const clientRequest = request(origin, sent, (response) => {
      const chunks: Buffer[] = []
      const { headers: responseHeaders, statusCode = 0 } = response
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: statusCode,
          headers: responseHeaders,
          bytes: decompressed(responseHeaders['content-encoding'], Buffer.concat(chunks)),
        }),
      )
    })
    clientRequest.on('timeout', () => clientRequest.destroy(new Error('no response in 30 s')))
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}

const DECOMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { gzip: gunzipSync, deflate: inflateSync }
const decompressed = (encoding: string | undefined, bytes: Buffer) => DECOMPRESS[encoding ?? '']?.(bytes) ?? bytes

/** Replaces characters that a header may not contain. */
const headersOf = ({ headers }: GeneratedRequest) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, printable(value)]))
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

function bodyOf({ text, form }: GeneratedRequest, known: KnownValues): Buffer | undefined {
  if (form) return formOf(form, known)
  return text === undefined ? undefined : Buffer.from(fillPlaceholders(text, known, escapedInJson))
}

const escapedInJson = (value: string) => JSON.stringify(value).slice(1, -1)

function formOf(
  { parts, end = `--${BOUNDARY}--\r\n` }: NonNullable<GeneratedRequest['form']>,
  known: KnownValues,
): Buffer {
  const pieces = parts.flatMap(({ name, content, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    const kind = type === undefined ? '' : `content-type: ${type}\r\n`
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n${kind}\r\n`
    return [
      Buffer.from(head),
      typeof content === 'string' ? Buffer.from(fillPlaceholders(content, known)) : content,
      Buffer.from('\r\n'),
    ]
  })
  return Buffer.concat([...pieces, Buffer.from(end)])
}
