import type { Handlers } from '../../contract/operation.ts'
import { pageOf } from '../../contract/shapes/queryParameters.ts'
import type { users } from '../../contract/users.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, ScopeByAccess } from '../../kernel/scope.ts'
import { readCurrentUser } from '../accounts/account/currentUser.ts'
import { currentUserWire } from '../accounts/wire.ts'
import { readNote, readNotes, updateNote } from './notes.ts'
import { updateBadge } from './profile/badges.ts'
import { updateUser } from './profile/profile.ts'
import { addTags, removeTags } from './profile/tags.ts'
import { searchUsers } from './queries.ts'
import { readUser, readUserByName } from './users.ts'
import { limitedUserWire, noteWire, userWire } from './wire.ts'

const readCurrentUserWire = async (scope: Scope, id: UserId) => currentUserWire(scope, await readCurrentUser(scope, id))

export const usersRest: Handlers<typeof users, ScopeByAccess> = {
  searchUsers: async (scope, { query }) =>
    (await searchUsers(scope, query, pageOf(query))).map((found) => limitedUserWire(scope, found)),
  getUser: async (scope, { userId }) => userWire(scope, await readUser(scope, userId)),
  getUserByName: async (scope, { username }) => userWire(scope, await readUserByName(scope, username)),
  updateUser: async (scope, { userId, body }) =>
    updateUser(scope, userId, body).then(() => readCurrentUserWire(scope, userId)),
  addTags: async (scope, { userId, body }) =>
    addTags(scope, userId, body.tags).then(() => readCurrentUserWire(scope, userId)),
  removeTags: async (scope, { userId, body }) =>
    removeTags(scope, userId, body.tags).then(() => readCurrentUserWire(scope, userId)),
  getUserBadges: async (scope, { userId }) => userWire(scope, await readUser(scope, userId)).badges,
  updateBadge: (scope, { userId, badgeId, body }) => updateBadge(scope, userId, badgeId, body),
  getUserNotes: async (scope, { query }) =>
    (await readNotes(scope, pageOf(query))).map((note) => noteWire(scope, note)),
  getUserNote: async (scope, { userNoteId }) => noteWire(scope, await readNote(scope, userNoteId)),
  updateUserNote: async (scope, { body }) => noteWire(scope, await updateNote(scope, body.targetUserId, body.note)),
}
