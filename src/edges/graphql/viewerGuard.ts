import { noSession } from '../../kernel/access.ts'
import { Failure } from '../../kernel/failure.ts'
import { siblingId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'

const viewerChanged = () =>
  new Failure('unauthenticated', 'The session belongs to another person', { reason: 'viewer_changed' })

/**
 * Why a request must not be served that was meant for one viewer, as when another person has signed in in another tab;
 * null if it may be. `expected` is the id of a `Viewer`; undefined, null or an empty text if the client names none.
 */
export function viewerFault(
  expected: unknown,
  { viewer, sessionEnd }: Pick<Scope, 'viewer' | 'sessionEnd'>,
): Failure | null {
  if (expected === undefined || expected === null || expected === '') return null
  if (!viewer) return noSession(sessionEnd)
  return expected === siblingId('viewer', viewer.id) ? null : viewerChanged()
}
