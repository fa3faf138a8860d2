import { noSession } from '../../kernel/access.ts'
import { adminOnly, type Failure, secondFactorRequired } from '../../kernel/failure.ts'
import { type GraphContext, isFinished } from './context.ts'

/** Access levels of fields. Root fields need a `session` by default; FOR_ANYONE and other constants override it. */
export interface AuthScopes {
  /** A session that may still require its second factor. */
  unfinished: boolean
  /** A session with completed login. */
  session: boolean
  admin: boolean
}

export const authScopesOf = ({ scope: { viewer } }: GraphContext): AuthScopes => ({
  unfinished: viewer !== null,
  session: isFinished(viewer),
  admin: isFinished(viewer) && viewer.admin,
})

/** The failure for a field that the viewer may not use. */
export function accessFailure({ scope: { viewer, sessionEnd } }: GraphContext): Failure {
  if (!viewer) return noSession(sessionEnd)
  return isFinished(viewer) ? adminOnly() : secondFactorRequired()
}

/** Field options: public. */
export const FOR_ANYONE = { skipTypeScopes: true } as const
/** Field options: for sessions that may still require their second factor. */
export const FOR_ANY_SESSION = { skipTypeScopes: true, authScopes: { unfinished: true } } as const
/** Field options: for admins. */
export const FOR_ADMINS = { authScopes: { admin: true } } as const
