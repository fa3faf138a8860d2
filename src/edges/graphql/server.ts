import { setMaxListeners } from 'node:events'
import type Router from '@koa/router'
import { Gauge, type Registry } from 'prom-client'
import type { Log } from '../../kernel/log.ts'
import type { FindServe } from '../exchange.ts'
import { targetOf } from '../requestHead.ts'
import type { SocketServer } from '../webSocketLimits.ts'
import { createEngine, GRAPHQL_PATH } from './execution/engine.ts'
import { createOperationRecorder } from './execution/operationMetrics.ts'
import { createOperationRunner } from './execution/operationRunner.ts'
import { createSubscriptionLimit } from './execution/subscriptionLimit.ts'
import { MAX_EXECUTION } from './limits.ts'
import { graphSchema } from './schema.ts'
import { type GraphiqlOptions, graphiqlPage, isPageRequest } from './transport/graphiql.ts'
import { createHttpHandler, type GraphqlHandlerOptions } from './transport/httpHandler.ts'
import { createSocketServer } from './transport/websocket.ts'

interface GraphqlServerOptions
  extends Omit<GraphqlHandlerOptions, 'schema' | 'recorder' | 'operations' | 'subscriptions' | 'engine' | 'closing'> {
  readonly metrics: Registry
  /** Where operations are recorded. */
  readonly operationLog: Log
  /** Serves GraphiQL to browsers; null or left out: none is served. */
  readonly graphiql?: GraphiqlOptions | null
  /** Milliseconds that an operation may take; 10,000 by default. */
  readonly maxExecution?: number
}

/** Ends subscriptions over server-sent events by `closeAll`, too. */
export interface GraphqlServer extends SocketServer {
  /** Serves /graphql, but for the page. */
  readonly findServe: FindServe
  /** Serves GraphiQL; null if it is disabled. */
  readonly page: Router | null
}

/** GraphQL over HTTP, server-sent events and websocket at /graphql. */
export function createGraphqlServer(options: GraphqlServerOptions): GraphqlServer {
  const closing = new AbortController()
  // Each subscription adds a listener, which Node would warn about.
  setMaxListeners(0, closing.signal)
  const base = {
    ...options,
    schema: graphSchema(),
    recorder: createOperationRecorder(options.operationLog, options.metrics),
    operations: createOperationRunner({ gate: options.gate, maxExecution: options.maxExecution ?? MAX_EXECUTION }),
    subscriptions: createSubscriptionLimit(),
  }
  const handlerOptions = { ...base, engine: createEngine(base), closing: closing.signal }
  const sockets = createSocketServer(handlerOptions)
  const serve = createHttpHandler(handlerOptions)
  countSockets(options.metrics, sockets.count)

  return {
    findServe: (request) => {
      const isOperation = targetOf(request).path === GRAPHQL_PATH && !(options.graphiql && isPageRequest(request))
      return isOperation ? serve : null
    },
    page: options.graphiql ? graphiqlPage(options.graphiql) : null,
    upgrade: sockets.upgrade,
    async closeAll(how) {
      // Sockets first: clients resubscribe after a closed socket, but not after an error of the subscription.
      await sockets.closeAll(how)
      closing.abort()
    },
  }
}

function countSockets(registry: Registry, count: () => number) {
  const collect = function (this: Gauge) {
    this.set(count())
  }
  return new Gauge({ name: 'plaza_graphql_sockets', help: 'Open GraphQL websockets.', registers: [registry], collect })
}
