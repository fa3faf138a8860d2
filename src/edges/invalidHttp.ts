import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HeaderList } from './responseHeaders.ts'
import { errorBody } from './rest/errors.ts'

interface Refusal {
  readonly status: number
  readonly message: string
}

const INVALID: Refusal = { status: 400, message: 'The request is not valid HTTP' }

/** Refusals by the code of the error of Node's parser. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The address and headers of the request are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the body are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request has not arrived in time' },
}

/**
 * Answers what Node's parser refuses, and thus never becomes a request, with the error envelope: the answer of Node has
 * no body. Then closes the connection, as the parser has lost its place in it.
 */
export function answerInvalidHttp(server: Server, headers: HeaderList): void {
  const begun = responsesBySocket(server)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || begun(socket)) return void socket.destroy()
    const { status, message } = REFUSALS[error.code ?? ''] ?? INVALID
    const body = JSON.stringify(errorBody(status, message))
    const all: HeaderList = [
      ...headers,
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Cache-Control', 'no-store'],
      ['Content-Length', String(Buffer.byteLength(body))],
      ['Connection', 'close'],
    ]
    const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`)
    if (socket instanceof Socket) socket.destroySoon()
    else socket.end()
  })
}

/** Returns whether a response has been begun on a socket, and not ended: bytes after it would be taken for its body. */
function responsesBySocket(server: Server): (socket: Duplex) => boolean {
  const responses = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    responses.set(socket, response)
    response.once('close', () => {
      if (responses.get(socket) === response) responses.delete(socket)
    })
  })
  return (socket) => responses.get(socket)?.headersSent ?? false
}
