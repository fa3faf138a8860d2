import { z } from 'zod'
import { BadgeId, UserId } from '../../../contract/ids.ts'
import { ChangeUserTagsRequest, UpdateUserBadgeRequest, UpdateUserRequest } from '../../../contract/shapes/account.ts'
import { UpdateUserNoteRequest } from '../../../contract/shapes/user.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { act } from '../../../edges/graphql/resolvers/act.ts'
import { type Input, inputOf } from '../../../edges/graphql/resolvers/input.ts'
import type { UserId as Id } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { deleteUser } from '../../accounts/account/deletion.ts'
import { Viewer, viewerOf } from '../../accounts/graph/viewer.ts'
import { updateNote } from '../notes.ts'
import { updateBadge } from '../profile/badges.ts'
import { updateUser } from '../profile/profile.ts'
import { addTags, removeTags } from '../profile/tags.ts'
import { UserBadge, UserNote, UserStatus, userRef, WITH_BADGE } from './user.ts'

const target = z.object({
  userId: UserId.optional().describe('Person to change, by default the viewer; only admins change others.'),
})

const UpdateUserInput = inputOf(
  'UpdateUserInput',
  'Changes of an account and profile; fields that are left out stay as they are.',
  UpdateUserRequest.omit({ birthday: true }).extend({
    ...target.shape,
    birthday: z.date().optional().describe('Date of birth, at least 13 years ago.'),
  }),
  { birthday: 'Date', contentFilters: ['String'], status: UserStatus },
)
const ChangeTagsInput = inputOf('ChangeTagsInput', 'Tags to add or remove.', ChangeUserTagsRequest.extend(target.shape))
const DeleteAccountInput = inputOf('DeleteAccountInput', 'The account to delete.', target)
const UpdateBadgeInput = inputOf(
  'UpdateBadgeInput',
  'How a badge is shown; fields that are left out stay as they are.',
  UpdateUserBadgeRequest.extend({ ...target.shape, badgeId: BadgeId.describe('Badge of the person.') }),
)
const UpdateNoteInput = inputOf('UpdateNoteInput', 'Note about a person; replaces any other.', UpdateUserNoteRequest)

const ChangedUser = builder.objectRef<{ userId: Id }>('ChangedUser').implement({
  description: 'The person whose account or profile was changed.',
  fields: (t) => ({
    user: t.field(userRef('userId', 'The public profile after the change.')),
    viewer: t.field({
      type: Viewer,
      nullable: true,
      description: "The viewer after the change; null when an admin changed another person's account.",
      resolve: ({ userId }, _args, context) => (userId === context.viewerScope.viewer.id ? viewerOf(context) : null),
    }),
  }),
})

/** Type, arguments and resolver of a mutation of the viewer's account or, for admins, of another person's. */
const userAct = <I extends { userId?: Id | undefined }>(
  input: Input<I>,
  run: (scope: ViewerScope, id: Id, input: Omit<I, 'userId'>) => Promise<unknown>,
) => ({
  type: ChangedUser,
  ...act(input, async (scope, { userId = scope.viewer.id, ...change }) => {
    await run(scope, userId, change)
    return { userId }
  }),
})

builder.mutationFields((t) => ({
  updateUser: t.field({
    description: 'Updates an account and profile; either all changes apply or none.',
    ...userAct(UpdateUserInput, (scope, id, { birthday, ...change }) =>
      updateUser(scope, id, { ...change, birthday: birthday?.toISOString().slice(0, 10) }),
    ),
  }),
  addTags: t.field({
    description: 'Adds tags to an account.',
    ...userAct(ChangeTagsInput, (scope, id, { tags }) => addTags(scope, id, tags)),
  }),
  removeTags: t.field({
    description: 'Removes tags from an account.',
    ...userAct(ChangeTagsInput, (scope, id, { tags }) => removeTags(scope, id, tags)),
  }),
  deleteAccount: t.field({
    description: 'Schedules the deletion of an account in 14 days; any earlier request of its owner cancels it.',
    ...userAct(DeleteAccountInput, deleteUser),
  }),
  updateBadge: t.field({
    type: UserBadge,
    description: 'Shows, showcases or hides a badge of a person.',
    ...act(UpdateBadgeInput, async (scope, { userId = scope.viewer.id, badgeId, ...change }) => {
      await updateBadge(scope, userId, badgeId, change)
      const where = { userId_badgeId: { userId, badgeId } }
      return scope.db.userBadge.findUniqueOrThrow({ where, include: WITH_BADGE })
    }),
  }),
  updateNote: t.field({
    type: UserNote,
    description: "Writes the viewer's note about a person.",
    ...act(UpdateNoteInput, (scope, { targetUserId, note }) => updateNote(scope, targetUserId, note)),
  }),
}))
