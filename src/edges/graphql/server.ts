import { setMaxListeners } from 'node:events'
import type { Middleware } from 'koa'
import { Gauge, type Registry } from 'prom-client'
import type { SocketServer } from '../sockets.ts'
import { createEngine } from './execution/engine.ts'
import { createOperationRecorder } from './execution/operationMetrics.ts'
import { createSubscriptionLimit } from './execution/subscriptionLimit.ts'
import { graphSchema } from './schema.ts'
import { createHttpHandler, type GraphqlHandlerOptions } from './transport/httpHandler.ts'
import { createSocketServer } from './transport/websocket.ts'

export interface GraphqlServerOptions
  extends Omit<GraphqlHandlerOptions, 'schema' | 'recorder' | 'subscriptions' | 'engine' | 'closing'> {
  readonly metrics: Registry
}

/** Ends subscriptions over server-sent events by `closeAll`, too. */
export interface GraphqlServer extends SocketServer {
  /** Serves /graphql and passes on all other requests. */
  readonly middleware: Middleware
}

/** GraphQL over HTTP, server-sent events and websocket at /graphql. */
export function createGraphqlServer(options: GraphqlServerOptions): GraphqlServer {
  const closing = new AbortController()
  // Each subscription adds a listener, which Node would warn about.
  setMaxListeners(0, closing.signal)
  const base = {
    ...options,
    schema: graphSchema(),
    recorder: createOperationRecorder(options.log, options.metrics),
    subscriptions: createSubscriptionLimit(),
  }
  const handlerOptions = { ...base, engine: createEngine(base), closing: closing.signal }
  const sockets = createSocketServer(handlerOptions)
  countSockets(options.metrics, sockets.count)

  return {
    middleware: createHttpHandler(handlerOptions),
    upgrade: sockets.upgrade,
    async closeAll(code, reason) {
      // Sockets first: clients resubscribe after a closed socket, but not after an error of the subscription.
      const closed = sockets.closeAll(code, reason)
      closing.abort()
      await closed
    },
  }
}

function countSockets(registry: Registry, count: () => number) {
  const collect = function (this: Gauge) {
    this.set(count())
  }
  return new Gauge({ name: 'plaza_graphql_sockets', help: 'Open GraphQL websockets.', registers: [registry], collect })
}
