import type { PlayerModerationType } from '../../src/contract/shapes/playerModeration.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './users.ts'

type Target = Pick<TestUser, 'id'>

/** Adds a player moderation of this type. */
export const moderate = ({ api }: TestUser, { id }: Target, type: PlayerModerationType) =>
  api.call('moderateUser', { body: { moderated: id, type } })
/** Removes a player moderation of this type. */
export const unmoderate = ({ api }: TestUser, { id }: Target, type: PlayerModerationType) =>
  api.call('unmoderateUser', { body: { moderated: id, type } })

export const block = (person: TestUser, target: Target) => moderate(person, target, 'block')
export const unblock = (person: TestUser, target: Target) => unmoderate(person, target, 'block')

/** Whether each side of a friendship is suspended; empty for users who are no friends. */
export async function suspendedSidesOf({ scope }: TestApp, one: Target, other: Target): Promise<boolean[]> {
  const people = [one.id, other.id]
  const sides = await scope().db.friendship.findMany({ where: { userId: { in: people }, friendId: { in: people } } })
  return sides.map(({ blocked }) => blocked)
}
