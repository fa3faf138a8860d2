import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import cors from '@koa/cors'
import type { Context, Middleware } from 'koa'
import compress from 'koa-compress'
import helmet from 'koa-helmet'
import type { Registry } from 'prom-client'
import type { Log } from '../kernel/log.ts'
import { HttpError } from './rest/errors.ts'
import { type ErrorResponseOptions, sendError } from './rest/response.ts'

/** Security headers, CORS for the allowed origins, and compression. */
export function baseMiddleware(options: { allowedOrigins: ReadonlySet<string>; https: boolean }): Middleware[] {
  const { allowedOrigins, https } = options
  return [
    helmet({
      contentSecurityPolicy: {
        directives: { 'img-src': ["'self'", 'data:'], 'upgrade-insecure-requests': https ? [] : null },
      },
      strictTransportSecurity: https,
      // Downloads override it: the web frontend, which may be hosted on another site, embeds images.
      crossOriginResourcePolicy: { policy: 'same-origin' },
    }),
    cors({
      origin: (ctx) => (allowedOrigins.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
      credentials: true,
      exposeHeaders: ['X-Request-Id', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
      maxAge: 600,
    }),
    compress({ threshold: 1024, br: false }),
  ]
}

/** Answers unknown paths with 404, and thrown errors with the REST error envelope. */
export function errorHandler(options: ErrorResponseOptions): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (isUnhandled(ctx)) throw new HttpError(404, 'There is nothing at this address')
    } catch (error) {
      sendError(options, ctx, isExposedError(error) ? new HttpError(error.status, error.message) : error)
    }
  }
}

const isUnhandled = ({ status, body, respond }: Context) => status === 404 && body === undefined && respond !== false

/** Client errors of Koa's libraries, such as an undecodable path, whose message may be shown. */
const isExposedError = (error: unknown): error is Error & { status: number } =>
  error instanceof Error &&
  'expose' in error &&
  error.expose === true &&
  'status' in error &&
  typeof error.status === 'number'

export interface RequestMetrics {
  readonly requests: { inc(labels: { operation: string; method: string; status: number }): void }
  readonly duration: { observe(labels: { operation: string; method: string }, seconds: number): void }
}

const VALID_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

/** Assigns the request id, keeping a valid one of a proxy, and logs and counts each request once it has closed. */
export function requestLog(log: Log, metrics: RequestMetrics): Middleware {
  return (ctx, next) => {
    const startedAt = performance.now()
    const received = ctx.get('X-Request-Id')
    ctx.state.requestId = VALID_REQUEST_ID.test(received) ? received : randomUUID()
    ctx.set('X-Request-Id', ctx.state.requestId)
    ctx.res.once('close', () => recordRequest(log, metrics, ctx, performance.now() - startedAt))
    return next()
  }
}

function recordRequest(log: Log, metrics: RequestMetrics, ctx: Context, milliseconds: number) {
  const operation: string = ctx.state.operation ?? 'page'
  const { method } = ctx
  const status = ctx.res.statusCode
  metrics.requests.inc({ operation, method, status })
  metrics.duration.observe({ operation, method }, milliseconds / 1000)
  const fields = { requestId: ctx.state.requestId, operation, method, status, ms: Math.round(milliseconds * 10) / 10 }
  if (status >= 500) log.warn(fields, 'request')
  else log.info(fields, 'request')
}

export interface HealthProbeOptions {
  /** Null: /metrics is disabled. */
  readonly metrics: Registry | null
  /** Whether a request may read the metrics. */
  readonly canReadMetrics: (request: IncomingMessage) => boolean
  /** Whether the server can serve requests; false while it starts and drains. */
  isReady(): Promise<boolean>
}

/** Serves /livez (the process responds), /readyz (it can serve requests) and /metrics. */
export function healthProbes({ metrics, canReadMetrics, isReady }: HealthProbeOptions): Middleware {
  const pages: Readonly<Record<string, (ctx: Context) => Promise<void>>> = {
    '/livez': async (ctx) => send(ctx, 200, 'ok'),
    '/readyz': async (ctx) => ((await isReady()) ? send(ctx, 200, 'ready') : send(ctx, 503, 'not ready')),
    ...(metrics && {
      '/metrics': async (ctx) =>
        canReadMetrics(ctx.req) ? sendMetrics(ctx, metrics) : send(ctx, 403, 'needs METRICS_TOKEN as bearer token'),
    }),
  }
  return (ctx, next) => {
    if (!Object.hasOwn(pages, ctx.path)) return next()
    ctx.set('Cache-Control', 'no-store')
    return pages[ctx.path]?.(ctx)
  }
}

function send(ctx: Context, status: number, text: string) {
  ctx.status = status
  ctx.body = text
}

async function sendMetrics(ctx: Context, metrics: Registry) {
  ctx.set('Content-Type', metrics.contentType)
  ctx.body = await metrics.metrics()
}
