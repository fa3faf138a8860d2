import type { Failure } from '../../kernel/failure.ts'
import { adminOnly, missingCredentials, secondFactorRequired } from '../../kernel/failure.ts'
import { type GraphContext, isFinished } from './context.ts'

/** Who may use a field. The root types ask for a finished session; a field says otherwise by one of the constants below. */
export interface AuthScopes {
  /** A session, even one that owes its second factor. */
  unfinished: boolean
  /** A finished session. */
  session: boolean
  /** An admin's finished session. */
  admin: boolean
}

export const grants = ({ scope: { viewer } }: GraphContext): AuthScopes => ({
  unfinished: viewer !== null,
  session: isFinished(viewer),
  admin: isFinished(viewer) && viewer.admin,
})

/** Why a field was refused: the first thing the viewer lacks. */
export function refusal({ scope: { viewer } }: GraphContext): Failure {
  if (!viewer) return missingCredentials()
  return isFinished(viewer) ? adminOnly() : secondFactorRequired()
}

/** For everybody. */
export const ANYONE = { skipTypeScopes: true } as const
/** For a session in any state. */
export const UNFINISHED = { skipTypeScopes: true, authScopes: { unfinished: true } } as const
/** For admins. */
export const ADMIN = { authScopes: { admin: true } } as const
