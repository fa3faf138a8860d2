import type { LimitedUserFriend, MutualFriend } from '../../contract/shapes/friend.ts'
import { UserStatus } from '../../contract/shapes/person.ts'
import { showsVisits } from '../accounts/appearance.ts'
import { personWire } from '../accounts/wire.ts'
import type { Relation } from '../users/relations.ts'
import { whereaboutsWire } from '../users/wire.ts'
import type { Friend } from './friends.ts'
import type { MutualFriendRow } from './mutuals.ts'

/** A friend in the own list, which knows no pronouns. */
export const friendWire = (friend: Friend): LimitedUserFriend => {
  const { pronouns: _, ...person } = personWire(friend)
  const { location, platform } = whereaboutsWire(friend)
  const isTold = !friend.blocked && showsVisits(friend.status)
  return {
    ...person,
    friendKey: friend.key,
    imageUrl: friend.profilePicOverride || friend.currentAvatarImageUrl,
    isFriend: true,
    last_activity: (isTold && friend.lastActivityAt?.toISOString()) || null,
    last_login: (isTold && friend.lastLoginAt?.toISOString()) || null,
    last_mobile: (!friend.blocked && friend.lastMobileAt?.toISOString()) || null,
    location,
    platform,
    profilePicOverrideThumbnail: friend.profilePicOverride,
  }
}

export const mutualFriendWire = (row: MutualFriendRow): MutualFriend => ({
  id: row.id,
  displayName: row.displayName,
  status: UserStatus.parse(row.status),
  statusDescription: row.statusDescription,
  avatarThumbnail: row.currentAvatarThumbnailImageUrl,
  currentAvatarImageUrl: row.currentAvatarImageUrl,
  currentAvatarTags: row.currentAvatarTags,
  currentAvatarThumbnailImageUrl: row.currentAvatarThumbnailImageUrl,
  imageUrl: row.profilePicOverride || row.currentAvatarImageUrl,
  profilePicOverride: row.profilePicOverride,
})

export const friendStatusWire = ({ isFriend, friendRequestStatus }: Relation) => ({
  isFriend,
  incomingRequest: friendRequestStatus === 'incoming',
  outgoingRequest: friendRequestStatus === 'outgoing',
})

/** Groups do not exist yet, so nobody has any in common. */
export const mutualsWire = (friends: number) => ({ friends, groups: 0 })
