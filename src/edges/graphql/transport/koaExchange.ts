import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import { hasJsonCharset } from '../../mediaTypes.ts'
import type { BodyType, HttpExchange } from './exchange.ts'

/** The exchange of a request that Koa serves. */
export function koaExchange(ctx: Context): HttpExchange {
  const requestId = ctx.response.get('X-Request-Id') || randomUUID()
  ctx.set('X-Request-Id', requestId)
  return {
    request: ctx.req,
    response: ctx.res,
    requestId,
    bodyType: bodyTypeOf(ctx),
    setHeaders: (headers) => ctx.set(Object.fromEntries(headers)),
    addCookie: (cookie) => ctx.append('Set-Cookie', cookie),
    send(status, contentType, body) {
      ctx.status = status
      ctx.set('Content-Type', contentType)
      ctx.body = body
    },
    release() {
      ctx.respond = false
    },
  }
}

/** A request without a body counts as one of JSON. */
function bodyTypeOf(ctx: Context): BodyType {
  if (!hasJsonCharset(ctx.headers['content-type'])) return 'other'
  if (ctx.is('application/json') !== false) return 'json'
  return ctx.is('application/graphql+json') === false ? 'other' : 'graphql+json'
}
