import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import { watchStalled } from '../stalled.ts'
import { closeSocket, turnAway } from '../websocket.ts'
import { type DoorOptions, makeLook } from './door.ts'
import { MAX_BODY, MAX_SOCKETS } from './limits.ts'
import { isAllowedOrigin } from './origins.ts'
import { type Line, socketOperations } from './socketOperations.ts'

export interface Sockets {
  /** Takes over an HTTP connection that asks for a websocket at /graphql. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket and accepts no more; resolves when the last has gone, by force after two seconds. */
  closeAll(code: number, reason: string): Promise<void>
  /** Open sockets, for the metrics. */
  count(): number
}

const TRY_AGAIN_LATER = 1013

export function makeSockets(options: DoorOptions): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_BODY })
  const lines = new Map<WebSocket, Line>()
  let draining = false

  // Also of a socket that has closed: what it began may end only then.
  const known = new WeakMap<WebSocket, Line>()
  const lineOf = (socket: WebSocket) => {
    const line = known.get(socket)
    if (!line) throw new Error('a socket without a line')
    return line
  }
  server.on('connection', (socket, request) => {
    const line = openLine(options, socket, request, lines)
    lines.set(socket, line)
    known.set(socket, line)
    socket.once('close', () => {
      lines.delete(socket)
      for (const leave of line.leaving) leave()
    })
  })
  useServer({ ...socketOperations(options, lineOf), isProd: true }, server)
  server.on('connection', (socket) => logErrors(options, socket))

  return {
    count: () => lines.size,
    upgrade(request, socket, head) {
      if (draining) return turnAway(socket, '503 Service Unavailable')
      if (!isAllowedOrigin(request, options.allowedOrigins)) return turnAway(socket, '403 Forbidden')
      server.handleUpgrade(request, socket, head, (opened) => {
        watchStalled(socket, () => opened.terminate())
        server.emit('connection', opened, request)
      })
    },
    async closeAll(code, reason) {
      draining = true
      await Promise.all([...lines.keys()].map((socket) => closeSocket(socket, code, reason)))
    },
  }
}

type Lines = ReadonlyMap<WebSocket, Line>

function openLine({ scopeFor }: DoorOptions, socket: WebSocket, request: IncomingMessage, lines: Lines): Line {
  return {
    requestId: randomUUID(),
    viewer: null,
    look: makeLook(scopeFor, request),
    leaving: [],
    cut: () => void closeSocket(socket, TRY_AGAIN_LATER, 'Read what you are sent, then subscribe again'),
    refuse() {
      socket.close(CloseCode.Unauthorized, 'Unauthorized')
      return false
    },
    refuseCrowd({ id }) {
      const crowd = [...lines.values()].filter(({ viewer }) => viewer?.id === id)
      if (crowd.length > MAX_SOCKETS) socket.close(CloseCode.TooManyInitialisationRequests, 'Too many connections')
      return crowd.length > MAX_SOCKETS
    },
  }
}

/** In place of the library's listener, which writes to the console what a client did wrong. */
function logErrors({ log }: DoorOptions, socket: WebSocket) {
  socket.removeAllListeners('error').on('error', (error) => log.debug({ err: error }, 'websocket failed'))
}
