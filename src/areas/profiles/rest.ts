import type { Handlers } from '../../contract/operation.ts'
import type { profiles } from '../../contract/profiles.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { updateUser } from '../users/profile/profile.ts'
import { readUser } from '../users/users.ts'
import { readProfile } from './profile.ts'
import { createProfileTheme, deleteProfileTheme, updateProfileTheme } from './themes.ts'
import { readTutorialsOf } from './tutorials.ts'
import { privateProfileWire, publicProfileWire, selfProfileWire, themeWire, tutorialStatusWire } from './wire.ts'

export const profilesRest: Handlers<typeof profiles, ScopeByAccess> = {
  getPublicProfile: async (scope, { userId, query }) =>
    publicProfileWire(await readProfile(scope, userId, { asSelf: query.asSelf ?? false }), scope),
  getPrivateProfile: async (scope, { userId }) => privateProfileWire(scope, await readUser(scope, userId)),
  updateProfile: async (scope, { userId, body }) => {
    await updateUser(scope, userId, body)
    return selfProfileWire(await readProfile(scope, userId, { asSelf: true }), scope)
  },
  createProfileTheme: async (scope, { body }) => themeWire(await createProfileTheme(scope, body)),
  updateProfileTheme: async (scope, { themeId, body }) => themeWire(await updateProfileTheme(scope, themeId, body)),
  deleteProfileTheme: async (scope, { themeId }) =>
    deleteProfileTheme(scope, themeId).then(() => successResponse('Theme deleted.')),
  getCosmetics: () => [],
  getUserTutorialStatus: async (scope, { userId }) => tutorialStatusWire(await readTutorialsOf(scope, userId)),
}
