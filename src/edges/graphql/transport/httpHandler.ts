import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ExecutionResult } from 'graphql'
import type { Context, Middleware, Next } from 'koa'
import { BOUNDS } from '../../../kernel/bounds.ts'
import { Failure } from '../../../kernel/failure.ts'
import { addToSet } from '../../../kernel/maps.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { LiveUpdates } from '../../../live/live.ts'
import { hasJsonCharset } from '../../mediaTypes.ts'
import { isCrossSiteRequest, originNotAllowed, parseCookies, readBodyBytes } from '../../request.ts'
import { watchSlowConsumer } from '../../sockets.ts'
import { createContext, type GraphContext, type ScopeLookup, type ScopeLookupOptions } from '../context.ts'
import { asGraphQLError, formatResult, presentErrors } from '../errors.ts'
import { type Engine, type EngineOptions, GRAPHQL_PATH } from '../execution/engine.ts'
import { recordOutcome } from '../execution/operationMetrics.ts'
import { tooManySubscriptions } from '../execution/subscriptionLimit.ts'
import { MAX_BATCH, MAX_BODY, MAX_STREAMS } from '../limits.ts'
import { executeFastPath, httpStatusOf, parseGraphqlBody, responseMediaType } from './fastPath.ts'
import { type GraphiqlOptions, graphiqlHandler } from './graphiql.ts'

/** Limits the concurrent streams of each user. Returns the function that releases one, or null if the limit is reached. */
function createConnectionLimit(limit: number) {
  const open = new Map<string, Set<symbol>>()
  return (userId: string) => ((open.get(userId)?.size ?? 0) < limit ? addToSet(open, userId, Symbol(userId)) : null)
}

/**
 * Authenticates a request by its `auth` cookie, or by the token in its options. Called with `skipTouch` for each request
 * and each event of a subscription, and without it when an operation begins.
 */
export type ResolveScope = (request: IncomingMessage, options: ScopeLookupOptions) => Promise<Scope>

export interface GraphqlHandlerOptions extends EngineOptions {
  readonly engine: Engine
  readonly scopeFor: ResolveScope
  readonly live: LiveUpdates
  /** Origins, like `https://plaza.example`, whose pages may use the viewer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
  /** Fires when the server drains. */
  readonly closing: AbortSignal
  /** Serves GraphiQL to browsers; null or left out: none is served. */
  readonly graphiql?: GraphiqlOptions | null
}

/** With the value 1, results tell in `extensions.cost` what the operation costs. */
const COST_HEADER = 'X-Plaza-Cost'

const FORBIDDEN = 403
const TOO_LARGE = 413
const UNSUPPORTED_MEDIA_TYPE = 415
const TOO_MANY = 429
const UNAVAILABLE = 503

const tooManyStreams = () =>
  new Failure('exhausted', `At most ${MAX_STREAMS} streams at a time`, { reason: 'too_many_streams' })
const bodyTooLarge = () => new Failure('invalid', 'Request body too large', { reason: 'too_large' })
const batchTooLarge = () =>
  new Failure('invalid', `A batch has at most ${MAX_BATCH} operations`, { reason: 'batch_too_large' })
const unsupportedMediaType = () =>
  new Failure('invalid', 'The body must be application/json in UTF-8', { reason: 'unsupported_media_type' })

/** Serves /graphql: plain JSON operations by the fast path, all else by Yoga. */
export function createHttpHandler(handlerOptions: GraphqlHandlerOptions): Middleware {
  const options = { ...handlerOptions, acquireStream: createConnectionLimit(MAX_STREAMS) }
  const graphiql = options.graphiql && graphiqlHandler(options.graphiql)
  return async (ctx: Context, next: Next) => {
    if (ctx.path !== GRAPHQL_PATH) return next()
    if (graphiql && isPageRequest(ctx)) return graphiql(ctx)
    return serveOperation(options, ctx)
  }
}

async function serveOperation(options: HttpHandlerOptions, ctx: Context): Promise<void> {
  const requestId = ctx.response.get('X-Request-Id') || randomUUID()
  ctx.set('X-Request-Id', requestId)
  ctx.set('Cache-Control', 'no-store')
  ctx.state.operation = 'graphql'
  if (isCrossSiteRequest(ctx.req, options.allowedOrigins)) return sendError(options, ctx, originNotAllowed(), FORBIDDEN)
  try {
    await options.gate.admit(ctx)
    await answer(options, ctx, await contextOf(options, ctx, requestId))
  } catch (error) {
    const isRefused = error instanceof Failure && error.kind === 'exhausted'
    sendError(options, ctx, error, isRefused ? TOO_MANY : UNAVAILABLE)
  }
}

/** Whether a browser asks for a page. */
const isPageRequest = (ctx: Context) => ctx.method === 'GET' && ctx.accepts('json', 'html') === 'html'

interface HttpHandlerOptions extends GraphqlHandlerOptions {
  readonly acquireStream: (userId: string) => (() => void) | null
}

async function contextOf(options: HttpHandlerOptions, ctx: Context, requestId: string): Promise<GraphContext> {
  const lookUpScope = createScopeLookup(options.scopeFor, ctx.req)
  const cookie = (name: string) => parseCookies(ctx.headers.cookie)[name]
  const connection = {
    closing: options.closing,
    lookUpScope,
    cookie,
    disconnect: () => destroySocket(ctx),
    reportsCost: ctx.get(COST_HEADER) === '1',
  }
  return createContext({ requestId, scope: await lookUpScope({ skipTouch: true }), connection, live: options.live })
}

/** Authenticates the client of a request, by the token passed last or else by the request's cookie. */
export function createScopeLookup(scopeFor: ResolveScope, request: IncomingMessage): ScopeLookup {
  let latest: ScopeLookupOptions = {}
  return (options = {}) => {
    if (options.token !== undefined) latest = { token: options.token }
    return scopeFor(request, { ...latest, ...options })
  }
}

async function answer(options: HttpHandlerOptions, ctx: Context, context: GraphContext): Promise<void> {
  if (ctx.method !== 'POST') return handleWithYoga(options, ctx, context)
  if (!isJson(ctx)) return sendError(options, ctx, unsupportedMediaType(), UNSUPPORTED_MEDIA_TYPE)
  const { viewer } = context.scope
  const body = await readBodyBytes(ctx.req, viewer ? MAX_BODY : BOUNDS.anonymousBodyBytes.most)
  if (!body) return sendError(options, ctx, bodyTooLarge(), TOO_LARGE)
  const type = responseMediaType(ctx.req.headers.accept)
  const { params: parsed, size } = parseGraphqlBody(body)
  if (size > MAX_BATCH) return sendBatchError(options, ctx, { size, type })
  const params = ctx.is('application/json') === false ? null : parsed
  // Yoga's hooks read the method and the operation from its server context.
  const yogaContext = Object.assign(context, { params, request: { method: 'POST' } })
  const result = type && params && (await executeFastPath(options, yogaContext, params))
  if (result) return send(options, ctx, { context: yogaContext, result, type })
  Object.assign(ctx.req, { body })
  return handleWithYoga(options, ctx, context)
}

/** Whether the body, if there is one, is JSON in a charset of JSON. */
const isJson = (ctx: Context) =>
  ctx.is('application/json', 'application/graphql+json') !== false && hasJsonCharset(ctx.headers['content-type'])

/** Destroys the socket itself: destroying a fully read request would leave it open. */
const destroySocket = ({ req }: Context) => req.socket.destroy()

async function handleWithYoga(options: HttpHandlerOptions, ctx: Context, context: GraphContext): Promise<void> {
  const { viewer } = context.scope
  const release = viewer ? reserveStream(options, ctx, viewer.id) : () => {}
  if (release instanceof Failure) return sendError(options, ctx, release, TOO_MANY)
  ctx.res.once('close', release)
  ctx.respond = false
  const stop = watchSlowConsumer(ctx.req.socket, () => destroySocket(ctx))
  await options.engine.handle(ctx.req, ctx.res, context)
  ctx.res.once('close', stop)
  if (ctx.res.closed) stop()
}

/** Reserves the stream of a response. Returns the function that releases it, or the refusal. */
function reserveStream({ acquireStream, subscriptions }: HttpHandlerOptions, ctx: Context, userId: string) {
  const isEventStream = ctx.accepts('json', 'text/event-stream') === 'text/event-stream'
  if (isEventStream && subscriptions.isReached(userId)) return tooManySubscriptions()
  return acquireStream(userId) ?? tooManyStreams()
}

interface Outcome {
  readonly context: GraphContext
  readonly result: ExecutionResult
  readonly type: string
}

function send(options: GraphqlHandlerOptions, ctx: Context, { context, result, type }: Outcome) {
  const presented = presentErrors(options, result, context.requestId)
  recordOutcome(options.recorder, context, presented)
  for (const cookie of context.cookies) ctx.append('Set-Cookie', options.writeCookie(cookie))
  setRetryAfter(ctx, presented)
  ctx.status = httpStatusOf(presented, type)
  ctx.set('Content-Type', `${type}; charset=utf-8`)
  ctx.body = JSON.stringify(formatResult(presented))
}

/** Responds to a request that fails before there is an operation. */
function sendError(options: GraphqlHandlerOptions, ctx: Context, error: unknown, status: number) {
  const result = presentErrors(options, { errors: [asGraphQLError(error)] }, ctx.response.get('X-Request-Id'))
  setRetryAfter(ctx, result)
  ctx.status = status
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = JSON.stringify(formatResult(result))
}

interface Batch {
  /** Number of operations. */
  readonly size: number
  readonly type: string | null
}

/** Errors that are told one by one: links of clients don't send larger batches. */
const MAX_BATCH_ERRORS = 100

/** Responds to a batch that is too large with one error for each operation, which links of clients can tell apart. */
function sendBatchError(options: GraphqlHandlerOptions, ctx: Context, { size, type }: Batch) {
  const errors = [asGraphQLError(batchTooLarge())]
  const result = formatResult(presentErrors(options, { errors }, ctx.response.get('X-Request-Id')))
  ctx.status = TOO_LARGE
  ctx.set('Content-Type', `${type ?? 'application/json'}; charset=utf-8`)
  ctx.body = JSON.stringify(Array.from({ length: Math.min(size, MAX_BATCH_ERRORS) }, () => result))
}

/** Tells by header, too, when a refused operation can succeed. */
function setRetryAfter(ctx: Context, { errors = [] }: ExecutionResult) {
  const seconds = errors.map(({ extensions }) => extensions.retryAfter).find((value) => typeof value === 'number')
  if (seconds !== undefined) ctx.set('Retry-After', String(seconds))
}
