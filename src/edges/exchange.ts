import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { activeTracer } from '../kernel/tracer.ts'
import { compressedText } from './compression.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { headRefusal } from './requestHead.ts'
import type { TraceRequest } from './requestLog.ts'
import type { HeaderList } from './responseHeaders.ts'
import { type ErrorReplyOptions, errorReply } from './rest/errors.ts'

export interface ExchangeOptions extends ErrorReplyOptions {
  readonly trace: TraceRequest
  /** Headers of every response. */
  readonly headers: HeaderList
  /** Origins whose pages may use the viewer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
}

/** A request and the response to it. */
export interface HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** Headers that the response has whatever is answered. */
  headers: HeaderList
  /** The name of the operation for the log and the metrics; undefined for a page. */
  operation: string | undefined
}

/** Answers a request. */
export type Serve = (exchange: HttpExchange) => Promise<void>

/** Finds what serves a request; null for a request that is served elsewhere. */
export type FindServe = (request: IncomingMessage) => Serve | null

/** Begins the exchange of a request and serves it. What is thrown is answered by the error envelope. */
export function serveExchange(
  options: ExchangeOptions,
  [request, response]: readonly [IncomingMessage, ServerResponse],
  serve: Serve,
): Promise<void> {
  const tracer = activeTracer()
  if (!tracer) return serveUntraced(options, [request, response], serve)
  const { traceparent } = request.headers
  const span = tracer.start('HTTP', {
    kind: 'server',
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  })
  return tracer.within(span, () => serveUntraced(options, [request, response], serve))
}

async function serveUntraced(
  options: ExchangeOptions,
  [request, response]: readonly [IncomingMessage, ServerResponse],
  serve: Serve,
): Promise<void> {
  const requestId = options.trace(request, response, () => exchange.operation)
  // What the log tells of a request whose client leaves before the response.
  response.statusCode = 404
  const cors = corsHeaders(options.allowedOrigins, request)
  const headers: HeaderList = [['X-Request-Id', requestId], ...options.headers, ...cors]
  const exchange: HttpExchange = { request, response, requestId, headers, operation: undefined }
  try {
    await serve(exchange)
  } catch (error) {
    await sendError(options, exchange, error)
  }
}

/** Serves what needs no more than the head of a request: refuses a malformed one, and answers preflight requests. */
export const serveByHead =
  ({ allowedOrigins }: Pick<ExchangeOptions, 'allowedOrigins'>): FindServe =>
  (request) => {
    const refusal = headRefusal(request)
    if (refusal) return () => Promise.reject(refusal)
    const headers = preflightHeaders(allowedOrigins, request)
    return headers && ((exchange) => sendReply(exchange, { status: 204, headers, body: null }))
  }

/** Adds headers; they replace those of the same names. */
export function setHeaders(exchange: HttpExchange, added: HeaderList): void {
  exchange.headers = [...withoutNamesOf(exchange.headers, added), ...added]
}

const withoutNamesOf = (headers: HeaderList, others: HeaderList) =>
  headers.filter(([name]) => !others.some(([other]) => other === name))

/** Sets the headers so far at the response itself, for code that changes or sends them there. */
export function releaseHeaders(exchange: HttpExchange): void {
  for (const [name, value] of exchange.headers) exchange.response.setHeader(name, value)
  exchange.headers = []
}

export interface Reply {
  readonly status: number
  readonly headers: HeaderList
  /** A text is compressed if the client accepts that; the length of a stream is one of the headers. Null for none. */
  readonly body: string | Buffer | NodeJS.ReadableStream | null
}

/** Sends a response. Sends nothing when the client has left. */
export async function sendReply(exchange: HttpExchange, { status, headers, body }: Reply): Promise<void> {
  const { request, response } = exchange
  const all = alternating(withoutNamesOf(exchange.headers, headers), headers)
  if (isStream(body)) {
    response.writeHead(status, all)
    return pipeline(body, response)
  }
  const compressed = typeof body === 'string' ? await compressedText(request, body) : null
  if (response.socket?.writable === false) return void response.end()
  if (compressed) all.push('Content-Encoding', 'gzip')
  const content = compressed ?? body
  if (content !== null) all.push('Content-Length', String(Buffer.byteLength(content)))
  response.writeHead(status, all)
  response.end(content)
}

const isStream = (body: Reply['body']): body is NodeJS.ReadableStream =>
  body !== null && typeof body === 'object' && 'pipe' in body

/** Names and values in turn. */
function alternating(...lists: readonly HeaderList[]): string[] {
  const texts: string[] = []
  for (const headers of lists) for (const [name, value] of headers) texts.push(name, value)
  return texts
}

/** Headers of a response that describe its content: they are not those of an error that replaces it. */
const CONTENT_HEADERS = [
  ...['Accept-Ranges', 'Content-Disposition', 'Content-Encoding', 'Content-Length', 'Content-Range'],
  ...['ETag', 'Last-Modified', 'Transfer-Encoding'],
]

/**
 * Answers an error by the error envelope, and logs faults of the server. Breaks off the connection when the response has
 * begun, so that the client does not wait for the rest.
 */
async function sendError(options: ErrorReplyOptions, exchange: HttpExchange, error: unknown): Promise<void> {
  const { response, requestId, operation } = exchange
  const { headersSent } = response
  if (headersSent) response.destroy()
  if (headersSent && isFaultOfClient(error)) return options.log.debug({ err: error }, 'request failed')
  const reply = errorReply(options, { requestId, operation }, error)
  if (headersSent) return
  for (const name of CONTENT_HEADERS) response.removeHeader(name)
  response.statusMessage = ''
  await sendReply(exchange, reply)
}

const DISCONNECTS = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNABORTED']
/** Codes of Node's HTTP parser, as when a client sends less than it announced. */
const PARSER_ERROR = /^HPE_/

/** Whether the client closed the connection or sent no valid HTTP, which is no error of the server. */
const isFaultOfClient = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return DISCONNECTS.includes(code) || PARSER_ERROR.test(code)
}
