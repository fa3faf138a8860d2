import { newId, type UserId } from '../kernel/ids.ts'
import { type Services, systemScope, type ViewerScope } from '../kernel/scope.ts'

/** The scope in which a demo user acts. */
export const scopeOfUser = (services: Services, id: UserId): ViewerScope => {
  const scope = systemScope(services)
  return { ...scope, viewer: { id, sessionId: newId('session', scope.now), admin: false, pendingFactors: [] } }
}
