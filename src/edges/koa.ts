import Router from '@koa/router'
import Koa, { type Context, type Middleware } from 'koa'
import { type ExchangeOptions, releaseHeaders, sendReply, serveExchange } from './exchange.ts'
import { HttpError } from './rest/errors.ts'

/**
 * Makes a Koa that serves over exchanges, which become the state of its contexts. Its middleware sets status, headers and
 * a body of text or bytes, or throws; where it does nothing, the answer is 404.
 */
export function createKoa(options: ExchangeOptions): Koa {
  const koa = new Koa()
  koa.use(answerByExchange(options))
  // Exchanges answer what middleware throws, so this is an error of the connection.
  koa.context.onerror = function (this: Context, error: Error | null | undefined) {
    if (!error) return
    options.log.debug({ err: error }, 'request failed')
    this.res.destroy()
  }
  return koa
}

const answerByExchange =
  (options: ExchangeOptions): Middleware =>
  (ctx, next) =>
    serveExchange(options, [ctx.req, ctx.res], async (exchange) => {
      ctx.state = exchange
      releaseHeaders(exchange)
      await next().catch(throwHttpError)
      if (ctx.status === 404 && ctx.body === undefined) throw new HttpError(404, 'There is nothing at this address')
      await sendReply(exchange, { status: ctx.status, headers: [], body: contentOf(ctx.body) })
    })

function contentOf(body: unknown): string | Buffer | null {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body
  throw new TypeError('the body of a page is neither text nor bytes')
}

function throwHttpError(error: unknown): never {
  throw isExposedError(error) ? new HttpError(error.status, error.message) : error
}

/** Client errors of Koa's libraries, such as a form that is too large, whose message may be shown. */
const isExposedError = (error: unknown): error is Error & { status: number } =>
  error instanceof Error &&
  'expose' in error &&
  error.expose === true &&
  'status' in error &&
  typeof error.status === 'number'

/** A router of pages. Their addresses are exact, and HEAD is served like GET. */
export const pageRouter = () => new Router({ sensitive: true, strict: true })
