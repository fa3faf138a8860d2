import { z } from 'zod'
import { empty, get, post, put } from './operation.ts'
import { ChangeUserTagsRequest, UpdateUserBadgeRequest, UpdateUserRequest } from './shapes/accountRequests.ts'
import { CurrentUser } from './shapes/currentUser.ts'
import { UpdateUserNoteRequest, UserNote } from './shapes/note.ts'
import { flag, paged } from './shapes/page.ts'
import { LimitedUserSearch, User } from './shapes/user.ts'

export const users = {
  searchUsers: get('/users', {
    summary: 'Searches people by display name; without one it lists nobody.',
    query: z.object({
      search: z.string().optional(),
      developerType: z.string().optional(),
      ...paged,
      isInternalVariant: flag('isInternalVariant').optional(),
    }),
    result: z.array(LimitedUserSearch),
  }),
  getUser: get('/users/{userId}', { summary: 'Reads a person by id.', result: User }),
  getUserByName: get('/users/{username}/name', {
    summary: 'Reads a person by username. Admins only.',
    access: 'admin',
    result: User,
    deprecated: true,
  }),
  updateUser: put('/users/{userId}', {
    summary: 'Changes the own account and profile; e-mail, password and names need the current password.',
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
    summary: 'Takes tags from the own account.',
    body: ChangeUserTagsRequest,
    result: CurrentUser,
  }),
  updateBadge: put('/users/{userId}/badges/{badgeId}', {
    summary: 'Shows or hides an own badge.',
    body: UpdateUserBadgeRequest,
    result: empty,
  }),
  getUserNotes: get('/userNotes', {
    summary: 'Lists the own notes about other people, the latest changed first.',
    query: z.object(paged),
    result: z.array(UserNote),
  }),
  getUserNote: get('/userNotes/{userNoteId}', { summary: 'Reads an own note.', result: UserNote }),
  updateUserNote: post('/userNotes', {
    summary: 'Writes the own note about a person, in place of an earlier one.',
    body: UpdateUserNoteRequest,
    result: UserNote,
  }),
}
