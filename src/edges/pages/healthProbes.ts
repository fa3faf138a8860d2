import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type Router from '@koa/router'
import type { Context } from 'koa'
import { Registry } from 'prom-client'
import { VERSION } from '../../version.ts'
import { pageRouter } from '../koa.ts'
import { clientInfoOf, type ProxyRules } from '../request.ts'
import { HttpError } from '../rest/errors.ts'

interface HealthProbeOptions {
  /** Reads the metrics in the text format of Prometheus. Null: /metrics is disabled. */
  readonly readMetrics: (() => Promise<string>) | null
  /** Whether a request may read the metrics. */
  readonly canReadMetrics: (request: IncomingMessage) => boolean
  /** Whether the server can serve requests; false while it starts and drains. */
  isReady(): Promise<boolean>
}

/** Serves /livez (the process responds), /readyz (it can serve requests), /version and /metrics, by any method. */
export function healthProbes({ readMetrics, canReadMetrics, isReady }: HealthProbeOptions): Router {
  const router = pageRouter()
  router.all('/livez', (ctx) => send(ctx, 200, 'ok'))
  router.all('/readyz', async (ctx) => ((await isReady()) ? send(ctx, 200, 'ready') : send(ctx, 503, 'not ready')))
  router.all('/version', (ctx) => {
    send(ctx, 200, JSON.stringify({ name: 'plaza', version: VERSION }))
    ctx.type = 'json'
  })
  if (readMetrics)
    router.all('/metrics', async (ctx) => {
      if (!canReadMetrics(ctx.req)) throw new HttpError(403, 'needs METRICS_TOKEN as bearer token')
      ctx.set('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
      send(ctx, 200, await readMetrics())
    })
  return router
}

function send(ctx: Context, status: number, text: string) {
  ctx.set('Cache-Control', 'no-store')
  ctx.status = status
  ctx.body = text
}

interface MetricsAccessOptions {
  /** The bearer token that gives access. */
  readonly token: string | undefined
  readonly proxies: ProxyRules
  /** In production the token is needed from this machine, too: a proxy on it may not tell that it forwards. */
  readonly production: boolean
}

/** Whether a request may read the metrics: it has the token or, outside production, comes from this machine. */
export const metricsAccess =
  ({ token, proxies, production }: MetricsAccessOptions) =>
  (request: IncomingMessage): boolean =>
    (!production && clientInfoOf(request, proxies, 'client').local) ||
    (token !== undefined && isEqualSecret(request.headers.authorization ?? '', `Bearer ${token}`))

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Compares in a time that tells nothing about the secret. */
const isEqualSecret = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret))
