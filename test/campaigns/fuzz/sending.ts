import { Agent, request } from 'node:http'
import { gunzipSync, inflateSync } from 'node:zlib'
import { fill, type Known } from './names.ts'
import type { Drawn } from './requests.ts'

/** What came back. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

const PATIENCE = 30_000
const BOUNDARY = 'x'
export const agent = new Agent({ keepAlive: true, maxSockets: 8 })

interface Whole {
  readonly method: string
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | undefined
}

/** Sends a request as it was drawn; `more` are headers that it does not name itself. */
export function send(origin: string, drawn: Drawn, known: Known, more: Record<string, string>): Promise<Answered> {
  const own = drawn.form && { 'content-type': drawn.form.type ?? `multipart/form-data; boundary=${BOUNDARY}` }
  const path = `/api/1${fill(drawn.path, known, encodeURIComponent)}`
  const headers = { ...more, ...own, ...headersOf(drawn) }
  return exchange({ method: drawn.method, origin, path, headers, body: bodyOf(drawn, known) })
}

/** Sends a document. */
export function post(origin: string, text: string, more: Record<string, string>): Promise<Answered> {
  const headers = { 'content-type': 'application/json', ...more }
  return exchange({ method: 'POST', origin, path: '/graphql', headers, body: Buffer.from(text) })
}

function exchange({ method, origin, path, headers, body }: Whole): Promise<Answered> {
  const length = body && { 'content-length': String(body.length) }
  const sent = {
    method,
    path,
    agent,
    timeout: PATIENCE,
    headers: { 'user-agent': 'plaza-fuzz/1', ...length, ...headers },
  }
  return new Promise((resolve, reject) => {
    const asked = request(origin, sent, (response) => {
      const chunks: Buffer[] = []
      const { headers: told, statusCode = 0 } = response
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: statusCode,
          headers: told,
          bytes: unpacked(told['content-encoding'], Buffer.concat(chunks)),
        }),
      )
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer in 30 s')))
    asked.on('error', reject)
    asked.end(body)
  })
}

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { gzip: gunzipSync, deflate: inflateSync }
const unpacked = (encoding: string | undefined, bytes: Buffer) => UNPACK[encoding ?? '']?.(bytes) ?? bytes

/** A header is bytes: none may end the line. */
const headersOf = ({ headers }: Drawn) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plain(value)]))
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

function bodyOf({ text, form }: Drawn, known: Known): Buffer | undefined {
  if (form) return formOf(form, known)
  return text === undefined ? undefined : Buffer.from(fill(text, known, inJson))
}

const inJson = (value: string) => JSON.stringify(value).slice(1, -1)

function formOf({ parts, end = `--${BOUNDARY}--\r\n` }: NonNullable<Drawn['form']>, known: Known): Buffer {
  const pieces = parts.flatMap(({ name, content, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`
    const kind = type === undefined ? '' : `content-type: ${type}\r\n`
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n${kind}\r\n`
    return [
      Buffer.from(head),
      typeof content === 'string' ? Buffer.from(fill(content, known)) : content,
      Buffer.from('\r\n'),
    ]
  })
  return Buffer.concat([...pieces, Buffer.from(end)])
}
