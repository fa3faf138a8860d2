import { deterministicId } from '../../src/kernel/ids.ts'
import type { Things } from './fixtures.ts'
import { AUTHOR, type GraphAccessTable, INVISIBLE_TO_OTHERS, RECEIVER, SIGNED_IN } from './graphOutcomes.ts'

const groupId = ({ userId }: Things) => deterministicId('favoriteGroup', userId, 'world', 'worlds1')
const group = ({ userId }: Things) => `group: AVATARS_1, userId: "${userId}"`

export const favoriteQueries: GraphAccessTable = {
  'node of a favorite': [({ favoriteId }) => `node(id: "${favoriteId}") { id }`, AUTHOR],
  'node of a favorite group': [(things) => `node(id: "${groupId(things)}") { id }`, AUTHOR],
}

export const favoriteMutations: GraphAccessTable = {
  addFavorite: [
    ({ avatarId }) => `addFavorite(input: { targetId: "${avatarId}", group: AVATARS_1 }) { favorite { id } }`,
    SIGNED_IN,
  ],
  removeFavorite: [
    ({ favoriteId }) => `removeFavorite(input: { favoriteId: "${favoriteId}" }) { deletedFavoriteId }`,
    RECEIVER,
  ],
  updateFavoriteGroup: [
    (things) => `updateFavoriteGroup(input: { ${group(things)}, displayName: "Mine" }) { favoriteGroup { id } }`,
    INVISIBLE_TO_OTHERS,
  ],
  clearFavoriteGroup: [
    (things) => `clearFavoriteGroup(input: { ${group(things)} }) { deletedFavoriteIds }`,
    INVISIBLE_TO_OTHERS,
  ],
}
