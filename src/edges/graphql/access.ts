import { isStaff, noSession } from '../../kernel/access.ts'
import { adminOnly, type Failure, secondFactorRequired } from '../../kernel/failure.ts'
import type { StaffPermission } from '../../kernel/staff.ts'
import { type GraphContext, isFinished } from './context.ts'

/** Access levels of fields. Root fields need a `session` by default; FOR_ANYONE and other constants override it. */
export interface AuthScopes {
  /** A session that may still require its second factor. */
  unfinished: boolean
  /** A session with completed login. */
  session: boolean
  admin: boolean
  /** One of these permissions of the staff, which admins have without. */
  staff: readonly StaffPermission[]
}

export const authScopesOf = ({ scope: { viewer } }: GraphContext) => ({
  unfinished: viewer !== null,
  session: isFinished(viewer),
  admin: isFinished(viewer) && viewer.admin,
  staff: (anyOf: readonly StaffPermission[]) => isStaff({ viewer }, ...anyOf),
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
/** Field options: for people with one of these permissions of the staff. */
export const forStaff = (...anyOf: readonly StaffPermission[]) => ({ authScopes: { staff: [...anyOf] } })

/** Says for descriptions who may use a field; without permissions only admins may. */
export const staffOnly = (anyOf: readonly StaffPermission[]): string =>
  anyOf.length === 0
    ? 'Admins only.'
    : `Staff with ${anyOf.map((name) => `\`${name.toUpperCase()}\``).join(' or ')} only.`
