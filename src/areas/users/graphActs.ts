import { changeTagsRules, updateBadgeRules, updateNoteRules, updateUserRules } from '../../edges/graphql/bodies.ts'
import { builder, INPUT } from '../../edges/graphql/builder.ts'
import { type GraphContext, renew, signed } from '../../edges/graphql/context.ts'
import { given } from '../../edges/graphql/given.ts'
import { idOf } from '../../edges/graphql/ids.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { SignedScope } from '../../kernel/scope.ts'
import { deleteUser } from '../accounts/deletion.ts'
import { readViewer, Viewer } from '../accounts/graph.ts'
import { updateBadge } from './badges.ts'
import { BADGE, people, User, UserBadge, UserNote, UserStatus } from './graph.ts'
import { updateNote } from './notes.ts'
import { updateUser } from './profile.ts'
import { addTags, removeTags } from './tags.ts'

const WHOSE = {
  description: "Whose account it is; the viewer's own where nothing is said. Another's is for admins only.",
}

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'What changes of an account and profile; what is left out stays.',
  validate: updateUserRules,
  fields: (t) => ({
    userId: t.id(WHOSE),
    currentPassword: t.string({ description: 'Needed to change the e-mail address, the password or a name.' }),
    displayName: t.string({ description: 'The name that others see, 4 to 15 characters.' }),
    revertDisplayName: t.boolean({ description: 'Whether to go back to the display name before this one.' }),
    username: t.string({ description: 'The name that logs in, 4 to 15 characters.' }),
    email: t.string({ description: 'A new e-mail address; it is pending until the mailed link is opened.' }),
    password: t.string({ description: 'A new password, 8 characters or more.' }),
    birthday: t.field({ type: 'Date', description: 'The day of birth, at least 13 years ago.' }),
    bio: t.string({ description: 'What the person says of themself, at most 512 characters.' }),
    bioLinks: t.stringList({ description: 'Addresses that belong to it, at most 10.' }),
    pronouns: t.string({ description: 'How the person is spoken of, at most 32 characters.' }),
    status: t.field({ type: UserStatus, description: 'How open the person is to others.' }),
    statusDescription: t.string({ description: 'The status in their own words, at most 128 characters.' }),
    tags: t.stringList({ description: 'All own tags anew.' }),
    userIcon: t.string({ description: 'The address of a file on this server; empty for none.' }),
    acceptedTOSVersion: t.int({ description: 'The version of the terms that is accepted.' }),
    contentFilters: t.stringList({ description: 'Kinds of content that are not to be shown.' }),
    isBoopingEnabled: t.boolean({ description: 'Whether others may boop.' }),
    hasSharedConnectionsOptOut: t.boolean({ description: 'Whether shared connections are kept from others.' }),
    hasDiscordFriendsOptOut: t.boolean({ description: 'Whether friends are not to be found by Discord.' }),
    unsubscribe: t.boolean({ description: 'Whether no newsletters are wanted.' }),
  }),
})

const ChangeTagsInput = builder.inputType('ChangeTagsInput', {
  description: 'Tags that come or go.',
  validate: changeTagsRules,
  fields: (t) => ({
    userId: t.id(WHOSE),
    tags: t.stringList({ required: true, description: 'language_ tags, three at most, and show_social_rank.' }),
  }),
})

const DeleteAccountInput = builder.inputType('DeleteAccountInput', {
  description: 'Which account is to go.',
  fields: (t) => ({ userId: t.id(WHOSE) }),
})

const UpdateBadgeInput = builder.inputType('UpdateBadgeInput', {
  description: 'How a badge shows; what is left out stays.',
  validate: updateBadgeRules,
  fields: (t) => ({
    userId: t.id(WHOSE),
    badgeId: t.id({ required: true, description: 'A badge that the person has.' }),
    showcased: t.boolean({ description: 'Whether it is shown first.' }),
    hidden: t.boolean({ description: 'Whether others do not see it.' }),
  }),
})

const UpdateNoteInput = builder.inputType('UpdateNoteInput', {
  description: 'A note about a person, in place of an earlier one.',
  validate: updateNoteRules,
  fields: (t) => ({
    targetUserId: t.id({ required: true, description: 'Whom it is about.' }),
    note: t.string({ required: true, description: 'The text, at most 1,000 characters.' }),
  }),
})

/** Whose record an act has changed. */
const ChangedUser = builder.objectRef<{ userId: UserId }>('ChangedUser').implement({
  description: 'The person whose account or profile was changed.',
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The person as others see them now.',
      resolve: ({ userId }, _args, context) => people(context).load(userId),
    }),
    viewer: t.prismaField({
      type: Viewer,
      nullable: true,
      description: 'The own account as it is now; null where an admin has changed that of another person.',
      resolve: async (query, { userId }, _args, context) => {
        const asked = { ...query }
        return userId === signed(context).viewer.id ? readViewer(context, asked) : null
      },
    }),
  }),
})

const whose = ({ viewer }: SignedScope, userId: string | null | undefined) =>
  userId ? idOf('user', userId, 'User') : viewer.id

/** Runs an act upon a person's record, which is read again afterwards. */
async function change(
  context: GraphContext,
  input: { readonly userId?: string | null | undefined },
  act: (scope: SignedScope, id: UserId) => Promise<unknown>,
) {
  const scope = signed(context)
  const userId = whose(scope, input.userId)
  await act(scope, userId)
  renew(context)
  return { userId }
}

builder.mutationFields((t) => ({
  updateUser: t.field({
    type: ChangedUser,
    description: 'Changes an account and profile, all that is given or nothing.',
    args: { input: t.arg({ type: UpdateUserInput, ...INPUT }) },
    resolve: (_root, { input }, context) =>
      change(context, input, (scope, id) => {
        const { birthday, ...rest } = input
        const day = birthday ? { birthday: birthday.toISOString().slice(0, 10) } : {}
        return updateUser(scope, id, { ...given(rest), ...day })
      }),
  }),
  addTags: t.field({
    type: ChangedUser,
    description: 'Adds tags to an account.',
    args: { input: t.arg({ type: ChangeTagsInput, ...INPUT }) },
    resolve: (_root, { input }, context) => change(context, input, (scope, id) => addTags(scope, id, input.tags)),
  }),
  removeTags: t.field({
    type: ChangedUser,
    description: 'Takes tags from an account.',
    args: { input: t.arg({ type: ChangeTagsInput, ...INPUT }) },
    resolve: (_root, { input }, context) => change(context, input, (scope, id) => removeTags(scope, id, input.tags)),
  }),
  deleteAccount: t.field({
    type: ChangedUser,
    description: 'Marks an account for deletion after 14 days; any request of its owner until then cancels it.',
    args: { input: t.arg({ type: DeleteAccountInput, ...INPUT }) },
    resolve: (_root, { input }, context) => change(context, input, deleteUser),
  }),
  updateBadge: t.field({
    type: UserBadge,
    description: 'Shows, showcases or hides a badge that a person has.',
    args: { input: t.arg({ type: UpdateBadgeInput, ...INPUT }) },
    resolve: async (_root, { input: { showcased, hidden, ...input } }, context) => {
      const badgeId = idOf('badge', input.badgeId, 'Badge')
      const { userId } = await change(context, input, (scope, id) =>
        updateBadge(scope, id, badgeId, given({ showcased, hidden })),
      )
      const where = { userId_badgeId: { userId, badgeId } }
      return context.scope.db.userBadge.findUniqueOrThrow({ where, include: BADGE })
    },
  }),
  updateNote: t.field({
    type: UserNote,
    description: "Writes the viewer's note about a person.",
    args: { input: t.arg({ type: UpdateNoteInput, ...INPUT }) },
    resolve: async (_root, { input }, context) => {
      const note = await updateNote(signed(context), idOf('user', input.targetUserId, 'User'), input.note)
      renew(context)
      return note
    },
  }),
}))
