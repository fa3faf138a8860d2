import { anAvatarId } from '../support/favorites.ts'
import type { Things } from './fixtures.ts'
import { AUTHOR, type GraphAccessTable, SIGNED_IN } from './graphOutcomes.ts'

const muting = ({ strangerId }: Things) => `input: { userId: "${strangerId}", type: MUTE }`
const AVATAR = `input: { avatarId: "${anAvatarId()}", type: BLOCK }`

export const moderationQueries: GraphAccessTable = {
  'node of a player moderation': [({ moderationId }) => `node(id: "${moderationId}") { id }`, AUTHOR],
}

export const moderationMutations: GraphAccessTable = {
  moderateUser: [(things) => `moderateUser(${muting(things)}) { moderation { id } }`, SIGNED_IN],
  unmoderateUser: [(things) => `unmoderateUser(${muting(things)}) { user { id } }`, SIGNED_IN],
  clearAllPlayerModerations: [() => 'clearAllPlayerModerations { id }', SIGNED_IN],
  createGlobalAvatarModeration: [() => `createGlobalAvatarModeration(${AVATAR}) { avatarId }`, SIGNED_IN],
  deleteGlobalAvatarModeration: [() => `deleteGlobalAvatarModeration(${AVATAR}) { id }`, SIGNED_IN],
}
