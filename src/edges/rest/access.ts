import type { Context } from 'koa'
import type { Operation } from '../../contract/operation.ts'
import { adminOnly, Failure, missingCredentials, secondFactorRequired } from '../../kernel/failure.ts'
import type { Scope, Viewer } from '../../kernel/scope.ts'
import { readCookies } from '../cookies.ts'

export interface Gate {
  /** Who the token belongs to. */
  readonly identify: (scope: Scope, token: string, farewell: boolean) => Promise<Viewer | null>
  /** Origins whose pages may act with the viewer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
}

/** The scope with its viewer, when the row lets the caller in; throws the refusal otherwise. */
export async function admit(gate: Gate, row: Operation, scope: Scope, ctx: Context): Promise<Scope> {
  const token = readCookies(ctx.headers.cookie).auth ?? ''
  if (token && row.method !== 'get') refuseForged(gate, ctx)
  const viewer = token ? await gate.identify(scope, token, row.farewell === true) : null
  return { ...scope, viewer: allowed(row, viewer) }
}

function allowed(row: Operation, viewer: Viewer | null): Viewer | null {
  const finished = viewer !== null && viewer.owes.length === 0
  if (row.access === 'login') return viewer
  if (row.access === 'optional') return finished ? viewer : null
  if (!viewer) throw missingCredentials()
  if (row.access === 'unfinished') return viewer
  if (!finished) throw secondFactorRequired()
  if (row.access === 'admin' && !viewer.admin) throw adminOnly()
  return viewer
}

/** Clients that are no browsers send no Origin. */
function refuseForged(gate: Gate, ctx: Context) {
  const { origin } = ctx.headers
  if (origin !== undefined && !gate.allowedOrigins.has(origin))
    throw new Failure('forbidden', 'Origin not allowed', { code: 'origin' })
}
