import type { LimitedUserFriend, MutualFriend } from '../../contract/shapes/friend.ts'
import { UserStatus } from '../../contract/shapes/user.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import { showsLastVisit } from '../accounts/policy.ts'
import { userSummaryWire } from '../accounts/wire.ts'
import type { Relation } from '../users/relations.ts'
import { whereaboutsWire } from '../users/wire.ts'
import type { ActiveUser } from './activeUsers.ts'
import type { Friend, MutualFriendRow } from './friends.ts'

/** A friend in the viewer's list of friends, whose records have no pronouns. */
export const friendWire = (options: UrlOptions, friend: Friend): LimitedUserFriend => {
  const showsVisit = !friend.blocked && showsLastVisit(friend.status)
  const { pronouns: _, ...person } = userSummaryWire(options, friend, showsVisit)
  const { location, platform } = whereaboutsWire(friend)
  return {
    ...person,
    friendKey: friend.key,
    imageUrl: shownUrl(options, friend.profilePicOverride || friend.currentAvatarImageUrl),
    isFriend: true,
    last_activity: (showsVisit && friend.lastActivityAt?.toISOString()) || null,
    last_login: (showsVisit && friend.lastLoginAt?.toISOString()) || null,
    last_mobile: (showsVisit && friend.lastMobileAt?.toISOString()) || null,
    location,
    platform,
    profilePicOverrideThumbnail: shownUrl(options, friend.profilePicOverride),
  }
}

/** A person who is here, in the record of a friend. */
export const activeUserWire = (options: UrlOptions, person: ActiveUser): LimitedUserFriend => ({
  ...friendWire(options, person),
  isFriend: person.isFriend,
})

export const mutualFriendWire = (options: UrlOptions, row: MutualFriendRow): MutualFriend => ({
  id: row.id,
  displayName: row.displayName,
  status: UserStatus.parse(row.status),
  statusDescription: row.statusDescription,
  avatarThumbnail: shownUrl(options, row.currentAvatarThumbnailImageUrl),
  currentAvatarImageUrl: shownUrl(options, row.currentAvatarImageUrl),
  currentAvatarTags: row.currentAvatarTags,
  currentAvatarThumbnailImageUrl: shownUrl(options, row.currentAvatarThumbnailImageUrl),
  imageUrl: shownUrl(options, row.profilePicOverride || row.currentAvatarImageUrl),
  profilePicOverride: shownUrl(options, row.profilePicOverride),
})

export const friendStatusWire = ({ isFriend, friendRequestStatus }: Relation) => ({
  isFriend,
  incomingRequest: friendRequestStatus === 'incoming',
  outgoingRequest: friendRequestStatus === 'outgoing',
})
