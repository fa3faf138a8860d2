import type { UserNote } from '../../contract/shapes/note.ts'
import type { LimitedUserSearch, User } from '../../contract/shapes/user.ts'
import { badgeWire, personWire, profileWire } from '../accounts/wire.ts'
import type { FoundNote } from './notes.ts'
import type { FoundUser, SeenUser } from './users.ts'

/** A person as others see them: whether and where they are here is told to nobody but themself. */
export const userWire = (user: SeenUser): User => ({
  ...profileWire(user),
  badges: user.badges.map(badgeWire),
  bannerType: user.bannerType,
  bannerUrl: user.bannerUrl,
  friendKey: '',
  friendRequestStatus: '',
  instanceId: 'offline',
  isFriend: false,
  last_activity: user.own ? (user.lastActivityAt?.toISOString() ?? '') : '',
  last_login: user.own ? (user.lastLoginAt?.toISOString() ?? '') : '',
  location: 'offline',
  note: user.note,
  platform: '',
  state: user.own ? 'online' : 'offline',
  travelingToInstance: '',
  travelingToLocation: '',
  travelingToWorld: '',
  worldId: 'offline',
})

export const limitedUserWire = (user: FoundUser): LimitedUserSearch => ({
  ...personWire(user),
  bannerType: user.bannerType,
  bannerUrl: user.bannerUrl,
  isFriend: false,
})

export const noteWire = (row: FoundNote): UserNote => ({
  id: row.id,
  userId: row.userId,
  targetUserId: row.targetUserId,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
  targetUser: {
    id: row.targetUserId,
    displayName: row.targetUser.displayName,
    currentAvatarTags: row.targetUser.currentAvatarTags,
    currentAvatarThumbnailImageUrl: row.targetUser.currentAvatarThumbnailImageUrl,
    profilePicOverride: row.targetUser.profilePicOverride,
    userIcon: row.targetUser.userIcon,
  },
})
