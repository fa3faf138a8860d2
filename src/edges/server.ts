import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

/** Takes over a connection that asks for a websocket. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface ServerOptions {
  readonly host: string
  readonly port: number
  /** Milliseconds that requests in flight may take when the server stops. */
  readonly drainTimeout: number
  /** What takes over connections that ask for a websocket, by path. */
  readonly upgrades: ReadonlyMap<string, Upgrade>
}

export interface HttpServer {
  /** Answers the port. */
  listen(): Promise<number>
  /** Takes no new connections, lets requests in flight finish, and closes the rest. */
  drain(): Promise<void>
}

/** Longer than the idle time of common proxies, so that it is they who close. */
const KEEP_ALIVE = 65_000
/** Milliseconds that a request may take to arrive: an upload as long as its address is good, others less. */
const SLOWEST = 3_600_000
const SLOW = 300_000
/** How long /readyz is seen to say no before connections are refused. */
const NOTICE = 300

export function makeServer(doors: RequestListener, options: ServerOptions): HttpServer {
  const timeouts = { keepAliveTimeout: KEEP_ALIVE, headersTimeout: KEEP_ALIVE + 1_000, requestTimeout: SLOWEST }
  const server = createServer(timeouts, doors)
  server.on('request', hurry)
  // Node's own refusal would be without the envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('upgrade', (request, socket, head) => {
    const upgrade = options.upgrades.get(request.url?.split('?')[0] ?? '')
    if (!asksForWebsocket(request)) serveAsEver(server, request, socket)
    else if (upgrade) upgrade(request, socket, head)
    else socket.end(NOWHERE)
  })
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(options.port, options.host, () => resolve(portOf(server)))
      }),
    drain: () => drain(server, options.drainTimeout),
  }
}

function hurry(request: IncomingMessage) {
  if (request.method === 'GET' || request.url?.startsWith('/upload/')) return
  const cut = setTimeout(() => request.complete || request.destroy(), SLOW).unref()
  request.once('close', () => clearTimeout(cut))
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const NOWHERE = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const asksForWebsocket = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Some clients offer HTTP/2 by an Upgrade header with their first request; whoever declines answers as if it were not
 * there. Node has let go of the connection by then, so the answer closes it, and a body was not read.
 */
function serveAsEver(server: Server, request: IncomingMessage, socket: Duplex) {
  if (!(socket instanceof Socket)) return socket.destroy()
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once('finish', () => {
    socket.end()
    response.emit('close')
  })
  return server.emit('request', request, response)
}

async function drain(server: Server, timeout: number): Promise<void> {
  await pause(NOTICE)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const giveUp = setTimeout(() => server.closeAllConnections(), timeout)
  await closed
  clearInterval(idle)
  clearTimeout(giveUp)
}
