import { setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Middleware } from 'koa'
import { Gauge, type Registry } from 'prom-client'
import type { SetCookie } from '../../contract/operation.ts'
import type { Log } from '../../kernel/log.ts'
import type { Live } from '../live/live.ts'
import { makeDoor, type ScopeFor } from './door.ts'
import { makeEngine } from './engine.ts'
import { makeRecorder } from './record.ts'
import { makeSchema } from './schema.ts'
import { makeSockets } from './socket.ts'

/** What the graph needs of the house. */
export interface GraphOptions {
  /**
   * The scope of whoever asks; its viewer may owe a second factor. Asked quietly when a request comes in, once more
   * when its operation begins, and quietly before each delivery of a subscription.
   */
  readonly scopeFor: ScopeFor
  /** The Set-Cookie header of a cookie. */
  readonly writeCookie: (cookie: SetCookie) => string
  /** Origins, like `https://plaza.example`, of pages that may act with the viewer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
  readonly isDatabaseDown: (error: unknown) => boolean
  readonly live: Live
  readonly log: Log
  readonly metrics: Registry
  /** The schema is shown to people with a session only, and messages don't hint at its names. */
  readonly production: boolean
  /** Milliseconds that an operation may take; 10,000 where nothing is said. */
  readonly maxExecution?: number
}

export interface Graph {
  /** Answers /graphql, and passes on everything else. */
  readonly middleware: Middleware
  /** Takes over a connection that asks for a websocket at /graphql. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends every websocket with the code, and every other subscription; accepts no more. Resolves when all have gone. */
  closeAll(code: number, reason: string): Promise<void>
}

/** The GraphQL door: HTTP and websocket at /graphql. */
export function makeGraph(options: GraphOptions): Graph {
  const closing = new AbortController()
  // Every subscription listens.
  setMaxListeners(0, closing.signal)
  const base = { ...options, schema: makeSchema(), recorder: makeRecorder(options.log, options.metrics) }
  const door = { ...base, engine: makeEngine(base), closing: closing.signal }
  const sockets = makeSockets(door)
  countSockets(options.metrics, sockets.count)

  return {
    middleware: makeDoor(door),
    upgrade: sockets.upgrade,
    async closeAll(code, reason) {
      // Sockets first: a subscriber whose socket closes subscribes again elsewhere, one that gets an error does not.
      const gone = sockets.closeAll(code, reason)
      closing.abort()
      await gone
    },
  }
}

function countSockets(registry: Registry, count: () => number) {
  const collect = function (this: Gauge) {
    this.set(count())
  }
  return new Gauge({ name: 'plaza_graphql_sockets', help: 'Open GraphQL websockets.', registers: [registry], collect })
}
