import { anAvatarId } from '../support/favorites.ts'
import type { Things } from './fixtures.ts'
import { AUTHOR, type GraphAccessTable, SIGNED_IN } from './graphOutcomes.ts'

const muting = ({ strangerId }: Things) => `input: { userId: "${strangerId}", type: MUTE }`
const AVATAR = `input: { avatarId: "${anAvatarId()}" }`

export const moderationQueries: GraphAccessTable = {
  'node of a player moderation': [({ moderationId }) => `node(id: "${moderationId}") { id }`, AUTHOR],
}

export const moderationMutations: GraphAccessTable = {
  addPlayerModeration: [(things) => `addPlayerModeration(${muting(things)}) { playerModeration { id } }`, SIGNED_IN],
  removePlayerModeration: [
    (things) => `removePlayerModeration(${muting(things)}) { deletedPlayerModerationId }`,
    SIGNED_IN,
  ],
  removeAllPlayerModerations: [() => 'removeAllPlayerModerations(input: {}) { deletedPlayerModerationIds }', SIGNED_IN],
  blockAvatar: [() => `blockAvatar(${AVATAR}) { blockedAvatar { id } }`, SIGNED_IN],
  unblockAvatar: [() => `unblockAvatar(${AVATAR}) { deletedBlockedAvatarId }`, SIGNED_IN],
}
