import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { lookUp } from '../kernel/maps.ts'
import type { HeaderList } from './responseHeaders.ts'
import { errorBody, JSON_TYPE } from './rest/errors.ts'

interface Refusal {
  readonly status: number
  readonly message: string
}

const INVALID: Refusal = { status: 400, message: 'The request is not valid HTTP' }
const INVALID_HOST: Refusal = { status: 400, message: 'The request needs a valid Host header' }
const NO_PROXY: Refusal = { status: 405, message: 'This server is no proxy' }

/** Refusals by the code of the error of Node's parser. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The address and headers of the request are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the body are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request has not arrived in time' },
}

/**
 * Answers with the error envelope, and closes the connection, where Node would answer without a body or not at all: to
 * what its parser refuses, which thus never becomes a request, and to CONNECT.
 */
export function answerInvalidHttp(server: Server, headers: HeaderList): void {
  const hasBegun = responsesOf(server)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Bytes after the start of a response would be taken for its body.
    if (!socket.writable || hasBegun(socket)) return void socket.destroy()
    sendRefusal(socket, lookUp(REFUSALS, error.code ?? '') ?? INVALID, headers)
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => sendRefusal(socket, NO_PROXY, headers))
}

/**
 * Refuses requests of HTTP/1.1 without a Host header, and those whose Host header is no authority, as RFC 9112 demands.
 * Node refuses only the former, without the envelope.
 */
export const refuseInvalidHost =
  (listener: RequestListener, headers: HeaderList): RequestListener =>
  (request, response) => {
    if (hasValidHost(request)) return listener(request, response)
    const { status, body, all } = refusalOf(INVALID_HOST, headers)
    response.writeHead(status, all.flat())
    response.end(body)
  }

function hasValidHost({ headers: { host }, httpVersion }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion === '1.0'
  return NAME_OR_ADDRESS.test(host) || (!/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`))
}

/** What nearly all clients send; the name may be empty. */
const NAME_OR_ADDRESS = /^[\w.-]*(:\d{1,4})?$/

function refusalOf({ status, message }: Refusal, headers: HeaderList) {
  const body = JSON.stringify(errorBody(status, message))
  const all: HeaderList = [
    ...headers,
    JSON_TYPE,
    ['Cache-Control', 'no-store'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['Connection', 'close'],
  ]
  return { status, body, all }
}

/** Answers with the error envelope past Node's responses, and closes the connection. */
export function sendRefusal(socket: Duplex, refusal: Refusal, headers: HeaderList): void {
  const { status, body, all } = refusalOf(refusal, headers)
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`)
  if (socket instanceof Socket) socket.destroySoon()
  else socket.end()
}

/** Returns whether a response on a socket has been begun and not ended. */
function responsesOf(server: Server): (socket: Duplex) => boolean {
  const responses = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    responses.set(socket, response)
    response.once('close', () => {
      if (responses.get(socket) === response) responses.delete(socket)
    })
  })
  return (socket) => responses.get(socket)?.headersSent ?? false
}
