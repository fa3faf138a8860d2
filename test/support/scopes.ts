import { newId } from '../../src/kernel/ids.ts'
import type { Scope, Viewer } from '../../src/kernel/scope.ts'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

/** The scopes in which a person acts, as of the moment each is asked for: for acts that a test does behind the doors. */
export const acting =
  (app: TestApp, { id }: Pick<Person, 'id'>, { admin = false, owes = [] }: Partial<Viewer> = {}) =>
  (): Scope => {
    const scope = app.scope()
    return { ...scope, viewer: { id, sessionId: newId('session', scope.now), admin, owes } }
  }
