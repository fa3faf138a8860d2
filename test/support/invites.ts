import type { UserId, WorldId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { createInstanceAs } from './instances.ts'
import type { TestUser } from './users.ts'
import { aWorld } from './worlds.ts'

/** Creates a private instance, of a new world by default; returns its location. */
export async function aPrivateInstance(app: TestApp, person: TestUser, worldId?: WorldId): Promise<string> {
  const { location } = await createInstanceAs(person, worldId ?? (await aWorld(app, person)), { type: 'private' })
  return location
}

/** Invites a friend to a location; returns the id of the invite. */
export async function sendInvite(by: TestUser, friend: TestUser, location: string): Promise<string> {
  const { id } = await by.api.call('inviteUser', { userId: friend.id, body: { instanceId: location } })
  return id
}

/** The slot of the message that `anEditedMessage` creates. */
export const EDITED_SLOT = { messageType: 'message', slot: 5 } as const
/** Inserts an invite message that was edited long enough ago to be reset; returns the id of its owner. */
export async function anEditedMessage({ scope }: TestApp, userId: UserId): Promise<UserId> {
  const { db, now } = scope()
  const updatedAt = new Date(now.getTime() - 3_600_000)
  await db.inviteMessage.create({ data: { userId, ...EDITED_SLOT, message: 'Edited long ago', updatedAt } })
  return userId
}

/** A user's notifications of these types in the database, oldest first. */
export const notificationsReceivedBy = ({ scope }: TestApp, { id }: Pick<TestUser, 'id'>, ...types: string[]) =>
  scope().db.notification.findMany({
    where: { receiverId: id, type: { in: types } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** Suspends the friendship of two users, as a block does. */
export async function suspendFriendshipOf({ scope }: TestApp, one: TestUser, other: TestUser): Promise<void> {
  const sides = [
    { userId: one.id, friendId: other.id },
    { userId: other.id, friendId: one.id },
  ]
  await scope().db.friendship.updateMany({ where: { OR: sides }, data: { blocked: true } })
}
