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
