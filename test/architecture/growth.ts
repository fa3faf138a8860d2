/** What keeps a table or a list from growing without end by what people do. */
export interface GrowthBound {
  /**
   * `cap`: a number that is not exceeded. `retention`: a job deletes what is old. `limit`: so many in a time, of things
   * that are kept for good. `owner`: rows of another table have one each, or a fixed number. `staff`: only admins and the
   * command line write it.
   */
  readonly by: 'cap' | 'retention' | 'limit' | 'owner' | 'staff'
  /** The bound in words. */
  readonly what: string
  /** The file that holds to it. */
  readonly where: string
  /** A name or text in that file, which goes when the bound goes. */
  readonly named: string
}

const bound =
  (by: GrowthBound['by']) =>
  (what: string, where: string, named: string): GrowthBound => ({ by, what, where, named })
const [cap, retention, limit, owner, staff] = [
  bound('cap'),
  bound('retention'),
  bound('limit'),
  bound('owner'),
  bound('staff'),
]

const EXPIRED_LOGINS = ['src/areas/accounts/index.ts', 'purgeExpiredLogins'] as const
const PROFILE_HISTORY = cap('10 texts', 'src/areas/users/profile/profile.ts', 'MAX_HISTORY_LENGTH')
const SCHEMA = 'prisma/schema'

/** Every table, by the name of its model. */
export const tableBounds: Readonly<Record<string, GrowthBound>> = {
  Account: owner('one a person', `${SCHEMA}/accounts.prisma`, 'userId                     String    @id'),
  Session: cap('MAX_SESSIONS an account', 'src/areas/accounts/sessions/sessionLimit.ts', 'maxSessions'),
  RecoveryCode: cap('10 an account', 'src/areas/accounts/login/recoveryCodes.ts', 'CODE_COUNT'),
  EmailCode: retention('15 minutes', ...EXPIRED_LOGINS),
  EmailToken: retention('7 days', ...EXPIRED_LOGINS),
  PasswordReset: limit(
    '5 an hour a mailbox, gone when they expire',
    'src/areas/accounts/account/passwordReset.ts',
    'MAILBOX_LIMIT',
  ),
  LoginPlace: cap('100 an account', 'src/areas/accounts/login/loginPlaces.ts', 'MOST_LOGIN_PLACES'),
  AuditEntry: staff('acts of admins only', 'src/areas/audit/adminAct.ts', 'auditEntry'),

  Favorite: cap('50 to 150 a group, by type', 'src/areas/favorites/favorites.ts', 'favoriteGroupFull'),
  FavoriteGroup: cap('12 a person', 'src/areas/favorites/favoriteTypes.ts', 'FAVORITE_GROUP_KEYS'),

  File: cap('20,000 versions and MAX_STORED_BYTES a person', 'src/areas/files/storage/quota.ts', 'MAX_VERSIONS'),
  FileVersion: cap('1,000 a file', 'src/areas/files/versions.ts', 'MAX_VERSIONS'),
  FileData: owner('three a version: file, signature, delta', `${SCHEMA}/files.prisma`, '@@id([fileId, version, type])'),
  FileThumbnail: owner('five sizes a version', 'src/areas/files/urls.ts', 'IMAGE_SIZES'),
  FileAnalysis: owner('one a version', `${SCHEMA}/files.prisma`, 'model FileAnalysis'),
  AssetReview: owner('one a version', `${SCHEMA}/files.prisma`, '@@unique([fileId, version])'),
  GalleryFileOrder: cap(
    '100 galleries of 1,000 files a person',
    'src/areas/files/images/galleryOrder.ts',
    'MAX_GALLERIES',
  ),
  Upload: retention('an hour', 'src/areas/files/uploads/uploads.ts', 'deleteExpiredUploads'),
  FreedContent: retention('a minute', 'src/areas/files/storage/freedContent.ts', 'removeFreedContent'),
  Agreement: cap('2,000 a person', 'src/areas/files/assets/agreements.ts', 'MOST_AGREEMENTS'),
  AdminAssetBundle: staff(
    'what the platform ships',
    'src/areas/files/assets/adminAssetBundles.ts',
    'adminAssetBundle.create',
  ),

  Friendship: limit('30 friend requests an hour', 'src/areas/friends/friendRequests.ts', 'FRIEND_REQUEST_LIMIT'),

  Instance: retention('a day after the last occupant', 'src/areas/instances/close.ts', 'EMPTY_INSTANCE_RETENTION'),
  Occupant: owner('one a person', `${SCHEMA}/instances.prisma`, 'userId   String   @id'),
  RecentLocation: cap('100 a person', 'src/areas/instances/recentLocations.ts', 'MAX_RECENT_LOCATIONS'),
  InviteMessage: cap('48 a person', `${SCHEMA}/invites.prisma`, '@@id([userId, messageType, slot])'),

  PlayerModeration: cap('10,000 a person', 'src/areas/playerModerations/policy.ts', 'MAX_MODERATIONS'),
  GlobalAvatarModeration: cap(
    '10,000 a person',
    'src/areas/playerModerations/avatarModerations.ts',
    'assertBelowMaxModerations',
  ),

  Notification: retention(
    '90 days, friend requests 500 a sender',
    'src/areas/notifications/feed.ts',
    'purgeExpiredNotifications',
  ),
  FeedHead: owner('one a person', `${SCHEMA}/notifications.prisma`, 'userId String @id'),
  FeedEntry: retention('7 days', 'src/areas/notifications/feed.ts', 'FEED_RETENTION'),
  Broadcast: staff('admins only', 'src/areas/notifications/broadcasts.ts', 'adminAct'),

  Print: cap('64 a person', 'src/areas/prints/prints.ts', 'assertImageCapacity'),
  Prop: limit('60 a day', 'src/areas/props/props.ts', 'CREATE_LIMIT'),
  PropPackage: cap('16 a prop', 'src/areas/props/props.ts', 'MAX_PLATFORMS'),

  ModerationReport: cap('200 open ones a person, 20 an hour', 'src/areas/reports/submit.ts', 'MOST_OPEN_REPORTS'),
  ReportNote: cap('200 a report', 'src/areas/reports/triage.ts', 'MAX_NOTES'),

  ConfigEntry: staff('the client configuration', 'src/areas/system/clientConfig.ts', 'adminAct'),
  InfoPush: staff('notices of the platform', 'src/areas/system/infoPushes.ts', 'adminAct'),
  Permission: staff('permissions of the platform', 'src/areas/system/permissions.ts', 'adminAct'),
  PermissionGrant: staff('permissions of the platform', 'src/areas/system/permissions.ts', 'adminAct'),
  FrontendAsset: staff('builds of the web frontend', 'src/areas/system/frontendAssets.ts', 'adminAct'),
  Presence: retention(
    'until a node is dead or the person away',
    'src/platform/presence/store.ts',
    'DELETE FROM "Presence"',
  ),
  PresenceNode: retention('until the node is dead', 'src/platform/presence/store.ts', 'DELETE FROM "PresenceNode"'),
  PresenceTold: owner('one a person', `${SCHEMA}/system.prisma`, 'model PresenceTold'),
  Outbox: retention('until Redis has the event', 'src/platform/events/redis.ts', 'outbox.deleteMany'),

  User: limit(
    '10 registrations an hour from an address',
    'src/areas/accounts/account/registration.ts',
    'NETWORK_LIMIT',
  ),
  PastDisplayName: cap('20 a person', 'src/areas/users/profile/displayNames.ts', 'MOST_PAST_NAMES'),
  Badge: staff('badges of the platform', 'src/areas/users/profile/badges.ts', 'adminAct'),
  UserBadge: staff('awarded by admins', 'src/areas/users/profile/badges.ts', 'adminAct'),
  UserNote: cap('5,000 a person', 'src/areas/users/notes.ts', 'MOST_NOTES'),

  World: limit('20 a day', 'src/areas/worlds/world/create.ts', 'LIMIT_PER_USER'),
  UnityPackage: cap('16 a world', 'src/areas/worlds/world/update.ts', 'MOST_PLATFORMS'),
  WorldVisitor: owner('one for each person and world', `${SCHEMA}/worlds.prisma`, '@@id([userId, worldId])'),
  WorldVisit: retention(
    '30 days, and once counted the latest of a person and world',
    'src/areas/worlds/visits.ts',
    'POPULARITY_WINDOW',
  ),
  WorldPersistence: cap('1,000 worlds a person', 'src/areas/worlds/persistence.ts', 'MOST_WORLDS'),
  Feedback: cap('1,000 a person', 'src/areas/worlds/feedback.ts', 'MOST_COMMENTS'),
}

/** Every column that holds a list or JSON, by model and column. */
export const listBounds: Readonly<Record<string, GrowthBound>> = {
  'Account.contentFilters': cap('5', 'src/contract/shapes/account.ts', "listUpTo('contentFilters', ContentFilter, 5)"),
  'Account.deletionLog': cap('20 entries', 'src/areas/accounts/account/deletion.ts', 'MOST_LOG_ENTRIES'),
  'Session.owes': owner('the second factors there are', 'src/kernel/scope.ts', 'SecondFactor'),
  'AuditEntry.details': staff('what an act of an admin tells', 'src/areas/audit/adminAct.ts', 'details'),
  'FavoriteGroup.tags': cap('10 of 64 characters', 'src/contract/shapes/favorite.ts', "'tags must be at most 10'"),
  'File.tags': cap('32 of 64 characters', 'src/contract/shapes/file.ts', 'z.array(Tag.max(64)).max(32)'),
  'AdminAssetBundle.tags': staff(
    'what the platform ships',
    'src/areas/files/assets/adminAssetBundles.ts',
    'adminAssetBundle.create',
  ),
  'AdminAssetBundle.unityPackages': staff(
    'what the platform ships',
    'src/areas/files/assets/adminAssetBundles.ts',
    'adminAssetBundle.create',
  ),
  'Instance.roleIds': cap('a number of roles', 'src/contract/shapes/instance.ts', 'MAX_ROLES'),
  'Instance.contentSettings': cap('six switches', 'src/areas/instances/create.ts', 'CONTENT_SETTINGS'),
  'Notification.details': cap(
    'fields of the type, each of bounded length',
    'src/areas/notifications/send.ts',
    'details?: Prisma.JsonObject',
  ),
  'Notification.data': staff('what broadcasts carry', 'src/areas/notifications/broadcasts.ts', 'broadcastId'),
  'Notification.responses': owner('the responses of the type', 'src/areas/notifications/send.ts', 'OfferedResponse'),
  'FeedEntry.notificationIds': cap('1,000 ids', 'src/areas/notifications/notifications.ts', 'MAX_IDS_PER_ENTRY'),
  'Broadcast.receiverIds': cap(
    '1,000 ids',
    'src/areas/notifications/graph/broadcast.ts',
    "listUpTo('receiverIds', z.string(), 1_000)",
  ),
  'Prop.tags': cap('32 of 64 characters', 'src/contract/shapes/prop.ts', 'z.array(Tag.max(64)).max(32)'),
  'ModerationReport.details': cap('fields of bounded length', 'src/contract/shapes/moderationReport.ts', 'textUpTo'),
  'ConfigEntry.value': staff('the client configuration', 'src/areas/system/clientConfig.ts', 'adminAct'),
  'InfoPush.tags': cap('50', 'src/areas/system/infoPushes.ts', 'MAX_TAGS'),
  'InfoPush.data': staff('notices of the platform', 'src/areas/system/infoPushes.ts', 'adminAct'),
  'Permission.data': staff('permissions of the platform', 'src/areas/system/permissions.ts', 'adminAct'),
  'Outbox.ids': owner('the ids of one event', 'src/kernel/events.ts', 'ids'),
  'User.bioLinks': cap('10 of 512 characters', 'src/contract/shapes/account.ts', "textUpTo('bioLinks', 512), 10)"),
  'User.pronounsHistory': PROFILE_HISTORY,
  'User.statusHistory': PROFILE_HISTORY,
  'User.tags': cap('3 languages and what admins give', 'src/areas/users/profile/tags.ts', 'MAX_LANGUAGES'),
  'User.currentAvatarTags': owner(
    'tags of one avatar, written by the platform',
    'src/areas/accounts/account/deletion.ts',
    'currentAvatarTags',
  ),
  'World.tags': cap('20 of the author', 'src/areas/worlds/world/tags.ts', 'MAX_AUTHOR_TAGS'),
  'World.urlList': cap(
    '50 of 2,048 characters',
    'src/contract/shapes/worldRequests.ts',
    "nonEmptyText('urlList', 2_048), 50)",
  ),
  'World.metadata': cap('64 KiB', 'src/contract/shapes/worldRequests.ts', 'MAX_METADATA_BYTES'),
  'World.contentSettings': cap('a few switches', 'src/contract/shapes/worldRequests.ts', 'InstanceContentSettings'),
  'World.platforms': cap('16', 'src/areas/worlds/world/update.ts', 'MOST_PLATFORMS'),
  'WorldPersistence.data': cap('64 KiB', 'src/areas/worlds/graph/persistence.ts', "StoredJson('data')"),
  'Feedback.tags': cap('10 of 64 characters', 'src/areas/worlds/graph/feedback.ts', "textUpTo('tags', 64).min(1), 10)"),
}

/** What the server stores in the database beside the models. */
export const storeBounds: Readonly<Record<string, GrowthBound>> = {
  'points of rate limits': retention(
    'until their window has passed',
    'src/platform/rateLimits.ts',
    'clearExpiredByTimeout',
  ),
  'jobs and mails that wait': retention(
    '7 days after they have ended, as the queue does',
    'src/platform/jobs.ts',
    'new PgBoss(',
  ),
}
