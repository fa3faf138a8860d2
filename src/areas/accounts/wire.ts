import { AccountDeletionLog, type CurrentUser } from '../../contract/shapes/currentUser.ts'
import { AgeVerificationStatus, type Badge, DeveloperType, UserStatus } from '../../contract/shapes/person.ts'
import type { CurrentUserPresence } from '../../contract/shapes/presence.ts'
import type { User as UserRow } from '../../generated/prisma/client.ts'
import type { Standing } from '../../kernel/presence.ts'
import type { OwnedBadge, OwnFriend, OwnUser } from './currentUser.ts'
import { obfuscateEmail } from './names.ts'

const dateOnly = (at: Date) => at.toISOString().slice(0, 10)
const ADULT_AGE = 18

export const badgeWire = (row: OwnedBadge): Badge => ({
  badgeId: row.badgeId,
  badgeName: row.badge.name,
  badgeDescription: row.badge.description,
  badgeImageUrl: row.badge.imageUrl,
  assignedAt: row.assignedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  hidden: row.hidden,
  showcased: row.showcased,
})

type Shown =
  | 'id'
  | 'displayName'
  | 'bio'
  | 'bioLinks'
  | 'pronouns'
  | 'status'
  | 'statusDescription'
  | 'tags'
  | 'developerType'
  | 'userIcon'
  | 'profilePicOverride'
  | 'currentAvatarImageUrl'
  | 'currentAvatarThumbnailImageUrl'
  | 'currentAvatarTags'
  | 'lastPlatform'
type ShownInProfile =
  | Shown
  | 'ageVerificationStatus'
  | 'ageVerified'
  | 'allowAvatarCopying'
  | 'createdAt'
  | 'lastMobileAt'

/** What anybody may see of a person, in the words of the wire. */
export const personWire = (user: Pick<UserRow, Shown>) => ({
  id: user.id,
  displayName: user.displayName,
  bio: user.bio,
  bioLinks: user.bioLinks,
  pronouns: user.pronouns,
  status: UserStatus.parse(user.status),
  statusDescription: user.statusDescription,
  tags: user.tags,
  developerType: DeveloperType.parse(user.developerType),
  userIcon: user.userIcon,
  profilePicOverride: user.profilePicOverride,
  currentAvatarImageUrl: user.currentAvatarImageUrl,
  currentAvatarThumbnailImageUrl: user.currentAvatarThumbnailImageUrl,
  currentAvatarTags: user.currentAvatarTags,
  last_platform: user.lastPlatform,
})

/** What a profile says beside that; searches leave it out. */
export const profileWire = (user: Pick<UserRow, ShownInProfile>) => ({
  ...personWire(user),
  ageVerificationStatus: AgeVerificationStatus.parse(user.ageVerificationStatus),
  ageVerified: user.ageVerified,
  allowAvatarCopying: user.allowAvatarCopying,
  date_joined: dateOnly(user.createdAt),
  last_mobile: user.lastMobileAt?.toISOString() ?? null,
  profilePicOverrideThumbnail: user.profilePicOverride,
})

/** The record of a person for the person. `now` decides whether the person is of age. */
export const currentUserWire = (user: OwnUser, now: Date): CurrentUser => ({
  ...profileWire(user),
  ...accountWire(user, now),
  ...NO_LINKED_ACCOUNTS,
  ...whereaboutsWire(user),
  ...friendsWire(user),
  badges: user.badges.map(badgeWire),
  currentAvatar: user.currentAvatar,
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

const accountWire = ({ account, ageVerified }: OwnUser, now: Date) => ({
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
  isAdult: ageVerified || isAdult(account.birthday, now),
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

function isAdult(birthday: Date | null, now: Date): boolean {
  if (!birthday) return false
  const comingOfAge = new Date(birthday)
  comingOfAge.setUTCFullYear(birthday.getUTCFullYear() + ADULT_AGE)
  return comingOfAge <= now
}

/** The log is written by deletion.ts alone; clients expect null before its first entry. */
function deletionLogWire(log: unknown): CurrentUser['accountDeletionLog'] {
  return Array.isArray(log) && log.length > 0 ? log.map((entry) => AccountDeletionLog.parse(entry)) : null
}

/** No accounts elsewhere can be linked; clients read an empty id as none. */
const NO_LINKED_ACCOUNTS = { googleId: '', oculusId: '', picoId: '', steamDetails: {}, steamId: '', viveId: '' }

const whereaboutsWire = (user: OwnUser) => ({
  homeLocation: user.homeLocation,
  last_activity: (user.lastActivityAt ?? user.createdAt).toISOString(),
  last_login: (user.lastLoginAt ?? user.createdAt).toISOString(),
  platform_history: [],
  presence: presenceWire(user),
  queuedInstance: null,
  state: user.standing,
})

const presenceWire = (user: OwnUser): CurrentUserPresence => ({
  id: user.id,
  displayName: user.displayName,
  avatarThumbnail: user.currentAvatarThumbnailImageUrl,
  currentAvatarTags: user.currentAvatarTags,
  groups: [],
  instance: user.occupies?.instance.instanceId ?? '',
  instanceType: user.occupies?.instance.type ?? '',
  isRejoining: null,
  platform: user.occupies?.platform ?? user.lastPlatform,
  profilePicOverride: user.profilePicOverride,
  status: user.status,
  travelingToInstance: '',
  travelingToWorld: '',
  userIcon: user.userIcon,
  world: user.occupies?.instance.worldId ?? '',
})

/** Nobody is a friend of themself, and friend groups have no names on this wire. */
const friendsWire = ({ friends }: OwnUser) => ({
  activeFriends: idsOf(friends, 'active'),
  friendGroupNames: [],
  friendKey: '',
  friends: friends.map(({ id }) => id),
  isFriend: false,
  offlineFriends: idsOf(friends, 'offline'),
  onlineFriends: idsOf(friends, 'online'),
})

const idsOf = (friends: readonly OwnFriend[], wanted: Standing) =>
  friends.filter(({ standing }) => standing === wanted).map(({ id }) => id)
