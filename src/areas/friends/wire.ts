import type { LimitedUserFriend, MutualFriend } from '../../contract/shapes/friend.ts'
import { UserStatus } from '../../contract/shapes/user.ts'
import { showsLastVisit } from '../accounts/policy.ts'
import { userSummaryWire } from '../accounts/wire.ts'
import type { Relation } from '../users/relations.ts'
import { whereaboutsWire } from '../users/wire.ts'
import type { ActiveUser } from './activeUsers.ts'
import type { Friend, MutualFriendRow } from './friends.ts'

/** A friend in the viewer's list of friends, whose records have no pronouns. */
export const friendWire = (friend: Friend): LimitedUserFriend => {
  const showsVisit = !friend.blocked && showsLastVisit(friend.status)
  const { pronouns: _, ...person } = userSummaryWire(friend, showsVisit)
  const { location, platform } = whereaboutsWire(friend)
  return {
    ...person,
    friendKey: friend.key,
    imageUrl: friend.profilePicOverride || friend.currentAvatarImageUrl,
    isFriend: true,
    last_activity: (showsVisit && friend.lastActivityAt?.toISOString()) || null,
    last_login: (showsVisit && friend.lastLoginAt?.toISOString()) || null,
    last_mobile: (showsVisit && friend.lastMobileAt?.toISOString()) || null,
    location,
    platform,
    profilePicOverrideThumbnail: friend.profilePicOverride,
  }
}

/** A person who is here, in the record of a friend. */
export const activeUserWire = (person: ActiveUser): LimitedUserFriend => ({
  ...friendWire(person),
  isFriend: person.isFriend,
})

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
