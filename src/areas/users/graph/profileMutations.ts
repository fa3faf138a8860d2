import { z } from 'zod'
import { ProfileThemeId, UserId } from '../../../contract/ids.ts'
import { ChangeUserTagsRequest, UpdateUserRequest } from '../../../contract/shapes/account.ts'
import { appearanceFields } from '../../../contract/shapes/profile.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { type FileSlot, newFileRules, uploadIdField, withNewFiles } from '../../../edges/graphql/resolvers/uploads.ts'
import { ID_PREFIXES, type UploadId } from '../../../kernel/ids.ts'
import { deleteUser } from '../../accounts/account/deletion.ts'
import { ContentFilter } from '../../accounts/graph/viewer.ts'
import { profileRules, updateUser } from '../profile/profile.ts'
import { addTags, removeTags } from '../profile/tags.ts'
import { BackgroundType, BannerType, UserStatus } from './profileEnums.ts'
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
  allowsAvatarCopying: shape.allowAvatarCopying,
  ...z.object(appearanceFields).partial().shape,
  themeId: z
    .union([ProfileThemeId, z.literal('')])
    .optional()
    .describe("A theme of the person's; null for none."),
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

interface GivenPictures extends Pictures<string> {
  readonly userIconUploadId?: UploadId | undefined
  readonly profilePicOverrideUploadId?: UploadId | undefined
}

const pictureSlots = ({ userIconUploadId, profilePicOverrideUploadId, ...urls }: GivenPictures) =>
  ({
    userIcon: { url: urls.userIcon, uploadId: userIconUploadId, field: 'userIconUploadId', purpose: 'icon' },
    profilePicOverride: {
      url: urls.profilePicOverride,
      uploadId: profilePicOverrideUploadId,
      field: 'profilePicOverrideUploadId',
      purpose: 'gallery',
    },
  }) satisfies Record<string, FileSlot>

/** The id of a theme as its row has it, without the prefix that it has in the graph. */
const withStoredTheme = <T extends { readonly themeId?: string | undefined }>(change: T): T =>
  change.themeId === undefined ? change : { ...change, themeId: change.themeId.replace(THEME_PREFIX, '') }

const THEME_PREFIX = `${ID_PREFIXES.profileTheme}_`

mutation('updateProfile', {
  description:
    'Updates a profile: what others see of a person. Fields that are left out stay as they are, null clears a field; either all changes apply or none.',
  input: Profile,
  types: {
    backgroundType: BackgroundType,
    bannerCustomUrl: 'URL',
    bannerType: BannerType,
    homeLocation: 'ID',
    profilePicOverride: 'URL',
    status: UserStatus,
    themeId: 'ID',
    userIcon: 'URL',
  },
  rules: async (scope, { userId = scope.viewer.id, ...change }) => [
    ...(await profileRules(scope, userId, withStoredTheme(change))),
    ...newFileRules(scope, pictureSlots(change)),
  ],
  run: async (scope, { userId = scope.viewer.id, userIconUploadId, profilePicOverrideUploadId, ...given }) => {
    const { allowsAvatarCopying: allowAvatarCopying, ...change } = given
    const slots = pictureSlots({ ...change, userIconUploadId, profilePicOverrideUploadId })
    await withNewFiles(scope, slots, (pictures, writeNewFiles) =>
      updateUser(scope, userId, { ...withStoredTheme(change), allowAvatarCopying, ...pictures, writeNewFiles }),
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
  isUnsubscribed: shape.unsubscribe,
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
  run: async (scope, { userId = scope.viewer.id, birthday, isUnsubscribed: unsubscribe, ...change }) => {
    await updateUser(scope, userId, { ...change, birthday: dayOf(birthday), unsubscribe })
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
