import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TraceRequest } from './requestLog.ts'
import { corsHeaders, type HeaderList } from './responseHeaders.ts'
import { compressedBody, type Encoding } from './rest/compression.ts'

export interface PlainExchangeOptions {
  readonly trace: TraceRequest
  /** Headers of every response. */
  readonly headers: HeaderList
  /** Origins whose pages may use the viewer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
}

/** A request that is served past Koa, with the headers of its response so far. */
export interface PlainExchange {
  readonly requestId: string
  readonly headers: (readonly [name: string, value: string])[]
}

/** Serves a request if it is plain; otherwise answers null and leaves it alone. */
export type PlainRequests = (request: IncomingMessage, response: ServerResponse) => Promise<void> | null

/** Gives a request its id and its response the headers that Koa's middleware would set, in the same order. */
export function beginPlainExchange(
  { trace, headers, allowedOrigins }: PlainExchangeOptions,
  [request, response]: readonly [IncomingMessage, ServerResponse],
  operationOf: () => string | undefined,
): PlainExchange {
  const requestId = trace(request, response, operationOf)
  // As by Koa: what the log tells of a request whose client leaves before the response.
  response.statusCode = 404
  const cors = corsHeaders(allowedOrigins, request.headers.origin)
  return { requestId, headers: [['X-Request-Id', requestId], ...headers, ...cors] }
}

export interface PlainReply {
  readonly status: number
  readonly headers: HeaderList
  readonly body: string
}

/** Sends a response, compressed like by Koa. Sends nothing when the client has left. */
export async function sendPlainReply(response: ServerResponse, reply: PlainReply, encoding: Encoding): Promise<void> {
  const { status, headers, body } = reply
  const compressed = encoding === 'identity' ? null : await compressedBody(body, encoding)
  if (response.socket?.writable === false) return void response.end()
  const sent = alternating(headers)
  if (compressed) sent.push('Content-Encoding', encoding)
  else sent.push('Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, sent)
  response.end(compressed ?? body)
}

/** Names and values in turn. A loop, as V8 calls its runtime for each text that `flat` copies. */
function alternating(headers: HeaderList): string[] {
  const texts: string[] = []
  for (const [name, value] of headers) texts.push(name, value)
  return texts
}
