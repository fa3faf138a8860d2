import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ExecutionResult } from 'graphql'
import type { Context, Middleware, Next } from 'koa'
import { Failure } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { readBytes } from '../bytes.ts'
import { readCookies } from '../cookies.ts'
import type { Live } from '../live/live.ts'
import { watchStalled } from '../stalled.ts'
import { parseParams } from './body.ts'
import { type GraphContext, type Look, type Manner, openContext } from './context.ts'
import { type Crowd, makeCrowd } from './crowd.ts'
import { ENDPOINT, type Engine, type EngineOptions } from './engine.ts'
import { asGraphQLError, formatted, presented } from './failure.ts'
import { executeLean, mediaType, statusOf } from './lean.ts'
import { MAX_BODY, MAX_SOCKETS } from './limits.ts'
import { isForged } from './origins.ts'
import { makeGraphiQL } from './page.ts'
import { settle } from './record.ts'

/** Who asks and from where, by the `auth` cookie of the request or the token in its place. */
export type ScopeFor = (request: IncomingMessage, manner: Manner) => Promise<Scope>

/** What the way in needs of the house around it. */
export interface DoorOptions extends EngineOptions {
  readonly engine: Engine
  readonly scopeFor: ScopeFor
  readonly live: Live
  /** Origins of pages that may act with the viewer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
  /** Fires when the server drains. */
  readonly closing: AbortSignal
}

const FORBIDDEN = 403
const TOO_LARGE = 413
const TOO_MANY = 429
const UNAVAILABLE = 503

const foreign = () => new Failure('forbidden', 'Origin not allowed', { code: 'origin' })
const tooMany = () => new Failure('exhausted', `At most ${MAX_SOCKETS} streams at a time`, { code: 'too_many_streams' })
const tooLarge = () => new Failure('invalid', 'Request body too large', { code: 'too_large' })

/** Answers everything at /graphql: plain JSON operations by the lean way, all else by Yoga. */
export function makeDoor(given: DoorOptions): Middleware {
  const options = { ...given, crowd: makeCrowd(MAX_SOCKETS) }
  const graphiql = makeGraphiQL()
  return async (ctx: Context, next: Next) => {
    if (ctx.path !== ENDPOINT) return next()
    if (ctx.method === 'GET' && ctx.accepts('json', 'html') === 'html') return graphiql(ctx)
    const requestId = ctx.response.get('X-Request-Id') || randomUUID()
    ctx.set('X-Request-Id', requestId)
    ctx.set('Cache-Control', 'no-store')
    ctx.state.operation = 'graphql'
    if (isForged(ctx.req, options.allowedOrigins)) return refuse(options, ctx, foreign(), FORBIDDEN)
    try {
      await answer(options, ctx, await contextOf(options, ctx, requestId))
    } catch (error) {
      refuse(options, ctx, error, UNAVAILABLE)
    }
  }
}

interface Door extends DoorOptions {
  readonly crowd: Crowd
}

async function contextOf(options: Door, ctx: Context, requestId: string): Promise<GraphContext> {
  const look = makeLook(options.scopeFor, ctx.req)
  const cookie = (name: string) => readCookies(ctx.headers.cookie)[name]
  const connection = { closing: options.closing, look, cookie, cut: () => cut(ctx) }
  return openContext({ requestId, scope: await look({ quiet: true }), connection, live: options.live })
}

/** Remembers the last token that was named: the request's cookie is older. */
export function makeLook(scopeFor: ScopeFor, request: IncomingMessage): Look {
  let known: Manner = {}
  return (manner = {}) => {
    if (manner.token !== undefined) known = { token: manner.token }
    return scopeFor(request, { ...known, ...manner })
  }
}

async function answer(options: Door, ctx: Context, context: GraphContext): Promise<void> {
  if (ctx.method !== 'POST' || ctx.is('application/json') === false) return byYoga(options, ctx, context)
  const body = await readBytes(ctx.req, MAX_BODY)
  if (!body) return refuse(options, ctx, tooLarge(), TOO_LARGE)
  const type = mediaType(ctx.req.headers.accept)
  const params = parseParams(body)
  // Yoga's hooks look at the method, and at the operation that is meant.
  const own = { ...context, params, request: { method: 'POST' } }
  const result = type && params && (await executeLean(options.engine, own, params))
  if (result) return send(options, ctx, { context: own, result, type })
  Object.assign(ctx.req, { body })
  return byYoga(options, ctx, context)
}

/** Ends the line itself: a request that was read to its end leaves it alone when it is destroyed. */
const cut = ({ req }: Context) => req.socket.destroy()

async function byYoga(options: Door, ctx: Context, context: GraphContext): Promise<void> {
  const { viewer } = context.scope
  const leave = viewer ? options.crowd.enter(viewer.id) : () => {}
  if (!leave) return refuse(options, ctx, tooMany(), TOO_MANY)
  ctx.res.once('close', leave)
  ctx.respond = false
  const stop = watchStalled(ctx.req.socket, () => cut(ctx))
  await options.engine.handle(ctx.req, ctx.res, context)
  ctx.res.once('close', stop)
  if (ctx.res.closed) stop()
}

interface Answer {
  readonly context: GraphContext
  readonly result: ExecutionResult
  readonly type: string
}

function send(options: DoorOptions, ctx: Context, { context, result, type }: Answer) {
  const shown = presented(options, result, context.requestId)
  settle(options.recorder, context, shown)
  for (const cookie of context.cookies) ctx.append('Set-Cookie', options.writeCookie(cookie))
  ctx.status = statusOf(shown, type)
  ctx.set('Content-Type', `${type}; charset=utf-8`)
  ctx.body = JSON.stringify(formatted(shown))
}

/** Turns a request away before there is an operation. */
function refuse(options: DoorOptions, ctx: Context, error: unknown, status: number) {
  const result = { errors: [asGraphQLError(error)] }
  ctx.status = status
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = JSON.stringify(formatted(presented(options, result, ctx.response.get('X-Request-Id'))))
}
