import { z } from 'zod'
import { UserId } from '../../../contract/ids.ts'
import { ChangeUserTagsRequest, UpdateUserRequest } from '../../../contract/shapes/account.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { type FileSlot, uploadIdField, withNewFiles } from '../../../edges/graphql/resolvers/uploads.ts'
import type { UploadId } from '../../../kernel/ids.ts'
import { deleteUser } from '../../accounts/account/deletion.ts'
import { ContentFilter } from '../../accounts/graph/viewer.ts'
import { profileRules, updateUser } from '../profile/profile.ts'
import { addTags, removeTags } from '../profile/tags.ts'
import { UserStatus } from './profileEnums.ts'
import { userRef } from './user.ts'

const Target = z.object({
  userId: UserId.optional().describe('Person to change, by default the viewer; only admins change others.'),
})

/** The person that a mutation has changed. */
interface Changed {
  readonly userId: string
}

const changedUser = (t: ObjectFieldBuilder<Changed>) => ({
  user: t.field(userRef('userId', 'The public profile after the change.')),
})

const { shape } = UpdateUserRequest
const Profile = z.object({
  ...Target.shape,
  allowAvatarCopying: shape.allowAvatarCopying,
  bio: shape.bio,
  bioLinks: shape.bioLinks,
  homeLocation: shape.homeLocation,
  profilePicOverride: shape.profilePicOverride,
  profilePicOverrideUploadId: uploadIdField('GALLERY'),
  pronouns: shape.pronouns,
  status: shape.status,
  statusDescription: shape.statusDescription,
  tags: shape.tags,
  userIcon: shape.userIcon,
  userIconUploadId: uploadIdField('ICON'),
})

type Pictures<T> = { readonly [K in 'userIcon' | 'profilePicOverride']?: T | undefined }

const pictureSlots = (urls: Pictures<string>, uploads: Pictures<UploadId>) =>
  ({
    userIcon: { url: urls.userIcon, uploadId: uploads.userIcon, field: 'userIconUploadId', purpose: 'icon' },
    profilePicOverride: {
      url: urls.profilePicOverride,
      uploadId: uploads.profilePicOverride,
      field: 'profilePicOverrideUploadId',
      purpose: 'gallery',
    },
  }) satisfies Record<string, FileSlot>

mutation('updateProfile', {
  description:
    'Updates a profile: what others see of a person. Fields that are left out stay as they are, null clears a field; either all changes apply or none.',
  input: Profile,
  types: { homeLocation: 'ID', profilePicOverride: 'URL', status: UserStatus, userIcon: 'URL' },
  rules: (scope, { userId = scope.viewer.id, ...change }) => profileRules(scope, userId, change),
  run: async (scope, { userId = scope.viewer.id, userIconUploadId, profilePicOverrideUploadId, ...change }) => {
    const uploads = { userIcon: userIconUploadId, profilePicOverride: profilePicOverrideUploadId }
    await withNewFiles(scope, pictureSlots(change, uploads), (pictures, writeNewFiles) =>
      updateUser(scope, userId, { ...change, ...pictures, writeNewFiles }),
    )
    return { userId }
  },
  payload: changedUser,
})

const Account = z.object({
  ...Target.shape,
  acceptedTOSVersion: shape.acceptedTOSVersion,
  birthday: z.date().optional().describe('Date of birth, at least 13 years ago.'),
  contentFilters: shape.contentFilters,
  currentPassword: shape.currentPassword,
  displayName: shape.displayName,
  email: shape.email,
  hasDiscordFriendsOptOut: shape.hasDiscordFriendsOptOut,
  hasSharedConnectionsOptOut: shape.hasSharedConnectionsOptOut,
  isBoopingEnabled: shape.isBoopingEnabled,
  password: shape.password,
  revertDisplayName: shape.revertDisplayName,
  unsubscribe: shape.unsubscribe,
  username: shape.username,
})

const dayOf = (birthday: Date | undefined) => birthday?.toISOString().slice(0, 10)

mutation('updateAccount', {
  description:
    'Updates an account: names, e-mail address, password and settings. Fields that are left out stay as they are; either all changes apply or none. E-mail address, password and names need `currentPassword`; of another person, a confirmed identity is enough.',
  input: Account,
  types: { birthday: 'Date', contentFilters: [ContentFilter] },
  rules: (scope, { userId = scope.viewer.id, birthday, ...change }) =>
    profileRules(scope, userId, { ...change, birthday: dayOf(birthday) }),
  run: async (scope, { userId = scope.viewer.id, birthday, ...change }) => {
    await updateUser(scope, userId, { ...change, birthday: dayOf(birthday) })
    return { userId }
  },
  payload: changedUser,
})

const Tags = ChangeUserTagsRequest.extend(Target.shape)

mutation('addTags', {
  description: 'Adds tags to a profile.',
  input: Tags,
  run: async (scope, { userId = scope.viewer.id, tags }) => {
    await addTags(scope, userId, tags)
    return { userId }
  },
  payload: changedUser,
})

mutation('removeTags', {
  description: 'Removes tags from a profile.',
  input: Tags,
  run: async (scope, { userId = scope.viewer.id, tags }) => {
    await removeTags(scope, userId, tags)
    return { userId }
  },
  payload: changedUser,
})

mutation('deleteAccount', {
  description: 'Schedules the deletion of an account in 14 days; any earlier request of its owner cancels it.',
  input: Target,
  run: async (scope, { userId = scope.viewer.id }) => {
    await deleteUser(scope, userId)
    return { userId }
  },
  payload: changedUser,
})
