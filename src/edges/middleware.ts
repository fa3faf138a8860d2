import type { IncomingMessage } from 'node:http'
import cors from '@koa/cors'
import type Koa from 'koa'
import type { Context, Middleware } from 'koa'
import compress from 'koa-compress'
import { Registry } from 'prom-client'
import { lookUp } from '../kernel/lookUp.ts'
import { headRefusal } from './requestHead.ts'
import type { TraceRequest } from './requestLog.ts'
import { EXPOSED_HEADERS, type HeaderList } from './responseHeaders.ts'
import { COMPRESSED_FROM } from './rest/compression.ts'
import { HttpError } from './rest/errors.ts'
import { type ErrorResponseOptions, failResponse, sendError } from './rest/response.ts'

/** The headers of every response, CORS for the allowed origins, compression, and the refusal of malformed requests. */
export function baseMiddleware(options: { allowedOrigins: ReadonlySet<string>; headers: HeaderList }): Middleware[] {
  const { allowedOrigins, headers } = options
  return [
    setHeaders(headers),
    assertHead,
    cors({
      origin: (ctx) => (allowedOrigins.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
      credentials: true,
      exposeHeaders: EXPOSED_HEADERS,
      maxAge: 600,
    }),
    answerUnencoded,
    compress({ threshold: COMPRESSED_FROM, br: false }),
  ]
}

function setHeaders(headers: HeaderList): Middleware {
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.set(name, value)
    return next()
  }
}

const assertHead: Middleware = (ctx, next) => {
  const refusal = headRefusal(ctx.req)
  if (refusal) throw refusal
  return next()
}

/** Encodings that the compression can choose. */
const ENCODINGS = ['zstd', 'gzip', 'deflate', 'identity']

/** To a client that accepts no possible encoding the body is sent as it is (RFC 9110, 12.4.1): compression would fail. */
const answerUnencoded: Middleware = (ctx, next) => {
  if (ctx.acceptsEncodings(ENCODINGS) === false) ctx.compress = false
  return next()
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

/**
 * Answers what fails after all middleware, such as a body that can't be serialised, by the REST error envelope, and logs it
 * once. Koa would answer in plain text. A stream that fails as the body breaks off the connection, as its response has
 * begun.
 */
export function answerLateErrors({ context }: Koa, options: ErrorResponseOptions): void {
  /** Koa tells the failure of a stream, and then that of the response that it broke off. */
  const failed = new WeakSet<Context>()
  context.onerror = function (this: Context, error: Error | null | undefined) {
    if (!error || failed.has(this)) return
    failed.add(this)
    if (isFaultOfClient(error)) options.log.debug({ err: error }, 'request failed')
    else failResponse(options, this.res, { error, operation: this.state.operation })
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

/** Gives each request its id, and records it once it has closed. */
export function traceRequests(trace: TraceRequest): Middleware {
  return (ctx, next) => {
    ctx.state.requestId = trace(ctx.req, ctx.res, () => ctx.state.operation)
    ctx.set('X-Request-Id', ctx.state.requestId)
    return next()
  }
}

interface HealthProbeOptions {
  /** Reads the metrics in the text format of Prometheus. Null: /metrics is disabled. */
  readonly readMetrics: (() => Promise<string>) | null
  /** Whether a request may read the metrics. */
  readonly canReadMetrics: (request: IncomingMessage) => boolean
  /** Whether the server can serve requests; false while it starts and drains. */
  isReady(): Promise<boolean>
}

/** Serves /livez (the process responds), /readyz (it can serve requests) and /metrics. */
export function healthProbes({ readMetrics, canReadMetrics, isReady }: HealthProbeOptions): Middleware {
  const pages: Readonly<Record<string, (ctx: Context) => Promise<void>>> = {
    '/livez': async (ctx) => send(ctx, 200, 'ok'),
    '/readyz': async (ctx) => ((await isReady()) ? send(ctx, 200, 'ready') : send(ctx, 503, 'not ready')),
    ...(readMetrics && {
      '/metrics': async (ctx) => {
        if (!canReadMetrics(ctx.req)) throw new HttpError(403, 'needs METRICS_TOKEN as bearer token')
        sendMetrics(ctx, await readMetrics())
      },
    }),
  }
  return (ctx, next) => {
    const page = lookUp(pages, ctx.path)
    if (!page) return next()
    ctx.set('Cache-Control', 'no-store')
    return page(ctx)
  }
}

function send(ctx: Context, status: number, text: string) {
  ctx.status = status
  ctx.body = text
}

function sendMetrics(ctx: Context, text: string) {
  ctx.set('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE)
  ctx.body = text
}

const DISCONNECTS = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNABORTED']
/** Codes of Node's HTTP parser, as when a client sends less than it announced. */
const PARSER_ERROR = /^HPE_/

/** Whether the client closed the connection or sent no valid HTTP, which is no error of the server. */
const isFaultOfClient = ({ code = '' }: NodeJS.ErrnoException) => DISCONNECTS.includes(code) || PARSER_ERROR.test(code)
