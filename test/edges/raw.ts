import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface Sent {
  readonly method?: string
  /** Sent as it is, however odd. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** Pieces are sent chunked, a single text or buffer with its length. */
  readonly body?: Piece | readonly Piece[]
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Of an answer in JSON. */
  readonly body: unknown
}

/** Sends a request as it is: no client in between mends path, headers or body. */
export function raw(origin: string, { method = 'GET', path, headers = {}, body }: Sent): Promise<Received> {
  const { hostname, port } = new URL(origin)
  const { pieces, framing } = framed(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, method, path, agent: false, headers: { ...framing, ...headers } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve(received(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks).toString())),
        )
      },
    )
    sent.on('error', reject)
    for (const piece of pieces) sent.write(piece)
    sent.end()
  })
}

type Piece = string | Buffer

function framed(body: Sent['body']): { pieces: readonly Piece[]; framing: Readonly<Record<string, string>> } {
  if (body === undefined) return { pieces: [], framing: {} }
  const isWhole = typeof body === 'string' || Buffer.isBuffer(body)
  if (!isWhole) return { pieces: body, framing: { 'transfer-encoding': 'chunked' } }
  return { pieces: [body], framing: { 'content-length': String(Buffer.byteLength(body)) } }
}

function received(status: number, headers: IncomingHttpHeaders, text: string): Received {
  const isJson = String(headers['content-type']).includes('json') && text !== ''
  return { status, headers, text, body: isJson ? JSON.parse(text) : text }
}

/** Sends bytes that no client library would send; answers the status line of what comes back. */
export function bytes(origin: string, text: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''))
  })
}
