import type { Handlers } from '../../contract/operation.ts'
import { pageOf } from '../../contract/shapes/page.ts'
import type { users } from '../../contract/users.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope, ScopeOf } from '../../kernel/scope.ts'
import { readCurrentUser } from '../accounts/currentUser.ts'
import { currentUserWire } from '../accounts/wire.ts'
import { updateBadge } from './badges.ts'
import { readNote, readNotes, updateNote } from './notes.ts'
import { updateUser } from './profile.ts'
import { addTags, removeTags } from './tags.ts'
import { readUser, readUserByName, searchUsers } from './users.ts'
import { limitedUserWire, noteWire, userWire } from './wire.ts'

const record = async (scope: Scope, id: UserId) => currentUserWire(await readCurrentUser(scope, id), scope.now)

export const usersRest: Handlers<typeof users, ScopeOf> = {
  searchUsers: async (scope, { query }) => (await searchUsers(scope, query, pageOf(query))).map(limitedUserWire),
  getUser: async (scope, { userId }) => userWire(await readUser(scope, userId)),
  getUserByName: async (scope, { username }) => userWire(await readUserByName(scope, username)),
  updateUser: async (scope, { userId, body }) => updateUser(scope, userId, body).then(() => record(scope, userId)),
  addTags: async (scope, { userId, body }) => addTags(scope, userId, body.tags).then(() => record(scope, userId)),
  removeTags: async (scope, { userId, body }) => removeTags(scope, userId, body.tags).then(() => record(scope, userId)),
  updateBadge: (scope, { userId, badgeId, body }) => updateBadge(scope, userId, badgeId, body),
  getUserNotes: async (scope, { query }) => (await readNotes(scope, pageOf(query))).map(noteWire),
  getUserNote: async (scope, { userNoteId }) => noteWire(await readNote(scope, userNoteId)),
  updateUserNote: async (scope, { body }) => noteWire(await updateNote(scope, body.targetUserId, body.note)),
}
