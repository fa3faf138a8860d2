import { adminOnly, missingCredentials, secondFactorRequired } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Throws unless an admin with a finished session acts. */
export function requireAdmin({ viewer }: Scope): void {
  if (!viewer) throw missingCredentials()
  if (viewer.owes.length > 0) throw secondFactorRequired()
  if (!viewer.admin) throw adminOnly()
}
