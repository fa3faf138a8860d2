import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'node:querystring'
import { type Handler, ResultWithCookies, type SetCookie, type Table } from '../../contract/operation.ts'
import { jsonTextOf } from '../../kernel/jsonText.ts'
import {
  beginPlainExchange,
  type PlainExchangeOptions,
  type PlainReply,
  type PlainRequests,
  sendPlainReply,
} from '../plainExchange.ts'
import { authorize } from './access.ts'
import { type Encoding, plainEncodingOf } from './compression.ts'
import {
  API_PREFIX,
  createScope,
  type Endpoint,
  endpointsOf,
  isJson,
  NOT_STORED,
  type RestOptions,
  runHandler,
} from './endpoint.ts'
import { hasPlainBody, readPlainBody } from './plainBody.ts'
import { hasBody, readHead, readParsedBody } from './requestInput.ts'
import { errorReply, type FailedRequest, JSON_TYPE } from './response.ts'
import { createRouteFinder, type Route } from './routeFinder.ts'

interface PlainRequestOptions extends RestOptions, PlainExchangeOptions {}

interface PlainRequest extends Route<Endpoint> {
  readonly query: string
  readonly encoding: Encoding
}

/**
 * Serves operations with a result of JSON, which are most requests, past Koa: its contexts and its chain of asynchronous
 * middleware cost more than such a request itself. Responses are the same. Forms, large bodies, unusual paths and unusual
 * headers are left to Koa.
 */
export function createPlainRequests(
  options: PlainRequestOptions,
  table: Table,
  handlers: Readonly<Record<string, Handler>>,
): PlainRequests {
  const finders = findersOf(endpointsOf(options, table, handlers))
  return (request, response) => {
    const plain = plainRequestOf(finders, request)
    return plain && serve(options, plain, request, response)
  }
}

type FindRoute = (path: string) => Route<Endpoint> | null
type Finders = ReadonlyMap<string, FindRoute>

/** The finder of each method, in upper case. */
function findersOf(endpoints: readonly Endpoint[]): Finders {
  const finderOf = (method: string) => createRouteFinder(endpoints.filter(({ row }) => row.method === method))
  const methods = new Set(endpoints.map(({ row }) => row.method))
  return new Map([...methods].map((method) => [method.toUpperCase(), finderOf(method)]))
}

function plainRequestOf(finders: Finders, request: IncomingMessage): PlainRequest | null {
  const { method = '', url = '', headers } = request
  if (!url.startsWith(`${API_PREFIX}/`) || !isPlainInput(request)) return null
  const encoding = plainEncodingOf(headers['accept-encoding'])
  const end = url.indexOf('?')
  const route = encoding && finders.get(method)?.(url.slice(API_PREFIX.length, end < 0 ? undefined : end))
  if (!route || route.endpoint.row.form || !isJson(route.endpoint.row)) return null
  return { ...route, query: end < 0 ? '' : url.slice(end + 1), encoding }
}

/** The body of a GET is not read. */
const isPlainInput = (request: IncomingMessage) =>
  request.method === 'GET' ? !hasBody(request) : hasPlainBody(request)

async function serve(
  options: PlainRequestOptions,
  plain: PlainRequest,
  request: IncomingMessage,
  response: ServerResponse,
) {
  let operation: string | undefined
  const { requestId, headers } = beginPlainExchange(options, [request, response], () => operation)
  const reply = async () => {
    try {
      await options.gate.admitRequest(request, (limits) => headers.push(...limits))
      operation = plain.endpoint.name
      return await answer(options, plain, request, requestId)
    } catch (error) {
      return refusal(options, { requestId, operation }, error)
    }
  }
  const { status, headers: own, body } = await reply()
  await sendPlainReply(response, { status, headers: [...headers, ...own, JSON_TYPE], body }, plain.encoding)
}

async function answer(options: PlainRequestOptions, plain: PlainRequest, request: IncomingMessage, requestId: string) {
  const { endpoint, params, query } = plain
  const { row } = endpoint
  const authorized = () => authorize(options, row, createScope(options, request, requestId), request)
  const isWhole = request.complete
  const initial = await authorized()
  const head = readHead(row, { params, query: parse(query), headers: request.headers })
  const body = readParsedBody(row, await readPlainBody(request))
  // The session or its rights may have been revoked while the body arrived.
  const scope = isWhole || !hasBody(request) ? initial : await authorized()
  const answered = await runHandler(options, endpoint, scope, { ...head, ...body })
  const { result, cookies } = answered instanceof ResultWithCookies ? answered : { result: answered, cookies: [] }
  const setCookies = cookies.map((cookie: SetCookie) => ['Set-Cookie', options.writeCookie(cookie)] as const)
  return { status: row.status ?? 200, headers: [...setCookies, NOT_STORED], body: jsonTextOf(result) }
}

function refusal(options: PlainRequestOptions, failed: FailedRequest, error: unknown): PlainReply {
  const { status, headers, body } = errorReply(options, failed, error)
  return { status, headers, body: JSON.stringify(body) }
}
