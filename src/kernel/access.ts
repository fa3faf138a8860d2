import { adminOnly, type Failure, missingCredentials, notOwn, secondFactorRequired } from './failure.ts'
import type { Scope, Viewer, ViewerScope } from './scope.ts'

type Acting = Pick<Scope, 'viewer'>

/** Throws `unauthenticated` unless the viewer has a session that has completed its login. */
export function assertFinished<S extends Acting>(scope: S): asserts scope is S & Pick<ViewerScope, 'viewer'> {
  const { viewer } = scope
  if (!viewer) throw missingCredentials()
  if (viewer.pendingFactors.length > 0) throw secondFactorRequired()
}

/** Throws unless the viewer is an admin whose session has completed its login. */
export function assertAdmin<S extends Scope>(scope: S): asserts scope is S & ViewerScope {
  assertFinished(scope)
  if (!scope.viewer.admin) throw adminOnly()
}

/** What of a viewer decides whether they are an admin. */
interface Ranked {
  readonly viewer: Pick<Viewer, 'admin' | 'pendingFactors'> | null
}

/** Whether the viewer is an admin whose session has completed its login. */
export const isAdmin = ({ viewer }: Ranked): boolean => viewer?.admin === true && viewer.pendingFactors.length === 0

export const isOwnerOrAdmin = ({ viewer }: Acting, ownerId: string): boolean =>
  viewer !== null && (viewer.admin || viewer.id === ownerId)

/** Throws `refusal` unless the viewer is this owner or an admin. */
export function assertOwnerOrAdmin(scope: Acting, ownerId: string, refusal: () => Failure = notOwn): void {
  if (!isOwnerOrAdmin(scope, ownerId)) throw refusal()
}
