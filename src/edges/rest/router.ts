import Router from '@koa/router'
import type { Context } from 'koa'
import {
  type Download,
  type Handler,
  inRoutingOrder,
  type Operation,
  ResultWithCookies,
  type SetCookie,
  type Table,
} from '../../contract/operation.ts'
import type { Scope, Services } from '../../kernel/scope.ts'
import type { Spool } from '../../platform/spool.ts'
import { clientInfoOf } from '../request.ts'
import type { RequestGate, WorkKind } from '../requestGate.ts'
import { type AccessOptions, authorize } from './access.ts'
import { requestForm } from './multipartForm.ts'
import { hasBody, readInput } from './requestInput.ts'
import { type ErrorResponseOptions, sendDownload, sendError, sendJson } from './response.ts'

export interface RestOptions extends AccessOptions, ErrorResponseOptions {
  readonly services: Services
  readonly writeCookie: (cookie: SetCookie) => string
  readonly proxies: number
  readonly gate: RequestGate
  /** Where files of forms wait until they are used. */
  readonly spool: Spool
}

/** Path prefix that legacy clients expect. */
export const API_PREFIX = '/api/1'

interface Endpoint {
  readonly name: string
  readonly row: Operation
  readonly handler: Handler
}

/** Routes every operation of the contract to its handler. */
export function createRestRouter(
  options: RestOptions,
  table: Table,
  handlers: Readonly<Record<string, Handler>>,
): Router {
  const router = new Router({ prefix: API_PREFIX })
  for (const [name, row] of inRoutingOrder(table)) {
    const handler = handlers[name]
    if (!handler) throw new Error(`${name} has no handler`)
    const endpoint = { name, row, handler }
    router[row.method](routerPath(row.path), (ctx) => serve(options, endpoint, ctx, ctx.params))
  }
  return router
}

/** Converts `{name}` to the router's `:name`, and escapes literal colons. */
const routerPath = (path: string) =>
  path.replace(/\{(\w+)\}|:/g, (_, name: string | undefined) => (name === undefined ? '\\:' : `:${name}`))

async function serve(options: RestOptions, { name, row, handler }: Endpoint, ctx: Context, params: Parameters) {
  ctx.state.operation = name
  try {
    const initial = await authorize(options, row, createScope(options, ctx), ctx)
    const sender = initial.viewer?.id ?? initial.clientInfo.network
    const form = requestForm(ctx, { spool: options.spool, sender })
    try {
      const input = await readInput(row, ctx, { params, form, isAnonymous: initial.viewer === null })
      // A body may take minutes to arrive: the session or its rights may have been revoked since.
      const scope = hasBody(ctx) ? await authorize(options, row, createScope(options, ctx), ctx) : initial
      const work = async () => handler(scope, input)
      await answer(options, row, ctx, await (row.delayed ? work() : options.gate.run(scope, kindOf(row), work)))
    } finally {
      await form.close()
    }
  } catch (error) {
    sendError(options, ctx, error)
    if (row.emptyNotFound && ctx.status === 404) sendEmpty(ctx)
  }
}

const kindOf = ({ method }: Operation): WorkKind => (method === 'get' ? 'read' : 'write')

function sendEmpty(ctx: Context) {
  ctx.body = ''
  ctx.remove('Content-Type')
}

type Parameters = Readonly<Record<string, string>>

function createScope({ services, proxies }: RestOptions, ctx: Context): Scope {
  const clientInfo = clientInfoOf(ctx.req, proxies, 'client')
  return {
    ...services,
    db: services.client,
    now: services.clock.now(),
    viewer: null,
    clientInfo,
    requestId: ctx.state.requestId,
  }
}

async function answer(options: RestOptions, row: Operation, ctx: Context, answered: unknown) {
  const { result, cookies } = answered instanceof ResultWithCookies ? answered : { result: answered, cookies: [] }
  for (const cookie of cookies) ctx.append('Set-Cookie', options.writeCookie(cookie))
  ctx.set('Cache-Control', 'private, no-store')
  if (isBinary(row, result)) return sendDownload(ctx, result)
  send(row, ctx, result)
}

/** The type of a handler ensures that binary operations return a Download. */
const isBinary = ({ result: spec }: Operation, result: unknown): result is Download =>
  'kind' in spec && spec.kind === 'binary' && typeof result === 'object' && result !== null

/** Responses without JSON have no JSON Content-Type, which clients would try to parse. */
function send({ result: spec, status = 200 }: Operation, ctx: Context, result: unknown) {
  ctx.status = status
  if (!('kind' in spec)) return sendJson(ctx, result)
  if (spec.kind === 'text') ctx.type = spec.type
  if (spec.kind === 'redirect') ctx.set('Location', String(result))
  ctx.body = spec.kind === 'text' ? result : ''
  if (spec.kind !== 'text') ctx.remove('Content-Type')
}
