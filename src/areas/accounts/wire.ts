import { AccountDeletionLog, type CurrentUser, type CurrentUserPresence } from '../../contract/shapes/currentUser.ts'
import { AgeVerificationStatus, type Badge, DeveloperType, UserStatus } from '../../contract/shapes/user.ts'
import type { User as UserRow } from '../../generated/prisma/client.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import type { PresenceStatus } from '../../kernel/presence.ts'
import { CREATOR_TAGS, type CurrentUserFriend, type CurrentUserRecord } from './account/currentUser.ts'
import { obfuscateEmail } from './account/names.ts'
import { isOldEnough } from './account/registration.ts'
import type { USER_SUMMARY_COLUMNS } from './policy.ts'
import type { OwnBadgeRow } from './queries.ts'

const dateOnly = (at: Date) => at.toISOString().slice(0, 10)
const ADULT_AGE = 18

export const badgeWire = (options: UrlOptions, row: OwnBadgeRow): Badge => ({
  badgeId: row.badgeId,
  badgeName: row.badge.name,
  badgeDescription: row.badge.description,
  badgeImageUrl: shownUrl(options, row.badge.imageUrl),
  assignedAt: row.assignedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  hidden: row.hidden,
  showcased: row.showcased,
})

type UserSummary = Pick<UserRow, keyof typeof USER_SUMMARY_COLUMNS>
type ProfileField = 'ageVerificationStatus' | 'ageVerified' | 'allowAvatarCopying' | 'createdAt' | 'lastMobileAt'

/** Public fields of a person in lists and searches; the last platform only for viewers who see the last visit. */
export const userSummaryWire = (options: UrlOptions, user: UserSummary, showsVisit: boolean) => ({
  id: user.id,
  displayName: user.displayName,
  bio: user.bio,
  bioLinks: user.bioLinks.map((link) => shownUrl(options, link)),
  pronouns: user.pronouns,
  status: UserStatus.parse(user.status),
  statusDescription: user.statusDescription,
  tags: user.tags,
  developerType: DeveloperType.parse(user.developerType),
  userIcon: shownUrl(options, user.userIcon),
  profilePicOverride: shownUrl(options, user.profilePicOverride),
  currentAvatarImageUrl: shownUrl(options, user.currentAvatarImageUrl),
  currentAvatarThumbnailImageUrl: shownUrl(options, user.currentAvatarThumbnailImageUrl),
  currentAvatarTags: user.currentAvatarTags,
  last_platform: showsVisit ? user.lastPlatform : '',
})

/** Public fields of a person's profile; last platform and use of a phone only for viewers who see the last visit. */
export const userProfileWire = (
  options: UrlOptions,
  user: UserSummary & Pick<UserRow, ProfileField>,
  showsVisit: boolean,
) => ({
  ...userSummaryWire(options, user, showsVisit),
  ageVerificationStatus: AgeVerificationStatus.parse(user.ageVerificationStatus),
  ageVerified: user.ageVerified,
  allowAvatarCopying: user.allowAvatarCopying,
  date_joined: dateOnly(user.createdAt),
  last_mobile: (showsVisit && user.lastMobileAt?.toISOString()) || null,
  profilePicOverrideThumbnail: shownUrl(options, user.profilePicOverride),
})

/** The own tags, with those by which shipped clients tell that the person may create worlds and avatars: everybody may. */
const ownTagsWire = (tags: readonly string[]) => [...new Set([...tags, ...CREATOR_TAGS])]

/** A person's own record. `now` decides whether the person is an adult. */
export const currentUserWire = (
  options: UrlOptions & { readonly now: Date },
  user: CurrentUserRecord,
): CurrentUser => ({
  ...userProfileWire(options, user, true),
  ...accountWire(user, options.now),
  ...NO_LINKED_ACCOUNTS,
  ...whereaboutsWire(options, user),
  ...friendsWire(user),
  tags: ownTagsWire(user.tags),
  badges: user.badges.map((badge) => badgeWire(options, badge)),
  currentAvatar: user.currentAvatar,
  fallbackAvatar: user.fallbackAvatar,
  pastDisplayNames: user.pastDisplayNames.map((past) => ({
    displayName: past.displayName,
    updated_at: past.updatedAt.toISOString(),
  })),
  pronounsHistory: user.pronounsHistory,
  statusFirstTime: user.statusFirstTime,
  statusHistory: user.statusHistory,
  updated_at: user.updatedAt.toISOString(),
  username: user.username,
})

const accountWire = ({ account, ageVerified }: CurrentUserRecord, now: Date) => ({
  acceptedPrivacyVersion: account.acceptedPrivacyVersion,
  acceptedTOSVersion: account.acceptedTOSVersion,
  accountDeletionDate: account.deletionAt && dateOnly(account.deletionAt),
  accountDeletionLog: deletionLogWire(account.deletionLog),
  contentFilters: account.contentFilters,
  emailVerified: account.emailVerified,
  hasBirthday: account.birthday !== null,
  hasDiscordFriendsOptOut: account.hasDiscordFriendsOptOut,
  hasEmail: account.email !== null,
  hasLoggedInFromClient: account.hasLoggedInFromClient,
  hasPendingEmail: account.pendingEmail !== null,
  hasSharedConnectionsOptOut: account.hasSharedConnectionsOptOut,
  hideContentFilterSettings: false,
  isAdult: ageVerified || (account.birthday !== null && isOldEnough(account.birthday, now, ADULT_AGE)),
  isBoopingEnabled: account.isBoopingEnabled,
  obfuscatedEmail: obfuscateEmail(account.email),
  obfuscatedPendingEmail: obfuscateEmail(account.pendingEmail),
  receiveMobileInvitations: false,
  twoFactorAuthEnabled: account.totpEnabledAt !== null,
  twoFactorAuthEnabledDate: account.totpEnabledAt?.toISOString() ?? null,
  unsubscribe: account.unsubscribe,
  userLanguage: null,
  userLanguageCode: null,
  usesGeneratedPassword: false,
})

/** Written by account/deletion.ts only; clients expect null for an empty log. */
function deletionLogWire(log: unknown): CurrentUser['accountDeletionLog'] {
  return Array.isArray(log) && log.length > 0 ? log.map((entry) => AccountDeletionLog.parse(entry)) : null
}

/** Accounts of other services can not be linked; clients read an empty id as none. */
const NO_LINKED_ACCOUNTS = { googleId: '', oculusId: '', picoId: '', steamDetails: {}, steamId: '', viveId: '' }

const whereaboutsWire = (options: UrlOptions, user: CurrentUserRecord) => ({
  homeLocation: user.homeLocation,
  last_activity: (user.lastActivityAt ?? user.createdAt).toISOString(),
  last_login: (user.lastLoginAt ?? user.createdAt).toISOString(),
  platform_history: [],
  presence: presenceWire(options, user),
  queuedInstance: user.queuedAt,
  state: user.standing,
})

const presenceWire = (options: UrlOptions, user: CurrentUserRecord): CurrentUserPresence => ({
  id: user.id,
  displayName: user.displayName,
  avatarThumbnail: shownUrl(options, user.currentAvatarThumbnailImageUrl),
  currentAvatarTags: user.currentAvatarTags,
  groups: [...user.groupIds],
  instance: user.occupies?.instance.instanceId ?? '',
  instanceType: user.occupies?.instance.type ?? '',
  isRejoining: null,
  platform: user.occupies?.platform ?? user.lastPlatform,
  profilePicOverride: shownUrl(options, user.profilePicOverride),
  status: user.status,
  travelingToInstance: '',
  travelingToWorld: '',
  userIcon: shownUrl(options, user.userIcon),
  world: user.occupies?.instance.worldId ?? '',
})

const friendsWire = ({ friends }: CurrentUserRecord) => ({
  activeFriends: friendIdsByPresence(friends, 'active'),
  friendGroupNames: [],
  friendKey: '',
  friends: friends.map(({ id }) => id),
  isFriend: false,
  offlineFriends: friendIdsByPresence(friends, 'offline'),
  onlineFriends: friendIdsByPresence(friends, 'online'),
})

const friendIdsByPresence = (friends: readonly CurrentUserFriend[], presence: PresenceStatus) =>
  friends.filter(({ standing }) => standing === presence).map(({ id }) => id)
