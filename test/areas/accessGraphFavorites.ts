import { namedId } from '../../src/kernel/ids.ts'
import { anAvatarId } from '../support/favorites.ts'
import type { Things } from './callers.ts'
import { AUTHOR, RECEIVER, SIGNED, type Table, UNSEEN } from './graphAnswers.ts'

const groupId = ({ userId }: Things) => namedId('favoriteGroup', userId, 'world', 'worlds1')
const group = ({ userId }: Things) => `type: AVATAR, group: "avatars1", userId: "${userId}"`

export const favoriteQueries: Table = {
  'node of a favorite': [({ favoriteId }) => `node(id: "${favoriteId}") { id }`, AUTHOR],
  'node of a favorite group': [(things) => `node(id: "${groupId(things)}") { id }`, AUTHOR],
}

export const favoriteMutations: Table = {
  addFavorite: [
    () => `addFavorite(input: { type: AVATAR, favoriteId: "${anAvatarId()}", group: "avatars1" }) { id }`,
    SIGNED,
  ],
  removeFavorite: [({ favoriteId }) => `removeFavorite(input: { favoriteId: "${favoriteId}" }) { id }`, RECEIVER],
  updateFavoriteGroup: [
    (things) => `updateFavoriteGroup(input: { ${group(things)}, displayName: "Mine" }) { id }`,
    UNSEEN,
  ],
  clearFavoriteGroup: [(things) => `clearFavoriteGroup(input: { ${group(things)} }) { id }`, UNSEEN],
}
