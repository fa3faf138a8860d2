import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import {
  type Download,
  type Handler,
  type Operation,
  ResultWithCookies,
  type SetCookie,
  type Table,
} from '../../contract/operation.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { jsonTextOf } from '../../kernel/texts.ts'
import { type FindServe, type HttpExchange, type Reply, sendReply, setHeaders } from '../exchange.ts'
import { hasBody } from '../requestBody.ts'
import { UPLOADED_CONTENT_POLICY } from '../responseHeaders.ts'
import { authorize } from './access.ts'
import { downloadReply } from './download.ts'
import { createScope, type Endpoint, endpointsOf, type RestOptions, runHandler } from './endpoint.ts'
import { HttpError, JSON_TYPE, statusOfFailure } from './errors.ts'
import { requestForm } from './multipartForm.ts'
import { readInput } from './requestInput.ts'
import { createRouter, type Route } from './router.ts'

/** Serves every operation of the contract by its handler. Throws for an operation without a handler. */
export function createRestServer(
  options: RestOptions,
  table: Table,
  handlers: Readonly<Record<string, Handler>>,
): FindServe {
  const findRoute = createRouter(endpointsOf(options, table, handlers))
  return (request) => {
    const route = findRoute(request)
    return route && ((exchange) => serve(options, route, exchange))
  }
}

/** Without it, browsers tell pages of other origins that a file is blocked, not that it is missing. */
const FOR_ALL_ORIGINS = [['Cross-Origin-Resource-Policy', 'cross-origin']] as const

async function serve(options: RestOptions, route: Route<Endpoint>, exchange: HttpExchange): Promise<void> {
  const { name, row } = route.endpoint
  await options.gate.admit(exchange, row.isPicture ? 'picture' : 'request')
  exchange.operation = name
  if (isBinary(row)) setHeaders(exchange, FOR_ALL_ORIGINS)
  const reply = answer(options, route, exchange).catch(pageForPeople(options, row, exchange.request))
  await sendReply(exchange, await (row.emptyNotFound ? reply.catch(emptyIfMissing) : reply))
}

async function answer(options: RestOptions, route: Route<Endpoint>, exchange: HttpExchange): Promise<Reply> {
  const { request, requestId } = exchange
  const { endpoint, params } = route
  const { row } = endpoint
  if (!isJson(row)) refuseToRun(request)
  const authorized = () => authorize(options, row, createScope(options, request, requestId), request)
  // A form waits for its turn, and any body may take minutes to arrive: the session or its rights may be revoked meanwhile.
  const isWhole = !hasBody(request) || (request.complete && !row.form)
  const initial = await authorized()
  const form = row.form ? requestForm(request, { spool: options.services.spool, sender: senderOf(initial) }) : null
  try {
    const query = parse(route.query)
    const input = await readInput(row, request, { params, query, form, isAnonymous: initial.viewer === null })
    const scope = isWhole ? initial : await authorized()
    return await replyOf(options, row, request, await runHandler(options, endpoint, scope, input))
  } finally {
    if (form) await form.close()
  }
}

const senderOf = ({ viewer, clientInfo }: Scope) => viewer?.id ?? clientInfo.network

/** What browsers say a request is for when they would run its answer. */
const RUN_AS = new Set(['script', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet'])

/**
 * Throws for a browser that would run the answer of an operation, such as a script that an admin has set: pages that have
 * the cookie act for whoever is logged in.
 */
function refuseToRun({ headers }: IncomingMessage): void {
  if (RUN_AS.has(String(headers['sec-fetch-dest'])) || headers['service-worker'])
    throw new HttpError(403, 'Nothing at this address can be run as a script')
}

/** Results depend on the session. */
const NOT_STORED = ['Cache-Control', 'private, no-store'] as const

async function replyOf(
  options: RestOptions,
  row: Operation,
  request: IncomingMessage,
  answered: unknown,
): Promise<Reply> {
  const { result, cookies } = answered instanceof ResultWithCookies ? answered : { result: answered, cookies: [] }
  const reply = await contentOf(row, request, result)
  if (cookies.length === 0) return reply
  const setCookies = cookies.map((cookie: SetCookie) => ['Set-Cookie', options.writeCookie(cookie)] as const)
  return { ...reply, headers: [...setCookies, ...reply.headers] }
}

/** Responses without JSON have no JSON Content-Type, which clients would try to parse. */
function contentOf(
  { result: spec, status = 200 }: Operation,
  request: IncomingMessage,
  result: unknown,
): Reply | Promise<Reply> {
  if (!('kind' in spec)) return { status, headers: [NOT_STORED, JSON_TYPE], body: jsonTextOf(result) }
  if (spec.kind === 'text') {
    const type = ['Content-Type', `${spec.type}; charset=utf-8`] as const
    return { status, headers: [NOT_STORED, UPLOADED_CONTENT_POLICY, type], body: String(result) }
  }
  if (spec.kind === 'redirect') return redirectTo(status, String(result))
  if (spec.kind === 'empty' || !isDownload(result)) return { status, headers: [NOT_STORED], body: '' }
  // The signed URL of a store expires soon.
  return 'at' in result ? redirectTo(302, result.at) : downloadReply(request, result)
}

const redirectTo = (status: number, location: string): Reply => ({
  status,
  headers: [NOT_STORED, ['Location', location]],
  body: '',
})

/**
 * Mailed links lead to operations that redirect. Where such a link is refused, a browser goes on to the web frontend, which
 * says why in the language of the person; clients get the error.
 */
const pageForPeople =
  ({ services: { rules } }: RestOptions, { result }: Operation, { headers }: IncomingMessage) =>
  (error: unknown): Reply => {
    const isOpenedByPerson = headers['sec-fetch-mode'] === 'navigate'
    const isMailedLink = 'kind' in result && result.kind === 'redirect'
    if (!isOpenedByPerson || !isMailedLink || !(error instanceof Failure)) throw error
    return redirectTo(302, `${rules.webUrl}/?refusedLink=${error.reason.toUpperCase()}`)
  }

const isJson = ({ result }: Operation) => !('kind' in result)

const isBinary = ({ result }: Operation) => 'kind' in result && result.kind === 'binary'

/** The type of a handler ensures that binary operations return a Download. */
const isDownload = (result: unknown): result is Download => typeof result === 'object' && result !== null

function emptyIfMissing(error: unknown): Reply {
  if (error instanceof Failure && statusOfFailure(error) === 404)
    return { status: 404, headers: [['Cache-Control', 'no-store']], body: '' }
  throw error
}
