import Router from '@koa/router'
import type { Context } from 'koa'
import {
  type Download,
  type Handler,
  type Operation,
  type SetCookie,
  type Table,
  WithCookies,
} from '../../contract/operation.ts'
import { inRoutingOrder } from '../../contract/routing.ts'
import type { Outside, Scope } from '../../kernel/scope.ts'
import { originOf } from '../origin.ts'
import { admit, type Gate } from './access.ts'
import { type Refusing, refuse, sendJson } from './answer.ts'
import { sendDownload } from './download.ts'
import { hasBody, readInput } from './intake.ts'

export interface RestOptions extends Gate, Refusing {
  readonly outside: Outside
  readonly writeCookie: (cookie: SetCookie) => string
  readonly proxies: number
}

/** Where the legacy clients expect everything. */
export const PREFIX = '/api/1'

interface Served {
  readonly name: string
  readonly row: Operation
  readonly handler: Handler
}

/** Mounts every operation of the contract on its handler. */
export function mountRest(options: RestOptions, table: Table, handlers: Readonly<Record<string, Handler>>): Router {
  const router = new Router({ prefix: PREFIX })
  for (const [name, row] of inRoutingOrder(table)) {
    const handler = handlers[name]
    if (!handler) throw new Error(`${name} has no handler`)
    const served = { name, row, handler }
    router[row.method](routeOf(row.path), (ctx) => serve(options, served, ctx, ctx.params))
  }
  return router
}

/** The path as the router writes it; a colon of its own is escaped. */
const routeOf = (path: string) =>
  path.replace(/\{(\w+)\}|:/g, (_, name: string | undefined) => (name === undefined ? '\\:' : `:${name}`))

async function serve(options: RestOptions, { name, row, handler }: Served, ctx: Context, params: Parameters) {
  ctx.state.operation = name
  try {
    const arrived = await admit(options, row, openScope(options, ctx), ctx)
    const input = await readInput(row, ctx, params)
    // A body may take minutes to come, and whoever sends it may have been let out meanwhile.
    const scope = hasBody(ctx) ? await admit(options, row, openScope(options, ctx), ctx) : arrived
    await answer(options, row, ctx, await handler(scope, input))
  } catch (error) {
    refuse(options, ctx, error)
  }
}

type Parameters = Readonly<Record<string, string>>

function openScope({ outside, proxies }: RestOptions, ctx: Context): Scope {
  const origin = originOf(ctx.req, proxies, 'client')
  return { ...outside, db: outside.client, now: outside.clock.now(), viewer: null, origin }
}

async function answer(options: RestOptions, row: Operation, ctx: Context, answered: unknown) {
  const { result, cookies } = answered instanceof WithCookies ? answered : { result: answered, cookies: [] }
  for (const cookie of cookies) ctx.append('Set-Cookie', options.writeCookie(cookie))
  ctx.set('Cache-Control', 'private, no-store')
  if (isBinary(row, result)) return sendDownload(ctx, result)
  send(row, ctx, result)
}

/** The compiler has seen to it that such a row's handler answers so. */
const isBinary = ({ result: spec }: Operation, result: unknown): result is Download =>
  'kind' in spec && spec.kind === 'binary' && typeof result === 'object' && result !== null

/** An empty answer says so by its length: clients choke on a JSON type without JSON. */
function send({ result: spec, status = 200 }: Operation, ctx: Context, result: unknown) {
  ctx.status = status
  if (!('kind' in spec)) return sendJson(ctx, result)
  if (spec.kind === 'text') ctx.type = spec.type
  if (spec.kind === 'redirect') ctx.set('Location', String(result))
  ctx.body = spec.kind === 'text' ? result : ''
  if (spec.kind !== 'text') ctx.remove('Content-Type')
}
