import type { IncomingMessage } from 'node:http'
import accepts from 'accepts'
import type { ExecutionResult } from 'graphql'
import { BOUNDS } from '../../../kernel/bounds.ts'
import { Failure } from '../../../kernel/failure.ts'
import type { LiveUpdates } from '../../../live/live.ts'
import { type HttpExchange, releaseHeaders, type Serve, sendReply, setHeaders } from '../../exchange.ts'
import { isCrossSiteRequest, originNotAllowed, parseCookies } from '../../request.ts'
import { bodyText, hasJsonCharset, mediaTypeOf, readDecodedBody } from '../../requestBody.ts'
import type { RequestGate } from '../../requestGate.ts'
import type { HeaderList } from '../../responseHeaders.ts'
import { createConnectionLimit, watchSlowConsumer } from '../../webSocketLimits.ts'
import {
  cookieHeaders,
  createContext,
  type GraphContext,
  noUsage,
  type ScopeLookup,
  withOwnGetters,
} from '../context.ts'
import { asGraphQLError, formatResult, presentErrors } from '../errors.ts'
import type { Engine, EngineOptions } from '../execution/engine.ts'
import { recordOutcome } from '../execution/operationMetrics.ts'
import { documentTextOf } from '../execution/persistedDocuments.ts'
import { errorsOf, prepareOperation } from '../execution/preparedOperation.ts'
import { notAcceptable } from '../execution/refusalPlugin.ts'
import { tooManySubscriptions } from '../execution/subscriptionLimit.ts'
import { MAX_BATCH, MAX_BODY, MAX_STREAMS } from '../limits.ts'
import {
  acceptedParts,
  type GraphqlParams,
  httpStatusOf,
  parseGraphqlBody,
  responseMediaType,
} from './graphqlRequest.ts'

/**
 * Authenticates a request by the token passed last or else by its `auth` cookie. Called with `skipTouch` for each request
 * and each event of a subscription, and without it when an operation begins.
 */
export type OpenScopeLookup = (request: IncomingMessage, requestId: string) => ScopeLookup

export interface GraphqlHandlerOptions extends EngineOptions {
  readonly engine: Engine
  readonly gate: RequestGate
  readonly openScopeLookup: OpenScopeLookup
  readonly live: LiveUpdates
  /** Origins, like `https://plaza.example`, whose pages may use the viewer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
  /** Fires when the server drains. */
  readonly closing: AbortSignal
}

/** With the value 1, results tell in `extensions.cost` what the operation costs. */
const COST_HEADER = 'x-plaza-cost'
/** The id of the `Viewer` as whom the client takes itself. */
const VIEWER_HEADER = 'x-plaza-viewer'

const BAD_REQUEST = 400
const FORBIDDEN = 403
const NOT_ACCEPTABLE = 406
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

/** The name of all operations in the log of requests and in metrics. */
const OPERATION_LABEL = 'graphql'

/** Serves requests to /graphql, but for pages. Yoga's HTTP layer handles streams, batches and GET requests. */
export function createHttpHandler(handlerOptions: GraphqlHandlerOptions): Serve {
  const options = {
    ...handlerOptions,
    acquireStream: createConnectionLimit(MAX_STREAMS),
  }
  return (exchange) => serveOperation(options, exchange)
}

const NOT_STORED = [['Cache-Control', 'no-store']] as const

async function serveOperation(options: HttpHandlerOptions, exchange: HttpExchange): Promise<void> {
  const { request } = exchange
  exchange.operation = OPERATION_LABEL
  setHeaders(exchange, NOT_STORED)
  if (isCrossSiteRequest(request, options.allowedOrigins))
    return sendError(options, exchange, originNotAllowed(), FORBIDDEN)
  try {
    await options.gate.admit(exchange)
    await answer(options, exchange, await contextOf(options, exchange))
  } catch (error) {
    await sendError(options, exchange, error, statusOf(error))
  }
}

/** The status of an error that was thrown before there was an operation. */
function statusOf(error: unknown): number {
  if (!(error instanceof Failure)) return UNAVAILABLE
  if (error.kind === 'exhausted') return TOO_MANY
  if (error.kind !== 'invalid') return UNAVAILABLE
  return error.reason === 'unsupported_media_type' ? UNSUPPORTED_MEDIA_TYPE : BAD_REQUEST
}

interface HttpHandlerOptions extends GraphqlHandlerOptions {
  readonly acquireStream: (userId: string) => (() => void) | null
}

async function contextOf(options: HttpHandlerOptions, { request, requestId }: HttpExchange): Promise<GraphContext> {
  const lookUpScope = options.openScopeLookup(request, requestId)
  const connection = {
    closing: options.closing,
    lookUpScope,
    cookies: (name: string) => parseCookies(request.headers.cookie).get(name) ?? [],
    disconnect: () => destroySocket(request),
    expectedViewer: request.headers[VIEWER_HEADER]?.toString(),
    reportsCost: request.headers[COST_HEADER] === '1',
    usage: noUsage(),
  }
  return createContext({ requestId, scope: await lookUpScope({ skipTouch: true }), connection, live: options.live })
}

async function answer(options: HttpHandlerOptions, exchange: HttpExchange, context: GraphContext): Promise<void> {
  const { request } = exchange
  const accepted = acceptedParts(request.headers.accept ?? '*/*')
  if (accepted.length === 0) return sendError(options, exchange, notAcceptable(), NOT_ACCEPTABLE)
  // Yoga would repeat what it is given in the headers of a refusal.
  if (request.headers.accept !== undefined) request.headers.accept = accepted.join(',')
  if (request.method !== 'POST') return handleWithYoga(options, exchange, context)
  if (!BODY_TYPES.has(bodyTypeOf(request)))
    return sendError(options, exchange, unsupportedMediaType(), UNSUPPORTED_MEDIA_TYPE)
  return answerPost(options, exchange, context, responseMediaType(accepted))
}

const JSON_TYPE = 'application/json'
const BODY_TYPES = new Set([JSON_TYPE, 'application/graphql+json'])

/** The media type of a body in a charset of JSON; empty for another charset. A missing body counts as one of JSON. */
function bodyTypeOf({ headers }: IncomingMessage): string {
  const isMissing = headers['transfer-encoding'] === undefined && headers['content-length'] === undefined
  if (!hasJsonCharset(headers['content-type'])) return ''
  return isMissing ? JSON_TYPE : mediaTypeOf(headers['content-type'])
}

/** `type`: the media type of the response; null if Yoga has to choose it. */
async function answerPost(
  options: HttpHandlerOptions,
  exchange: HttpExchange,
  context: GraphContext,
  type: string | null,
): Promise<void> {
  const { request } = exchange
  const isJson = bodyTypeOf(request) === JSON_TYPE
  const body = await readDecodedBody(request, context.scope.viewer ? MAX_BODY : BOUNDS.anonymousBodyBytes.most)
  if (!body) return sendError(options, exchange, bodyTooLarge(), TOO_LARGE)
  const { params: parsed, size } = parseGraphqlBody(body)
  if (size > MAX_BATCH) return sendBatchError(options, exchange, { size, type })
  const params = isJson ? parsed : null
  // Yoga's hooks read the method and the operation from its server context.
  const yogaContext = Object.assign(context, { params, request: YOGA_REQUEST })
  const result = type && params && (await runOperation(options, yogaContext, params))
  if (result) return sendResult(options, exchange, { context: yogaContext, result, type })
  Object.assign(request, { body: Buffer.from(bodyText(body)) })
  // Yoga compares the name of the type to the letter.
  if (isJson) request.headers['content-type'] = JSON_TYPE
  return handleWithYoga(options, exchange, context)
}

const YOGA_REQUEST = { method: 'POST' }

/** Null for a subscription, whose stream Yoga sends, and for a request that names no document, which Yoga refuses. */
async function runOperation(
  { engine, documents = null }: HttpHandlerOptions,
  context: GraphContext,
  params: GraphqlParams,
): Promise<ExecutionResult | null> {
  const { operationName, variables: variableValues } = params
  try {
    const text = documentTextOf(documents, params)
    if (text === undefined) return null
    const { chain, document, type } = prepareOperation(engine, context, { text, operationName })
    if (type === 'subscription') return null
    const contextValue = await chain.contextFactory()
    return await chain.execute({ schema: chain.schema, document, contextValue, variableValues, operationName })
  } catch (error) {
    return { errors: errorsOf(error) }
  }
}

/** Destroys the socket itself: destroying a fully read request would leave it open. */
const destroySocket = ({ socket }: IncomingMessage) => socket.destroy()

async function handleWithYoga(options: HttpHandlerOptions, exchange: HttpExchange, context: GraphContext) {
  const { request, response } = exchange
  const { viewer } = context.scope
  const release = viewer ? reserveStream(options, request, viewer.id) : () => {}
  if (release instanceof Failure) return sendError(options, exchange, release, TOO_MANY)
  response.once('close', release)
  releaseHeaders(exchange)
  const stop = watchSlowConsumer(request.socket, () => destroySocket(request))
  await options.engine.handle(request, response, withOwnGetters(context))
  response.once('close', stop)
  if (response.closed) stop()
}

/** Reserves the stream of a response. Returns the function that releases it, or the refusal. */
function reserveStream({ acquireStream, subscriptions }: HttpHandlerOptions, request: IncomingMessage, userId: string) {
  const isEventStream = accepts(request).type(['json', 'text/event-stream']) === 'text/event-stream'
  if (isEventStream && subscriptions.isReached(userId)) return tooManySubscriptions()
  return acquireStream(userId) ?? tooManyStreams()
}

interface Outcome {
  readonly context: GraphContext
  readonly result: ExecutionResult
  readonly type: string
}

function sendResult(options: GraphqlHandlerOptions, exchange: HttpExchange, { context, result, type }: Outcome) {
  const presented = presentErrors(options, result, context.requestId)
  recordOutcome(options.recorder, context, presented)
  const cookies = cookieHeaders(context.cookies, options.writeCookie)
  const headers: HeaderList = [...cookies, ...retryAfterOf(presented), typeHeader(type)]
  const body = JSON.stringify(formatResult(presented))
  return sendReply(exchange, { status: httpStatusOf(presented, type), headers, body })
}

const typeHeader = (type: string | null) => ['Content-Type', `${type ?? JSON_TYPE}; charset=utf-8`] as const

/** Responds to a request that fails before there is an operation. */
function sendError(options: GraphqlHandlerOptions, exchange: HttpExchange, error: unknown, status: number) {
  const result = presentErrors(options, { errors: [asGraphQLError(error)] }, exchange.requestId)
  const headers = [...retryAfterOf(result), typeHeader(null)]
  return sendReply(exchange, { status, headers, body: JSON.stringify(formatResult(result)) })
}

interface Batch {
  /** Number of operations. */
  readonly size: number
  readonly type: string | null
}

/** Errors that are told one by one: links of clients don't send larger batches. */
const MAX_BATCH_ERRORS = 100

/** Responds to a batch that is too large with one error for each operation, which links of clients can tell apart. */
function sendBatchError(options: GraphqlHandlerOptions, exchange: HttpExchange, { size, type }: Batch) {
  const errors = [asGraphQLError(batchTooLarge())]
  const result = formatResult(presentErrors(options, { errors }, exchange.requestId))
  const results = Array.from({ length: Math.min(size, MAX_BATCH_ERRORS) }, () => result)
  return sendReply(exchange, { status: TOO_LARGE, headers: [typeHeader(type)], body: JSON.stringify(results) })
}

/** Tells by header, too, when a refused operation can succeed. */
function retryAfterOf({ errors = [] }: ExecutionResult): HeaderList {
  const seconds = errors.map(({ extensions }) => extensions.retryAfter).find((value) => typeof value === 'number')
  return seconds === undefined ? [] : [['Retry-After', String(seconds)]]
}
