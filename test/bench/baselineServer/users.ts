import { obfuscateEmail } from '../../../src/areas/accounts/account/names.ts'

/** The baseline server's statements about users, and their conversion to API records. */

export const SESSION = {
  name: 'session',
  text: `SELECT "userId", owes, "expiresAt" FROM "Session" WHERE "tokenHash" = $1`,
}

const presenceStatus = (
  id: string,
) => `(SELECT CASE WHEN bool_or(via = 'client') THEN 'online' WHEN bool_or(via = 'web') THEN 'active' ELSE 'offline' END
        FROM "Presence" s WHERE s."userId" = ${id} AND s.until > $2)`

export const CURRENT_USER = {
  name: 'current-user',
  text: `SELECT u.*, row_to_json(a) AS account,
      (SELECT coalesce(json_agg(json_build_object('badgeId', b.id, 'badgeName', b.name, 'badgeDescription', b.description,
          'badgeImageUrl', b."imageUrl", 'assignedAt', h."assignedAt", 'updatedAt', h."updatedAt", 'hidden', h.hidden,
          'showcased', h.showcased) ORDER BY h."assignedAt"), '[]')
        FROM "UserBadge" h JOIN "Badge" b ON b.id = h."badgeId" WHERE h."userId" = u.id) AS badges,
      (SELECT coalesce(json_agg(json_build_object('displayName', p."displayName", 'updated_at', p."updatedAt") ORDER BY p."updatedAt"), '[]')
        FROM "PastDisplayName" p WHERE p."userId" = u.id) AS past,
      (SELECT coalesce(json_agg(json_build_object('id', f."friendId", 'standing', ${presenceStatus('f."friendId"')}) ORDER BY f."friendId"), '[]')
        FROM "Friendship" f WHERE f."userId" = u.id) AS friends,
      (SELECT coalesce(json_agg(g.id ORDER BY m."joinedAt", m.id), '[]')
        FROM "GroupMember" m JOIN "Group" g ON g.id = m."groupId"
        WHERE m."userId" = u.id AND m.status = 'member' AND g."deletedAt" IS NULL) AS groups,
      ${presenceStatus('u.id')} AS standing
    FROM "User" u JOIN "Account" a ON a."userId" = u.id WHERE u.id = $1 AND u."erasedAt" IS NULL`,
}

const COLUMNS = `id, "displayName", "displayNameKey", bio, "bioLinks", pronouns, status, "statusDescription", tags, "developerType",
  "userIcon", "profilePicOverride", "currentAvatarImageUrl", "currentAvatarThumbnailImageUrl", "currentAvatarTags",
  "lastPlatform", "bannerType", "bannerUrl"`

export const SEARCH_USERS = {
  name: 'search',
  text: `SELECT ${COLUMNS} FROM "User"
    WHERE "displayNameKey" LIKE $1 AND "erasedAt" IS NULL AND id <> $2
    ORDER BY "displayNameKey" NOT LIKE $4, "displayNameKey" LIMIT $3`,
}

export interface UserRow {
  readonly id: string
  readonly displayName: string
  readonly displayNameKey: string
  readonly bio: string
  readonly bioLinks: readonly string[]
  readonly pronouns: string
  readonly status: string
  readonly statusDescription: string
  readonly tags: readonly string[]
  readonly developerType: string
  readonly userIcon: string
  readonly profilePicOverride: string
  readonly currentAvatarImageUrl: string
  readonly currentAvatarThumbnailImageUrl: string
  readonly currentAvatarTags: readonly string[]
  readonly lastPlatform: string
  readonly bannerType: string
  readonly bannerUrl: string
}

interface Account {
  readonly acceptedPrivacyVersion: number
  readonly acceptedTOSVersion: number
  readonly deletionAt: string | null
  readonly deletionLog: readonly unknown[]
  readonly contentFilters: readonly string[]
  readonly email: string | null
  readonly pendingEmail: string | null
  readonly emailVerified: boolean
  readonly birthday: string | null
  readonly hasDiscordFriendsOptOut: boolean
  readonly hasLoggedInFromClient: boolean
  readonly hasSharedConnectionsOptOut: boolean
  readonly isBoopingEnabled: boolean
  readonly totpEnabledAt: string | null
  readonly unsubscribe: boolean
}

export interface CurrentUserRow extends UserRow {
  readonly account: Account
  readonly badges: readonly { readonly assignedAt: string; readonly updatedAt: string }[]
  readonly past: readonly { readonly displayName: string; readonly updated_at: string }[]
  readonly standing: string
  readonly friends: readonly { readonly id: string; readonly standing: string }[]
  /** Ids of the groups of the user. */
  readonly groups: readonly string[]
  readonly username: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastMobileAt: Date | null
  readonly lastLoginAt: Date | null
  readonly lastActivityAt: Date | null
  readonly ageVerified: boolean
  readonly ageVerificationStatus: string
  readonly allowAvatarCopying: boolean
  readonly currentAvatar: string
  readonly fallbackAvatar: string
  readonly pronounsHistory: readonly string[]
  readonly statusFirstTime: boolean
  readonly statusHistory: readonly string[]
  readonly homeLocation: string
}

const userRecord = (row: UserRow) => ({
  id: row.id,
  displayName: row.displayName,
  bio: row.bio,
  bioLinks: row.bioLinks,
  pronouns: row.pronouns,
  status: row.status,
  statusDescription: row.statusDescription,
  tags: row.tags,
  developerType: row.developerType,
  userIcon: row.userIcon,
  profilePicOverride: row.profilePicOverride,
  currentAvatarImageUrl: row.currentAvatarImageUrl,
  currentAvatarThumbnailImageUrl: row.currentAvatarThumbnailImageUrl,
  currentAvatarTags: row.currentAvatarTags,
  last_platform: row.lastPlatform,
})

export const foundUser = (row: UserRow) => ({
  ...userRecord(row),
  last_platform: '',
  bannerType: row.bannerType,
  bannerUrl: row.bannerUrl,
  isFriend: false,
})

/** A GraphQL page of users; one row more than `limit` means that another page follows. */
export function userPage(rows: readonly UserRow[], limit: number) {
  const edges = rows.slice(0, limit).map((row) => ({ cursor: cursorOf(row), node: node(row) }))
  const pageInfo = { hasNextPage: rows.length > limit, endCursor: edges.at(-1)?.cursor ?? null }
  return { data: { users: { edges, pageInfo } } }
}

const cursorOf = (row: UserRow) => Buffer.from(row.displayNameKey).toString('base64url')

const node = (row: UserRow) => ({
  id: row.id,
  displayName: row.displayName,
  bio: row.bio,
  bioLinks: row.bioLinks,
  pronouns: row.pronouns,
  status: row.status.toUpperCase().replace(' ', '_'),
  statusDescription: row.statusDescription,
  tags: row.tags,
  userIcon: row.userIcon || null,
})

export const currentUserRecord = (row: CurrentUserRow, now: Date) => ({
  ...userRecord(row),
  ...account(row.account, row.ageVerified, now),
  ...presence(row),
  ...EMPTY_FIELDS,
  ...friends(row),
  tags: [...row.tags, 'system_world_access', 'system_avatar_access'],
  ageVerificationStatus: row.ageVerificationStatus,
  ageVerified: row.ageVerified,
  allowAvatarCopying: row.allowAvatarCopying,
  badges: row.badges.map((badge) => ({ ...badge, assignedAt: iso(badge.assignedAt), updatedAt: iso(badge.updatedAt) })),
  currentAvatar: row.currentAvatar,
  fallbackAvatar: row.fallbackAvatar,
  date_joined: row.createdAt.toISOString().slice(0, 10),
  homeLocation: row.homeLocation,
  last_activity: (row.lastActivityAt ?? row.createdAt).toISOString(),
  last_login: (row.lastLoginAt ?? row.createdAt).toISOString(),
  last_mobile: row.lastMobileAt?.toISOString() ?? null,
  pastDisplayNames: row.past.map((past) => ({ displayName: past.displayName, updated_at: iso(past.updated_at) })),
  profilePicOverrideThumbnail: row.profilePicOverride,
  pronounsHistory: row.pronounsHistory,
  state: row.standing,
  statusFirstTime: row.statusFirstTime,
  statusHistory: row.statusHistory,
  updated_at: row.updatedAt.toISOString(),
  username: row.username,
})

const iso = (text: string) => new Date(text).toISOString()

const account = (row: Account, ageVerified: boolean, now: Date) => ({
  acceptedPrivacyVersion: row.acceptedPrivacyVersion,
  acceptedTOSVersion: row.acceptedTOSVersion,
  accountDeletionDate: row.deletionAt?.slice(0, 10) ?? null,
  accountDeletionLog: row.deletionLog.length > 0 ? row.deletionLog : null,
  contentFilters: row.contentFilters,
  emailVerified: row.emailVerified,
  hasBirthday: row.birthday !== null,
  hasDiscordFriendsOptOut: row.hasDiscordFriendsOptOut,
  hasEmail: row.email !== null,
  hasLoggedInFromClient: row.hasLoggedInFromClient,
  hasPendingEmail: row.pendingEmail !== null,
  hasSharedConnectionsOptOut: row.hasSharedConnectionsOptOut,
  hideContentFilterSettings: false,
  isAdult: ageVerified || (row.birthday !== null && now.getUTCFullYear() - Number(row.birthday.slice(0, 4)) >= 18),
  isBoopingEnabled: row.isBoopingEnabled,
  obfuscatedEmail: obfuscateEmail(row.email),
  obfuscatedPendingEmail: obfuscateEmail(row.pendingEmail),
  twoFactorAuthEnabled: row.totpEnabledAt !== null,
  twoFactorAuthEnabledDate: row.totpEnabledAt,
  unsubscribe: row.unsubscribe,
})

const presence = (row: CurrentUserRow) => ({
  presence: {
    id: row.id,
    displayName: row.displayName,
    avatarThumbnail: row.currentAvatarThumbnailImageUrl,
    currentAvatarTags: row.currentAvatarTags,
    groups: row.groups,
    instance: '',
    instanceType: '',
    isRejoining: null,
    platform: row.lastPlatform,
    profilePicOverride: row.profilePicOverride,
    status: row.status,
    travelingToInstance: '',
    travelingToWorld: '',
    userIcon: row.userIcon,
    world: '',
  },
})

const friends = ({ friends: all }: CurrentUserRow) => {
  const idsOf = (wanted: string) => all.filter(({ standing: is }) => is === wanted).map(({ id }) => id)
  return {
    friends: all.map(({ id }) => id),
    activeFriends: idsOf('active'),
    offlineFriends: idsOf('offline'),
    onlineFriends: idsOf('online'),
  }
}

const EMPTY_FIELDS = {
  friendGroupNames: [],
  friendKey: '',
  googleId: '',
  isFriend: false,
  oculusId: '',
  picoId: '',
  platform_history: [],
  queuedInstance: null,
  receiveMobileInvitations: false,
  steamDetails: {},
  steamId: '',
  userLanguage: null,
  userLanguageCode: null,
  usesGeneratedPassword: false,
  viveId: '',
}
