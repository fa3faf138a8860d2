import { z } from 'zod'
import { empty, get, post, put } from './operation.ts'
import { ChangeUserTagsRequest, UpdateUserBadgeRequest, UpdateUserRequest } from './shapes/account.ts'
import { CurrentUser } from './shapes/currentUser.ts'
import { booleanText, pageQuery } from './shapes/queryParameters.ts'
import { Badge, LimitedUserSearch, UpdateUserNoteRequest, User, UserNote } from './shapes/user.ts'

export const users = {
  searchUsers: get('/users', {
    summary:
      'Searches people by display name, those whose name begins with the text first; without a text, the result is empty.',
    query: z.object({
      search: z.string().optional().describe('Part of the display name.'),
      developerType: z.string().optional().describe('Only people with this developer type.'),
      ...pageQuery,
      isInternalVariant: booleanText('isInternalVariant').optional().describe('Ignored.'),
    }),
    mayBeOld: true,
    result: z.array(LimitedUserSearch),
  }),
  getUser: get('/users/{userId}', { summary: 'Reads a person by id.', mayBeOld: true, result: User }),
  getUserByName: get('/users/{username}/name', {
    summary: 'Reads a person by username. Admins only.',
    access: 'admin',
    result: User,
    deprecated: true,
  }),
  updateUser: put('/users/{userId}', {
    summary: 'Updates the own account and profile; e-mail, password and names need the current password.',
    body: UpdateUserRequest,
    bodyOptional: true,
    result: CurrentUser,
  }),
  addTags: post('/users/{userId}/addTags', {
    summary: 'Adds tags to the own account.',
    body: ChangeUserTagsRequest,
    result: CurrentUser,
  }),
  removeTags: post('/users/{userId}/removeTags', {
    summary: 'Removes tags from the own account.',
    body: ChangeUserTagsRequest,
    result: CurrentUser,
  }),
  getUserBadges: get('/users/{userId}/badges', {
    origin: 'client',
    summary: 'Lists the badges that a person shows, as the record of the person does.',
    mayBeOld: true,
    result: z.array(Badge),
  }),
  updateBadge: put('/users/{userId}/badges/{badgeId}', {
    summary: 'Shows or hides an own badge.',
    body: UpdateUserBadgeRequest,
    result: empty,
  }),
  getUserNotes: get('/userNotes', {
    summary: 'Lists the own notes about other people, latest change first.',
    query: z.object(pageQuery),
    result: z.array(UserNote),
  }),
  getUserNote: get('/userNotes/{userNoteId}', { summary: 'Reads an own note.', result: UserNote }),
  updateUserNote: post('/userNotes', {
    summary: 'Writes the own note about a person; it replaces any other.',
    body: UpdateUserNoteRequest,
    result: UserNote,
  }),
}
