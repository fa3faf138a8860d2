import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  beginPlainExchange,
  type PlainExchange,
  type PlainExchangeOptions,
  type PlainRequests,
  sendPlainReply,
} from '../../plainExchange.ts'
import { type Encoding, plainEncodingOf } from '../../rest/compression.ts'
import { hasPlainBody } from '../../rest/plainBody.ts'
import { hasBody } from '../../rest/requestInput.ts'
import { type ErrorResponseOptions, errorReply, JSON_TYPE } from '../../rest/response.ts'
import { GRAPHQL_PATH } from '../execution/engine.ts'
import type { HttpExchange } from './exchange.ts'
import { OPERATION_LABEL, type ServeExchange } from './httpHandler.ts'

interface PlainOperationsOptions extends PlainExchangeOptions, ErrorResponseOptions {
  readonly serve: ServeExchange
}

/**
 * Serves POST /graphql with a body of JSON past Koa, whose contexts and chain of asynchronous middleware cost more than a
 * small query itself. Responses are the same. Large bodies, other media types and unusual headers are left to Koa.
 */
export function createPlainOperations(options: PlainOperationsOptions): PlainRequests {
  return (request, response) => {
    const encoding = isPlain(request) ? plainEncodingOf(request.headers['accept-encoding']) : null
    return encoding && serve(options, [request, response], encoding)
  }
}

const isPlain = (request: IncomingMessage) =>
  request.method === 'POST' && request.url === GRAPHQL_PATH && hasBody(request) && hasPlainBody(request)

type Pair = readonly [IncomingMessage, ServerResponse]

async function serve(options: PlainOperationsOptions, [request, response]: Pair, encoding: Encoding): Promise<void> {
  const plain = beginPlainExchange(options, [request, response], () => OPERATION_LABEL)
  try {
    await options.serve(exchangeOf(plain, [request, response], encoding))
  } catch (error) {
    const failed = { requestId: plain.requestId, operation: OPERATION_LABEL }
    const { status, headers, body } = errorReply(options, failed, error)
    const reply = { status, headers: [...plain.headers, ...headers, JSON_TYPE], body: JSON.stringify(body) }
    await sendPlainReply(response, reply, encoding)
  }
}

function exchangeOf(
  { requestId, headers }: PlainExchange,
  [request, response]: Pair,
  encoding: Encoding,
): HttpExchange {
  return {
    request,
    response,
    requestId,
    bodyType: 'json',
    setHeaders: (added) => void headers.push(...added),
    addCookie: (cookie) => void headers.push(['Set-Cookie', cookie]),
    send(status, contentType, body) {
      headers.push(['Content-Type', contentType])
      return sendPlainReply(response, { status, headers, body }, encoding)
    },
    release() {
      for (const [name, value] of headers) response.setHeader(name, value)
    },
  }
}
