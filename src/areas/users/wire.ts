import type { LimitedUserSearch, User, UserNote } from '../../contract/shapes/user.ts'
import { bytesOfTexts, JsonText, jsonArray, jsonMembers, jsonObject } from '../../kernel/jsonText.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import type { RecordKind } from '../../kernel/recordCache.ts'
import { badgeWire, userProfileWire, userSummaryWire } from '../accounts/wire.ts'
import type { NoteWithTargetUser } from './notes.ts'
import { readSearchedUsers, type SearchedUser } from './queries.ts'
import type { FoundUser } from './search.ts'
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
export const userWire = (user: UserForViewer): User => ({
  ...userProfileWire(user, user.showsLastVisit),
  ...visitsWire(user),
  ...locationWire(user),
  badges: user.badges.map(badgeWire),
  bannerType: user.bannerType,
  bannerUrl: user.bannerUrl,
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

/** Members of a person in search results: before the last platform, its value, and after it. */
type LimitedUserTexts = readonly [head: string, lastPlatform: string, banner: string]

export const LIMITED_USER_TEXTS: RecordKind<SearchedUser, LimitedUserTexts> = {
  name: 'text of a limited user',
  readRows: readSearchedUsers,
  make(_options, user) {
    const { last_platform, ...head } = userSummaryWire(user, true)
    const banner = { bannerType: user.bannerType, bannerUrl: user.bannerUrl }
    return [jsonMembers(head), JSON.stringify(last_platform), jsonMembers(banner)]
  },
  sizeOf: bytesOfTexts,
}

export const limitedUsersText = (users: readonly FoundUser<LimitedUserTexts>[]): JsonText<LimitedUserSearch[]> =>
  new JsonText(jsonArray(users.map(limitedUserText)))

function limitedUserText({ record, isFriend, showsLastVisit }: FoundUser<LimitedUserTexts>): string {
  const [head, lastPlatform, banner] = record
  return jsonObject([head, `"last_platform":${showsLastVisit ? lastPlatform : '""'}`, banner, `"isFriend":${isFriend}`])
}

export const noteWire = (row: NoteWithTargetUser): UserNote => ({
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
