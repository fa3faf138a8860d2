import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { BOUNDS, TIME_BOUNDS } from '../kernel/bounds.ts'
import type { Log } from '../kernel/log.ts'
import { type DrainTimes, prepareDrain } from './drain.ts'
import { answerInvalidHttp, refuseInvalidHost, sendRefusal } from './invalidHttp.ts'
import { normalTarget } from './requestHead.ts'
import type { HeaderList } from './responseHeaders.ts'
import { cutSlowClients, type TimeBounds } from './slowClients.ts'
import type { Upgrade } from './webSocketLimits.ts'

interface ServerOptions extends DrainTimes {
  readonly host: string
  readonly port: number
  /** Headers of every response. */
  readonly headers?: HeaderList
  /** Handlers of websocket upgrades by path. */
  readonly upgrades: ReadonlyMap<string, Upgrade>
  readonly log: Log
  readonly timeBounds?: TimeBounds
  /** Connections at a time; the bound of a node by default. */
  readonly maxConnections?: number
}

interface HttpServer {
  /** Resolves to the port. */
  listen(): Promise<number>
  /** Refuses new connections after the notice, lets requests in flight finish, and closes the remaining connections. */
  drain(): Promise<void>
}

/** Milliseconds between two looks at how long requests take to arrive. */
const CHECK_INTERVAL = 5_000

export function createHttpServer(listener: RequestListener, options: ServerOptions): HttpServer {
  const { timeBounds = TIME_BOUNDS, headers = [], maxConnections = BOUNDS.connections.most } = options
  const server = createServer(
    {
      maxHeaderSize: BOUNDS.headerBytes.most,
      headersTimeout: timeBounds.headers,
      keepAliveTimeout: timeBounds.keepAlive,
      requestTimeout: timeBounds.upload,
      requireHostHeader: false,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL, timeBounds.headers),
    },
    refuseInvalidHost((request, response) => {
      normaliseTarget(request)
      listener(request, response)
    }, headers),
  )
  server.maxConnections = maxConnections
  const drain = prepareDrain(server)
  cutSlowClients(server, timeBounds)
  answerInvalidHttp(server, headers)
  // Node's default response would lack the error envelope.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('upgrade', (request, socket, head) => {
    // Node leaves the connection to the listener: an error of it that nobody hears would end the process.
    socket.on('error', () => socket.destroy())
    normaliseTarget(request)
    upgradeRequest(server, options, [request, socket, head]).catch((error) => {
      options.log.error({ err: error }, 'a websocket could not be opened')
      socket.destroy()
    })
  })
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        // Such as too many open files: the server goes on with the connections that it has.
        server.on('error', (error) => options.log.error({ err: error }, 'a connection could not be accepted'))
        server.listen(options.port, options.host, () => resolve(portOf(server)))
      }),
    drain: () => drain(options),
  }
}

/** Normalises the request target once, so that all routers see the same path. Leaves a malformed target unchanged. */
function normaliseTarget(request: IncomingMessage) {
  request.url = normalTarget(request.url ?? '') ?? request.url
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const NO_WEBSOCKET = { status: 404, message: 'There is no websocket at this address' }

type UpgradeRequest = readonly [request: IncomingMessage, socket: Duplex, head: Buffer]

async function upgradeRequest(server: Server, options: ServerOptions, [request, socket, head]: UpgradeRequest) {
  const { upgrades, headers = [] } = options
  const upgrade = upgrades.get(request.url?.split('?')[0] ?? '')
  if (!isWebsocketUpgrade(request)) ignoreUpgrade(server, request, socket)
  else if (upgrade) await upgrade(request, socket, head)
  else sendRefusal(socket, NO_WEBSOCKET, headers)
}

const isWebsocketUpgrade = ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Answers a request whose Upgrade header offers another protocol, such as HTTP/2, as if the header were absent. Node has
 * detached the connection by then, so the response closes it and a body is not read.
 */
function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex) {
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
