import { newId } from '../../src/kernel/ids.ts'
import type { Scope, Viewer, ViewerScope } from '../../src/kernel/scope.ts'
import type { TestApp } from './app.ts'
import { insertedSessionOf } from './insertedUser.ts'
import type { TestUser } from './users.ts'

/** Returns a factory of scopes in which a user acts at the current time, for tests that call acts directly. */
export const scopeSourceOf =
  (app: TestApp, { id }: Pick<TestUser, 'id'>, { admin = false, pendingFactors = [] }: Partial<Viewer> = {}) =>
  (): Scope => {
    const scope = app.scope()
    // Acts of admins ask for the age of their session.
    const sessionId = (admin && insertedSessionOf(id)) || newId('session', scope.now)
    return { ...scope, viewer: { id, sessionId, admin, staff: [], pendingFactors } }
  }

/** The scope of a user's act, for tests that call acts directly. */
export function viewerScopeOf(
  app: TestApp,
  person: Pick<TestUser, 'id'>,
  viewer: Partial<Pick<Viewer, 'admin'>> = {},
): ViewerScope {
  const scope = scopeSourceOf(app, person, viewer)()
  if (!scope.viewer) throw new Error('the scope has no viewer')
  return { ...scope, viewer: scope.viewer }
}
