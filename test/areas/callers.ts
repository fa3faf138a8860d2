import { newId, type UserId } from '../../src/kernel/ids.ts'
import { type Api, anApi } from '../support/api.ts'
import type { TestApp } from '../support/app.ts'
import { anAdmin, aUser, login, withTotp } from '../support/people.ts'

export const CALLERS = ['anonymous', 'owing', 'other', 'owner', 'admin'] as const
/** Nobody; somebody who still owes the second factor; somebody else; whose things they are; an admin. */
export type Caller = (typeof CALLERS)[number]

/** What the calls are about: all of it is the owner's. */
export interface Things {
  readonly userId: UserId
  readonly username: string
  readonly password: string
  /** Somebody whom the owner's note is about. */
  readonly targetId: UserId
  readonly noteId: string
  readonly sessionId: string
  readonly badgeId: string
  readonly permissionId: string
}

export interface House {
  readonly things: Things
  /** A client with the caller's cookies; what it is sent afterwards does not reach the next one. */
  as(caller: Caller): Api
}

export async function aHouse(app: TestApp): Promise<House> {
  const [owner, other, owing, admin] = [await aUser(app), await aUser(app), await aUser(app), await anAdmin(app)]
  await withTotp(app, owing)
  owing.api.cookies.clear()
  await login(owing.api, owing)
  const apis: Record<Caller, Api> = {
    anonymous: anApi(app),
    owing: owing.api,
    other: other.api,
    owner: owner.api,
    admin: admin.api,
  }
  const { id: noteId } = await owner.api.call('updateUserNote', { body: { targetUserId: other.id, note: 'a friend' } })
  const given = await give(app, owner.id)
  return {
    things: {
      userId: owner.id,
      username: owner.username,
      password: owner.password,
      targetId: other.id,
      noteId,
      ...given,
    },
    as(caller) {
      const api = anApi(app)
      for (const [name, value] of apis[caller].cookies) api.cookies.set(name, value)
      return api
    },
  }
}

/** A badge, a permission and a further session, made behind the doors. */
async function give(app: TestApp, userId: UserId) {
  const { db, now } = app.scope()
  const [badgeId, sessionId] = [newId('badge', now), newId('session', now)]
  const written = { createdAt: now, updatedAt: now }
  await db.badge.create({ data: { id: badgeId, name: badgeId, description: '', imageUrl: '', ...written } })
  await db.userBadge.create({ data: { userId, badgeId, assignedAt: now, updatedAt: now } })
  const { id: permissionId } = await db.permission.findFirstOrThrow()
  await db.permissionGrant.create({ data: { userId, permissionId, grantedAt: now } })
  const times = { createdAt: now, lastUsedAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }
  await db.session.create({
    data: { id: sessionId, userId, tokenHash: sessionId, owes: [], address: '', userAgent: '', ...times },
  })
  return { badgeId, permissionId, sessionId }
}
