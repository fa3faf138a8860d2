import { newId, type UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { moment } from './records.ts'

const NOW = new Date()

/** A user row with a different value in each column that any record contains. */
export const aUserRow = (name: string) => ({
  displayName: `Display ${name}`,
  displayNameKey: `display ${name}`,
  bio: `Bio of ${name}`,
  bioLinks: ['https://plaza.test/bio'],
  pronouns: 'they',
  pronounsHistory: ['he'],
  status: 'join me',
  statusDescription: 'Described',
  statusHistory: ['Said before'],
  tags: ['system_supporter'],
  developerType: 'trusted',
  userIcon: 'https://plaza.test/icon.png',
  profilePicOverride: 'https://plaza.test/picture.png',
  bannerType: 'customImage',
  bannerUrl: 'https://plaza.test/banner.png',
  currentAvatar: newId('avatar', NOW),
  fallbackAvatar: newId('avatar', NOW),
  currentAvatarImageUrl: 'https://plaza.test/avatar.png',
  currentAvatarThumbnailImageUrl: 'https://plaza.test/avatar-small.png',
  currentAvatarTags: ['author_tag_robot'],
  homeLocation: newId('world', NOW),
  ageVerificationStatus: '18+',
  createdAt: moment(1),
  updatedAt: moment(2),
  lastLoginAt: moment(3),
  lastActivityAt: moment(4),
  lastMobileAt: moment(5),
  lastPlatform: 'ios',
})
export type UserRow = ReturnType<typeof aUserRow>

export const updateUserRow = (app: TestApp, id: UserId, data: object) =>
  app.scope().db.user.update({ where: { id }, data })

/** Fields that every record of a user contains. */
export const summaryOf = (id: UserId, row: UserRow) => ({
  id,
  displayName: row.displayName,
  bio: row.bio,
  bioLinks: row.bioLinks,
  status: row.status,
  statusDescription: row.statusDescription,
  tags: row.tags,
  developerType: row.developerType,
  userIcon: row.userIcon,
  profilePicOverride: row.profilePicOverride,
  currentAvatarImageUrl: row.currentAvatarImageUrl,
  currentAvatarThumbnailImageUrl: row.currentAvatarThumbnailImageUrl,
  currentAvatarTags: row.currentAvatarTags,
  last_platform: row.lastPlatform,
})

/** Fields that a profile adds to the summary. */
export const profileOf = (id: UserId, row: UserRow, flags: Readonly<Record<string, boolean>>) => ({
  ...summaryOf(id, row),
  pronouns: row.pronouns,
  ageVerificationStatus: row.ageVerificationStatus,
  ageVerified: flags.ageVerified,
  allowAvatarCopying: flags.allowAvatarCopying,
  date_joined: '2024-01-01',
  last_mobile: row.lastMobileAt.toISOString(),
  profilePicOverrideThumbnail: row.profilePicOverride,
})

export const NOT_SERVED_OF_PEOPLE = ['iconFrame', 'iconUrl', 'nameplateEffect', 'profileEffect'] as const
