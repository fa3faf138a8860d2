import Router from '@koa/router'
import type { Context } from 'koa'
import { type Download, type Handler, type Operation, ResultWithCookies, type Table } from '../../contract/operation.ts'
import { UPLOADED_CONTENT_POLICY } from '../responseHeaders.ts'
import { authorize } from './access.ts'
import {
  API_PREFIX,
  createScope,
  type Endpoint,
  endpointsOf,
  NOT_STORED,
  type RestOptions,
  runHandler,
} from './endpoint.ts'
import { HttpError } from './errors.ts'
import { requestForm } from './multipartForm.ts'
import { hasBody, readInput } from './requestInput.ts'
import { sendDownload, sendError, sendJson } from './response.ts'

/** Routes every operation of the contract to its handler. */
export function createRestRouter(
  options: RestOptions,
  table: Table,
  handlers: Readonly<Record<string, Handler>>,
): Router {
  const router = new Router({ prefix: API_PREFIX })
  for (const endpoint of endpointsOf(options, table, handlers)) {
    const { method, path } = endpoint.row
    router[method](routerPath(path), (ctx) => serve(options, endpoint, ctx, ctx.params))
  }
  return router
}

/** Converts `{name}` to the router's `:name`, and escapes literal colons. */
const routerPath = (path: string) =>
  path.replace(/\{(\w+)\}|:/g, (_, name: string | undefined) => (name === undefined ? '\\:' : `:${name}`))

async function serve(options: RestOptions, endpoint: Endpoint, ctx: Context, params: Parameters) {
  const { name, row } = endpoint
  ctx.state.operation = name
  // Refusals, too: without it, browsers tell pages of other origins that the file is blocked, not that it is missing.
  if (isDownload(row)) ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  try {
    refuseToRun(ctx)
    const initial = await scopeOf(options, row, ctx)
    const sender = initial.viewer?.id ?? initial.clientInfo.network
    const form = requestForm(ctx, { spool: options.spool, sender })
    try {
      const input = await readInput(row, ctx, { params, form, isAnonymous: initial.viewer === null })
      // A body may take minutes to arrive: the session or its rights may have been revoked since.
      const scope = hasBody(ctx) ? await scopeOf(options, row, ctx) : initial
      await answer(options, row, ctx, await runHandler(options, endpoint, scope, input))
    } finally {
      await form.close()
    }
  } catch (error) {
    sendError(options, ctx, error)
    if (row.emptyNotFound && ctx.status === 404) sendEmpty(ctx)
  }
}

/** What browsers say a request is for when they would run its answer. */
const RUN_AS = new Set(['script', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet'])

/**
 * Throws for a browser that would run the answer of an operation, such as a script that an admin has set: pages that have
 * the cookie act for whoever is logged in.
 */
function refuseToRun(ctx: Context): void {
  if (RUN_AS.has(ctx.get('Sec-Fetch-Dest')) || ctx.get('Service-Worker') !== '')
    throw new HttpError(403, 'Nothing at this address can be run as a script')
}

const scopeOf = (options: RestOptions, row: Operation, { req, state }: Context) =>
  authorize(options, row, createScope(options, req, state.requestId), req)

function sendEmpty(ctx: Context) {
  ctx.body = ''
  ctx.remove('Content-Type')
}

type Parameters = Readonly<Record<string, string>>

async function answer(options: RestOptions, row: Operation, ctx: Context, answered: unknown) {
  const { result, cookies } = answered instanceof ResultWithCookies ? answered : { result: answered, cookies: [] }
  for (const cookie of cookies) ctx.append('Set-Cookie', options.writeCookie(cookie))
  ctx.set(...NOT_STORED)
  if (isBinary(row, result)) return sendDownload(ctx, result)
  send(row, ctx, result)
}

const isDownload = ({ result }: Operation) => 'kind' in result && result.kind === 'binary'

/** The type of a handler ensures that binary operations return a Download. */
const isBinary = (row: Operation, result: unknown): result is Download =>
  isDownload(row) && typeof result === 'object' && result !== null

/** Responses without JSON have no JSON Content-Type, which clients would try to parse. */
function send({ result: spec, status = 200 }: Operation, ctx: Context, result: unknown) {
  ctx.status = status
  if (!('kind' in spec)) return sendJson(ctx, result)
  if (spec.kind === 'text') {
    ctx.set(...UPLOADED_CONTENT_POLICY)
    ctx.type = spec.type
  }
  if (spec.kind === 'redirect') ctx.set('Location', String(result))
  ctx.body = spec.kind === 'text' ? result : ''
  if (spec.kind !== 'text') ctx.remove('Content-Type')
}
