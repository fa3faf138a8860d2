import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CloseCode } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { EventBus } from '../../kernel/events.ts'
import type { Viewer } from '../../kernel/scope.ts'
import { isFinished } from './context.ts'
import { type DoorOptions, makeLook } from './door.ts'
import { MAX_BODY } from './limits.ts'
import { isAllowedOrigin } from './origins.ts'
import { type Line, socketOperations } from './socketOperations.ts'

export interface SocketOptions extends DoorOptions {
  readonly events: EventBus
}

export interface Sockets {
  /** Takes over an HTTP connection that asks for a websocket at /graphql. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket and accepts no more; resolves when the last has gone, by force after two seconds. */
  closeAll(code: number, reason: string): Promise<void>
  /** Open sockets, for the metrics. */
  count(): number
}

const TRY_AGAIN_LATER = 1013
/** Milliseconds for the other side to answer a close. */
const GRACE = 2_000

export function makeSockets(options: SocketOptions): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_BODY })
  const lines = new Map<WebSocket, Line>()
  let draining = false

  const lineOf = (socket: WebSocket) => {
    const line = lines.get(socket)
    if (!line) throw new Error('a socket without a line')
    return line
  }
  server.on('connection', (socket, request) => {
    const line = openLine(options, socket, request)
    lines.set(socket, line)
    socket.on('pong', () => line.alive())
    socket.once('close', () => lines.delete(socket))
  })
  useServer({ ...socketOperations(options, lineOf), isProd: true }, server)
  server.on('connection', (socket) => logErrors(options, socket))
  const stops = watchSessions(options, lines)

  return {
    count: () => lines.size,
    upgrade(request, socket, head) {
      if (draining) return turnAway(socket, '503 Service Unavailable')
      if (!isAllowedOrigin(request, options.allowedOrigins)) return turnAway(socket, '403 Forbidden')
      server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request))
    },
    async closeAll(code, reason) {
      draining = true
      for (const stop of stops) stop()
      await Promise.all([...lines.keys()].map((socket) => close(socket, code, reason)))
    },
  }
}

function openLine({ scopeFor }: SocketOptions, socket: WebSocket, request: IncomingMessage): Line {
  return {
    requestId: randomUUID(),
    viewer: null,
    look: makeLook(scopeFor, request),
    alive: () => {},
    cut: () => void close(socket, TRY_AGAIN_LATER, 'Read what you are sent, then subscribe again'),
    refuse: () => socket.close(CloseCode.Unauthorized, 'Unauthorized'),
  }
}

/** Ends the sockets of a session with it. Where announcements may have been missed, everybody is looked at again. */
function watchSessions({ events }: SocketOptions, lines: ReadonlyMap<WebSocket, Line>) {
  const owns = (line: Line, sessionId: string) => line.viewer?.sessionId === sessionId
  const recheck = async () => {
    for (const line of lines.values()) if (line.viewer && !(await isStill(line, line.viewer))) line.refuse()
  }
  return [
    events.listen('session.revoked', ({ subject }) => {
      for (const line of lines.values()) if (owns(line, subject)) line.refuse()
    }),
    events.listen('bus.gap', () => void recheck()),
  ]
}

async function isStill(line: Line, viewer: Viewer): Promise<boolean> {
  const { viewer: now } = await line.look({ quiet: true })
  return isFinished(now) && now.sessionId === viewer.sessionId
}

function close(socket: WebSocket, code: number, reason: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.terminate(), GRACE)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(code, reason)
  })
}

/** In place of the library's listener, which writes to the console what a client did wrong. */
function logErrors({ log }: SocketOptions, socket: WebSocket) {
  socket.removeAllListeners('error').on('error', (error) => log.debug({ err: error }, 'websocket failed'))
}

function turnAway(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
