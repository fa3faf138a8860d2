import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface RawRequest {
  readonly method?: string
  /** Sent unchanged, even if malformed. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** A list is sent chunked, a single text or buffer with Content-Length. */
  readonly body?: Piece | readonly Piece[]
}

export interface RawResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The parsed body if it is JSON, else the text. */
  readonly body: unknown
}

/** Sends a request without normalising its path, headers or body. */
export function sendRawRequest(
  origin: string,
  { method = 'GET', path, headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  const { pieces, framing } = withFraming(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, agent: false, headers: { ...framing, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve(parseResponse(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString())),
        )
      },
    )
    sent.on('error', reject)
    for (const piece of pieces) sent.write(piece)
    sent.end()
  })
}

type Piece = string | Buffer

function withFraming(body: RawRequest['body']): {
  pieces: readonly Piece[]
  framing: Readonly<Record<string, string>>
} {
  if (body === undefined) return { pieces: [], framing: {} }
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body)
  if (!isWhole) return { pieces: body, framing: { 'transfer-encoding': 'chunked' } }
  return { pieces: [body], framing: { 'content-length': String(Buffer.byteLength(body)) } }
}

function parseResponse(status: number, headers: IncomingHttpHeaders, text: string): RawResponse {
  const isJson = String(headers['content-type']).includes('json') && text !== ''
  return { status, headers, text, body: isJson ? JSON.parse(text) : text }
}

/** Sends any bytes; returns the status line of the response. */
export const sendRawBytes = async (origin: string, text: string): Promise<string> =>
  (await readRawBytes(origin, text)).split('\r\n')[0] ?? ''

/** Sends any bytes; returns all that comes until the server closes the connection. */
export function readRawBytes(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
    let response = ''
    socket.on('data', (chunk) => {
      response += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(response))
  })
}
