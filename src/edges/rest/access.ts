import type { IncomingMessage } from 'node:http'
import type { Operation } from '../../contract/operation.ts'
import { adminOnly, missingCredentials, secondFactorRequired } from '../../kernel/failure.ts'
import type { Scope, Viewer } from '../../kernel/scope.ts'
import { cookieTokens, isAllowedOrigin, originNotAllowed, viewerOfTokens } from '../request.ts'

export interface AccessOptions {
  /** The viewer of a session token; null for an invalid one. `skipTouch`: don't cancel a pending deletion. */
  readonly identify: (scope: Scope, token: string, skipTouch: boolean) => Promise<Viewer | null>
  /** Origins whose pages may use the viewer's cookies. */
  readonly allowedOrigins: ReadonlySet<string>
}

/** Authenticates the caller and checks the access that the operation declares; throws `unauthenticated` or `forbidden`. */
export async function authorize(
  options: AccessOptions,
  row: Operation,
  scope: Scope,
  request: IncomingMessage,
): Promise<Scope> {
  const tokens = cookieTokens(request)
  const isWrite = tokens.length > 0 && row.method !== 'get'
  if (isWrite && !isAllowedOrigin(request, options.allowedOrigins)) throw originNotAllowed()
  const viewer = await viewerOfTokens(tokens, (token) => options.identify(scope, token, row.skipTouch === true))
  return { ...scope, viewer: authorizedViewer(row, viewer) }
}

function authorizedViewer(row: Operation, viewer: Viewer | null): Viewer | null {
  const isFinished = viewer !== null && viewer.pendingFactors.length === 0
  if (row.access === 'login') return viewer
  if (row.access === 'optional') return isFinished ? viewer : null
  if (!viewer) throw missingCredentials()
  if (row.access === 'unfinished') return viewer
  if (!isFinished) throw secondFactorRequired()
  if (row.access === 'admin' && !viewer.admin) throw adminOnly()
  return viewer
}
