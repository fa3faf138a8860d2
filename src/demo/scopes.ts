import { randomUUID } from 'node:crypto'
import { newId, trusted, type UserId } from '../kernel/ids.ts'
import { type Services, systemScope, type ViewerScope } from '../kernel/scope.ts'
import { hashToken } from '../kernel/secrets.ts'

/** The scope in which a demo user acts. */
export const scopeOfUser = (services: Services, id: UserId): ViewerScope => {
  const scope = systemScope(services)
  return {
    ...scope,
    viewer: { id, sessionId: newId('session', scope.now), admin: false, staff: [], pendingFactors: [] },
  }
}

/** The scope in which the demo admin acts, in an expired session of that time: acts of admins ask for its age. */
export async function scopeOfAdmin(services: Services): Promise<ViewerScope> {
  const where = { usernameKey: 'demo_admin' }
  const { id: userId } = await services.client.user.findUniqueOrThrow({ where, select: { id: true } })
  const scope = scopeOfUser(services, trusted<'user'>(userId))
  const { now, viewer } = scope
  const session = { id: viewer.sessionId, userId, tokenHash: hashToken(randomUUID()), address: '', userAgent: '' }
  await services.client.session.create({ data: { ...session, createdAt: now, lastUsedAt: now, expiresAt: now } })
  return { ...scope, viewer: { ...viewer, admin: true } }
}
