import type { LimitedUserSearch, User, UserNote } from '../../contract/shapes/user.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import { badgeWire, userProfileWire, userSummaryWire } from '../accounts/wire.ts'
import type { NoteWithTargetUser } from './notes.ts'
import type { FoundUser } from './queries.ts'
import type { UserForViewer } from './users.ts'

type WhereaboutsFields = Pick<UserForViewer, 'standing' | 'lastPlatform' | 'whereabouts'>

/** Location and platform of a person, as the viewer may see them. */
export const whereaboutsWire = ({ standing, lastPlatform, whereabouts }: WhereaboutsFields) => ({
  location: whereabouts.location,
  platform: PLATFORM_BY_PRESENCE[standing] ?? lastPlatform,
})

/** Platforms by presence; of people who are online, the platform last used. */
const PLATFORM_BY_PRESENCE: Partial<Record<PresenceStatus, string>> = { active: 'web', offline: '' }

/** A profile as the viewer may see it: presence and location are visible to friends only. */
export const userWire = (options: UrlOptions, user: UserForViewer): User => ({
  ...userProfileWire(options, user, user.showsLastVisit),
  ...visitsWire(user),
  ...locationWire(user),
  badges: user.badges.map((badge) => badgeWire(options, badge)),
  bannerType: user.bannerType,
  bannerUrl: shownUrl(options, user.bannerUrl),
  friendKey: user.relation.friendKey,
  friendRequestStatus: user.relation.friendRequestStatus,
  isFriend: user.relation.isFriend,
  note: user.note,
})

/** Times of the last visits; empty when the viewer may not see them. */
function visitsWire(user: UserForViewer) {
  const { lastActivityAt, lastLoginAt } = user.showsLastVisit ? user : { lastActivityAt: null, lastLoginAt: null }
  return {
    last_activity: lastActivityAt?.toISOString() ?? '',
    last_login: lastLoginAt?.toISOString() ?? '',
  }
}

function locationWire(user: UserForViewer) {
  const { location, platform } = whereaboutsWire(user)
  const { worldId, instanceId } = user.whereabouts
  return {
    instanceId,
    location,
    platform,
    state: user.standing,
    travelingToInstance: '',
    travelingToLocation: '',
    travelingToWorld: '',
    worldId,
  }
}

/** A person in search results. */
export const limitedUserWire = (
  options: UrlOptions,
  { user, isFriend, showsLastVisit }: FoundUser,
): LimitedUserSearch => ({
  ...userSummaryWire(options, user, showsLastVisit),
  bannerType: user.bannerType,
  bannerUrl: shownUrl(options, user.bannerUrl),
  isFriend,
})

export const noteWire = (options: UrlOptions, row: NoteWithTargetUser): UserNote => ({
  id: row.id,
  userId: row.userId,
  targetUserId: row.targetUserId,
  note: row.note,
  createdAt: row.createdAt.toISOString(),
  targetUser: {
    id: row.targetUserId,
    displayName: row.targetUser.displayName,
    currentAvatarTags: row.targetUser.currentAvatarTags,
    currentAvatarThumbnailImageUrl: shownUrl(options, row.targetUser.currentAvatarThumbnailImageUrl),
    profilePicOverride: shownUrl(options, row.targetUser.profilePicOverride),
    userIcon: shownUrl(options, row.targetUser.userIcon),
  },
})
