import type { UserId, WorldId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { made } from './instances.ts'
import type { Person } from './people.ts'
import { aWorld } from './worlds.ts'

/** A private instance of a new world, which the person has made. */
export async function aPrivatePlace(app: TestApp, person: Person, worldId?: WorldId): Promise<string> {
  const { location } = await made(person, worldId ?? (await aWorld(app, person)), { type: 'private' })
  return location
}

/** Invites a friend there; answers the invite's id. */
export async function invited(by: Person, friend: Person, location: string): Promise<string> {
  const { id } = await by.api.call('inviteUser', { userId: friend.id, body: { instanceId: location } })
  return id
}

/** An invite message of somebody's that was edited so long ago that it can be reset; it is in this slot. */
export const EDITED = { messageType: 'message', slot: 5 } as const
export async function anEdited({ scope }: TestApp, userId: UserId): Promise<UserId> {
  const { db, now } = scope()
  const updatedAt = new Date(now.getTime() - 3_600_000)
  await db.inviteMessage.create({ data: { userId, ...EDITED, message: 'Edited long ago', updatedAt } })
  return userId
}

/** What somebody was sent of these types, as it is written down, the oldest first. */
export const receivedBy = ({ scope }: TestApp, { id }: Pick<Person, 'id'>, ...types: string[]) =>
  scope().db.notification.findMany({
    where: { receiverId: id, type: { in: types } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** Lets the friendship of two people rest, as a block does. */
export async function rest({ scope }: TestApp, one: Person, other: Person): Promise<void> {
  const sides = [
    { userId: one.id, friendId: other.id },
    { userId: other.id, friendId: one.id },
  ]
  await scope().db.friendship.updateMany({ where: { OR: sides }, data: { blocked: true } })
}
