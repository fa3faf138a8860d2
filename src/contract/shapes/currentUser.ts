import { z } from 'zod'
import { AgeVerificationStatus, AgeVerified, Badge, DeveloperType, UserState, UserStatus } from './person.ts'
import { CurrentUserPresence } from './presence.ts'
import {
  AvatarID,
  CurrentAvatarImageUrl,
  CurrentAvatarThumbnailImageUrl,
  DateOnly,
  DateTime,
  DiscordID,
  Platform,
  Tag,
  UserID,
  WorldID,
} from './scalars.ts'

const Opaque = z.record(z.string(), z.unknown())

export const AccountDeletionLog = z
  .object({ dateTime: DateTime, deletionScheduled: DateTime.nullable(), message: z.string() })
  .meta({ id: 'AccountDeletionLog' })

export const PastDisplayName = z
  .object({ displayName: z.string().min(1), updated_at: DateTime })
  .meta({ id: 'PastDisplayName' })

const DiscordDetails = z
  .object({ global_name: z.string().optional(), id: DiscordID.optional() })
  .meta({ id: 'DiscordDetails' })

const PlatformSeen = z.object({ isMobile: z.boolean(), platform: z.string().nullable(), recorded: DateTime })

/** Accounts elsewhere that a person may have linked; an empty id where there is none. */
const linkedAccounts = {
  appleDetails: Opaque.optional(),
  appleId: z.string().optional(),
  discordDetails: DiscordDetails.optional(),
  discordId: DiscordID.optional(),
  googleDetails: Opaque.optional(),
  googleId: z.string(),
  oculusId: z.string(),
  picoId: z.string(),
  steamDetails: Opaque,
  steamId: z.string(),
  twitchDetails: Opaque.optional(),
  twitchId: z.string().optional(),
  viveId: z.string(),
}

const account = {
  acceptedPrivacyVersion: z.int().min(0),
  acceptedTOSVersion: z.int().min(0),
  accountDeletionDate: DateOnly.nullable(),
  accountDeletionLog: z.array(AccountDeletionLog).nullable(),
  /** Only in the answer to a registration. */
  authToken: z.string().optional(),
  contentFilters: z.array(Tag),
  emailVerified: z.boolean(),
  hasBirthday: z.boolean(),
  hasDiscordFriendsOptOut: z.boolean(),
  hasEmail: z.boolean(),
  hasLoggedInFromClient: z.boolean(),
  hasPendingEmail: z.boolean(),
  hasSharedConnectionsOptOut: z.boolean(),
  hideContentFilterSettings: z.boolean().optional(),
  isAdult: z.boolean(),
  isBoopingEnabled: z.boolean(),
  obfuscatedEmail: z.string(),
  obfuscatedPendingEmail: z.string(),
  receiveMobileInvitations: z.boolean(),
  twoFactorAuthEnabled: z.boolean(),
  twoFactorAuthEnabledDate: DateTime.nullable(),
  unsubscribe: z.boolean(),
  userLanguage: z.string().nullable(),
  userLanguageCode: z.string().nullable(),
  username: z.string().meta({ deprecated: true }),
  usesGeneratedPassword: z.boolean(),
}

const friendships = {
  activeFriends: z.array(UserID),
  friendGroupNames: z.array(z.string()).meta({ deprecated: true }),
  friendKey: z.string(),
  friends: z.array(UserID),
  isFriend: z.boolean(),
  offlineFriends: z.array(UserID),
  onlineFriends: z.array(UserID),
}

const whereabouts = {
  homeLocation: WorldID,
  last_activity: DateTime,
  last_login: DateTime,
  last_mobile: DateTime.nullable(),
  last_platform: Platform,
  platform_history: z.array(PlatformSeen),
  presence: CurrentUserPresence,
  queuedInstance: z.string().nullable(),
  state: UserState,
}

const profile = {
  ageVerificationStatus: AgeVerificationStatus,
  ageVerified: AgeVerified,
  allowAvatarCopying: z.boolean(),
  badges: z.array(Badge),
  bio: z.string(),
  bioLinks: z.array(z.string()),
  currentAvatar: AvatarID,
  currentAvatarImageUrl: CurrentAvatarImageUrl,
  currentAvatarTags: z.array(Tag),
  currentAvatarThumbnailImageUrl: CurrentAvatarThumbnailImageUrl,
  date_joined: DateOnly,
  developerType: DeveloperType,
  displayName: z.string(),
  fallbackAvatar: AvatarID.optional().meta({ deprecated: true }),
  id: UserID,
  pastDisplayNames: z.array(PastDisplayName),
  profilePicOverride: z.string(),
  profilePicOverrideThumbnail: z.string(),
  pronouns: z.string(),
  pronounsHistory: z.array(z.string()),
  status: UserStatus,
  statusDescription: z.string(),
  statusFirstTime: z.boolean(),
  statusHistory: z.array(z.string()),
  tags: z.array(Tag),
  updated_at: DateTime,
  userIcon: z.string(),
}

/** The record of the person who is logged in. Lists are filled arrays, never null: clients loop over them unasked. */
export const CurrentUser = z
  .object({ ...profile, ...account, ...friendships, ...whereabouts, ...linkedAccounts })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.output<typeof CurrentUser>
