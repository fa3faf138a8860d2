import type { moderation } from '../../contract/moderation.ts'
import type { Handlers } from '../../contract/operation.ts'
import { success } from '../../contract/shapes/error.ts'
import type { ScopeOf } from '../../kernel/scope.ts'
import { moderateAvatar, readAvatarModerations, unmoderateAvatar } from './avatars.ts'
import { clearModerations, moderateUser, unmoderateUser } from './moderating.ts'
import { readModerations } from './moderations.ts'
import { avatarModerationWire, createdAvatarModerationWire, moderationWire } from './wire.ts'

export const moderationRest: Handlers<typeof moderation, ScopeOf> = {
  getPlayerModerations: async (scope, { query }) => (await readModerations(scope, query)).map(moderationWire),
  moderateUser: async (scope, { body: { moderated, type } }) =>
    moderationWire(await moderateUser(scope, moderated, type)),
  clearAllPlayerModerations: async (scope) => clearModerations(scope).then(() => success('OK')),
  unmoderateUser: async (scope, { body: { moderated, type } }) =>
    unmoderateUser(scope, moderated, type).then(() => success(`User ${moderated} unmoderated`)),
  getGlobalAvatarModerations: async (scope) => (await readAvatarModerations(scope)).map(avatarModerationWire),
  createGlobalAvatarModeration: async (scope, { body: { targetAvatarId, avatarModerationType } }) =>
    createdAvatarModerationWire(await moderateAvatar(scope, targetAvatarId, avatarModerationType)),
  deleteGlobalAvatarModeration: async (scope, { query: { targetAvatarId, avatarModerationType } }) =>
    unmoderateAvatar(scope, targetAvatarId, avatarModerationType).then(() => ({ OK: 'OK' })),
}
