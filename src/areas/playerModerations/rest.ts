import type { Handlers } from '../../contract/operation.ts'
import type { playerModerations } from '../../contract/playerModerations.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { moderateAvatar, readAvatarModerations, unmoderateAvatar } from './avatarModerations.ts'
import { clearModerations, moderateUser, readModerations, unmoderateUser } from './playerModerations.ts'
import { avatarModerationWire, createdAvatarModerationWire, moderationWire } from './wire.ts'

export const moderationRest: Handlers<typeof playerModerations, ScopeByAccess> = {
  getPlayerModerations: async (scope, { query }) => (await readModerations(scope, query)).map(moderationWire),
  moderateUser: async (scope, { body: { moderated, type } }) =>
    moderationWire((await moderateUser(scope, moderated, type)).moderation),
  clearAllPlayerModerations: async (scope) => clearModerations(scope).then(() => successResponse('OK')),
  unmoderateUser: async (scope, { body: { moderated, type } }) =>
    unmoderateUser(scope, moderated, type).then(() => successResponse(`User ${moderated} unmoderated`)),
  getGlobalAvatarModerations: async (scope) => (await readAvatarModerations(scope)).map(avatarModerationWire),
  createGlobalAvatarModeration: async (scope, { body: { targetAvatarId, avatarModerationType } }) =>
    createdAvatarModerationWire(await moderateAvatar(scope, targetAvatarId, avatarModerationType)),
  deleteGlobalAvatarModeration: async (scope, { query: { targetAvatarId, avatarModerationType } }) =>
    unmoderateAvatar(scope, targetAvatarId, avatarModerationType).then(() => ({ OK: 'OK' })),
}
