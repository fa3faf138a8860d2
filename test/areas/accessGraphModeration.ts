import { anAvatarId } from '../support/favorites.ts'
import type { Things } from './callers.ts'
import { AUTHOR, SIGNED, type Table } from './graphAnswers.ts'

const muting = ({ strangerId }: Things) => `input: { userId: "${strangerId}", type: MUTE }`
const AVATAR = `input: { avatarId: "${anAvatarId()}", type: BLOCK }`

export const moderationQueries: Table = {
  'node of a player moderation': [({ moderationId }) => `node(id: "${moderationId}") { id }`, AUTHOR],
}

export const moderationMutations: Table = {
  moderateUser: [(things) => `moderateUser(${muting(things)}) { moderation { id } }`, SIGNED],
  unmoderateUser: [(things) => `unmoderateUser(${muting(things)}) { user { id } }`, SIGNED],
  clearAllPlayerModerations: [() => 'clearAllPlayerModerations { id }', SIGNED],
  createGlobalAvatarModeration: [() => `createGlobalAvatarModeration(${AVATAR}) { avatarId }`, SIGNED],
  deleteGlobalAvatarModeration: [() => `deleteGlobalAvatarModeration(${AVATAR}) { id }`, SIGNED],
}
