import type { UserNote } from '../../contract/shapes/note.ts'
import type { LimitedUserSearch, User } from '../../contract/shapes/user.ts'
import type { Standing } from '../../kernel/presence.ts'
import { showsVisits } from '../accounts/appearance.ts'
import { badgeWire, personWire, profileWire } from '../accounts/wire.ts'
import type { FoundNote } from './notes.ts'
import { areClose } from './relations.ts'
import type { FoundUser, SeenUser } from './users.ts'

type Appearing = Pick<SeenUser, 'standing' | 'lastPlatform' | 'whereabouts'>

/** Where a person who appears so is, and by which platform. */
export const whereaboutsWire = ({ standing, lastPlatform, whereabouts }: Appearing) => ({
  location: whereabouts.location,
  platform: PLATFORM[standing] ?? lastPlatform,
})

/** What the web and those who are away come by; clients have platforms of their own. */
const PLATFORM: Partial<Record<Standing, string>> = { active: 'web', offline: '' }

/** A person as others see them: whether and where they are here is told to friends alone. */
export const userWire = (user: SeenUser): User => ({
  ...profileWire(user),
  ...visitsWire(user),
  ...placeWire(user),
  badges: user.badges.map(badgeWire),
  bannerType: user.bannerType,
  bannerUrl: user.bannerUrl,
  friendKey: user.relation.friendKey,
  friendRequestStatus: user.relation.friendRequestStatus,
  isFriend: user.relation.isFriend,
  note: user.note,
})

/** Empty where it is not told. */
function visitsWire(user: SeenUser) {
  const isTold = user.own || (areClose(user.relation) && showsVisits(user.status))
  const { lastActivityAt, lastLoginAt } = isTold ? user : NEVER
  return {
    last_activity: lastActivityAt?.toISOString() ?? '',
    last_login: lastLoginAt?.toISOString() ?? '',
    last_mobile: (!user.relation.isBlocked && user.lastMobileAt?.toISOString()) || null,
  }
}

const NEVER = { lastActivityAt: null, lastLoginAt: null }

function placeWire(user: SeenUser) {
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

export const limitedUserWire = (user: FoundUser): LimitedUserSearch => ({
  ...personWire(user),
  bannerType: user.bannerType,
  bannerUrl: user.bannerUrl,
  isFriend: user.isFriend,
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
