import type { PlayerModerationType } from '../../src/contract/shapes/moderation.ts'
import type { TestApp } from './app.ts'
import type { Person } from './people.ts'

type Target = Pick<Person, 'id'>

/** Somebody wants another to be so for them, and takes it back. */
export const moderate = ({ api }: Person, { id }: Target, type: PlayerModerationType) =>
  api.call('moderateUser', { body: { moderated: id, type } })
export const unmoderate = ({ api }: Person, { id }: Target, type: PlayerModerationType) =>
  api.call('unmoderateUser', { body: { moderated: id, type } })

export const block = (person: Person, target: Target) => moderate(person, target, 'block')
export const unblock = (person: Person, target: Target) => unmoderate(person, target, 'block')

/** Whether each side of a friendship rests; nothing of those who are no friends. */
export async function restingOf({ scope }: TestApp, one: Target, other: Target): Promise<boolean[]> {
  const people = [one.id, other.id]
  const sides = await scope().db.friendship.findMany({ where: { userId: { in: people }, friendId: { in: people } } })
  return sides.map(({ blocked }) => blocked)
}
