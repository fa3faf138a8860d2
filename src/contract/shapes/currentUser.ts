import { z } from 'zod'
import { AvatarID, DateOnly, DateTime, DiscordID, GroupID, Tag, UserID, WorldID } from './scalars.ts'
import { AgeVerificationStatus, AgeVerified, Badge, UserState, userSummary } from './user.ts'

export const CurrentUserPresence = z
  .object({
    avatarThumbnail: z.string().nullable(),
    currentAvatarTags: z.array(Tag),
    debugflag: z.string().optional(),
    displayName: z.string(),
    groups: z.array(GroupID).nullable(),
    id: UserID,
    instance: z.string().nullable(),
    instanceType: z.string().nullable(),
    isRejoining: z.string().nullable(),
    platform: z.string().nullable(),
    profilePicOverride: z.string().nullable(),
    status: z.string().nullable(),
    travelingToInstance: z.string().nullable(),
    travelingToWorld: z.string().nullable(),
    userIcon: z.string().nullable(),
    world: z.string().nullable(),
  })
  .meta({ id: 'CurrentUserPresence' })
export type CurrentUserPresence = z.output<typeof CurrentUserPresence>

const Opaque = z.record(z.string(), z.unknown())

export const AccountDeletionLog = z
  .object({ dateTime: DateTime, deletionScheduled: DateTime.nullable(), message: z.string() })
  .meta({ id: 'AccountDeletionLog' })

const PastDisplayName = z
  .object({ displayName: z.string().min(1), updated_at: DateTime })
  .meta({ id: 'PastDisplayName' })

const DiscordDetails = z
  .object({ global_name: z.string().optional(), id: DiscordID.optional() })
  .meta({ id: 'DiscordDetails' })

const PlatformSeen = z.object({ isMobile: z.boolean(), platform: z.string().nullable(), recorded: DateTime })

/** Linked accounts of other services; ids are empty for none. */
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
  /** Only in the result of a registration. */
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
  platform_history: z.array(PlatformSeen),
  presence: CurrentUserPresence,
  queuedInstance: z.string().nullable(),
  state: UserState,
}

const profile = {
  ...userSummary,
  ageVerificationStatus: AgeVerificationStatus,
  ageVerified: AgeVerified,
  allowAvatarCopying: z.boolean(),
  badges: z.array(Badge),
  currentAvatar: AvatarID,
  date_joined: DateOnly,
  fallbackAvatar: AvatarID.optional().meta({ deprecated: true }),
  pastDisplayNames: z.array(PastDisplayName),
  profilePicOverrideThumbnail: z.string(),
  pronounsHistory: z.array(z.string()),
  statusFirstTime: z.boolean(),
  statusHistory: z.array(z.string()),
  updated_at: DateTime,
}

/** The own record of the person who is logged in. Lists are never null: clients loop over them without a check. */
export const CurrentUser = z
  .object({ ...profile, ...account, ...friendships, ...whereabouts, ...linkedAccounts })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.output<typeof CurrentUser>
