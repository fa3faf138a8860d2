import { adminOnly, missingCredentials, secondFactorRequired } from '../../kernel/failure.ts'
import type { Scope, SignedScope } from '../../kernel/scope.ts'

/** Throws unless an admin with a finished session acts. */
export function requireAdmin<S extends Scope>(scope: S): asserts scope is S & SignedScope {
  const { viewer } = scope
  if (!viewer) throw missingCredentials()
  if (viewer.owes.length > 0) throw secondFactorRequired()
  if (!viewer.admin) throw adminOnly()
}
