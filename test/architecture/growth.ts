import { cap, type GrowthBound, limit, owner, retention, staff } from './growthBound.ts'

const EXPIRED_LOGINS = ['src/areas/accounts/index.ts', 'purgeExpiredLogins'] as const
const SCHEMA = 'prisma/schema'

/** Every table, by the name of its model. */
export const tableBounds: Readonly<Record<string, GrowthBound>> = {
  Account: owner('one a person', `${SCHEMA}/accounts.prisma`, 'userId                     String    @id'),
  Session: cap('MAX_SESSIONS an account', 'src/areas/accounts/sessions/sessions.ts', 'maxSessions'),
  RecoveryCode: cap('10 an account', 'src/areas/accounts/login/totp.ts', 'CODE_COUNT'),
  EmailCode: retention('15 minutes', ...EXPIRED_LOGINS),
  EmailToken: retention('7 days', ...EXPIRED_LOGINS),
  PasswordReset: limit(
    '5 an hour a mailbox, gone when they expire',
    'src/areas/accounts/account/passwords.ts',
    'MAILBOX_LIMIT',
  ),
  LoginPlace: cap('100 an account', 'src/areas/accounts/login/loginPlaces.ts', 'MOST_LOGIN_PLACES'),
  AuditEntry: staff('acts of admins only', 'src/areas/audit/adminAct.ts', 'auditEntry'),

  Favorite: cap('50 to 150 a group, by type', 'src/areas/favorites/favorites.ts', 'favoriteGroupFull'),
  FavoriteGroup: cap('12 a person', 'src/areas/favorites/favoriteTypes.ts', 'FAVORITE_GROUP_KEYS'),

  GroupMember: owner('one a person and group', `${SCHEMA}/groups.prisma`, '@@unique([groupId, userId])'),
  GroupMemberRole: owner('one a role and member', `${SCHEMA}/groups.prisma`, '@@id([roleId, userId])'),
  Group: cap('5 a person', 'src/areas/groups/policy.ts', 'MAX_OWNED_GROUPS'),
  GroupCode: limit(
    '20 groups a day a person, a code a week a group',
    'src/areas/groups/group/create.ts',
    'CREATION_LIMIT',
  ),
  GroupRole: cap('50 a group', 'src/areas/groups/roles/policy.ts', 'MAX_ROLES'),
  GroupAuditEntry: retention('365 days', 'src/areas/groups/auditLog/queries.ts', 'deleteOldGroupAuditEntries'),
  GroupAnnouncement: owner('one a group', `${SCHEMA}/groups.prisma`, 'announcement   GroupAnnouncement?'),
  GroupPost: limit('200 a day a group', 'src/areas/groups/content/posts.ts', 'POST_LIMIT'),
  GroupGallery: cap('10 a group', 'src/areas/groups/content/galleries.ts', 'MAX_GALLERIES'),
  GroupGalleryImage: cap('1,000 a gallery', 'src/areas/groups/content/galleryImages.ts', 'MAX_IMAGES'),
  GroupDelivery: retention('90 days', 'src/areas/groups/content/deliveries.ts', 'deleteOldDeliveries'),

  CalendarEvent: limit('500 a day a group', 'src/areas/calendar/event/create.ts', 'EVENT_LIMIT'),
  CalendarFollow: cap('500 a person', 'src/areas/calendar/follow/follow.ts', 'MAX_FOLLOWED'),
  CalendarReminder: owner('one a start of an event', `${SCHEMA}/calendar.prisma`, '@@id([eventId, startsAt])'),

  Jam: staff('contests of the platform', 'src/areas/jams/jam/jams.ts', 'adminAct'),
  JamSubmission: cap('3 a person and jam', 'src/areas/jams/submission/submissions.ts', 'MAX_SUBMISSIONS'),
  ImpostorJob: retention('30 days', 'src/areas/avatars/impostor/buildJob.ts', 'deleteOldImpostorJobs'),
  JamRating: staff('one a judge and submission', 'src/areas/jams/submission/submissions.ts', 'adminAct'),

  InventoryTemplate: staff('what items are made of', 'src/areas/inventory/template/manageTemplates.ts', 'adminAct'),
  Reward: staff('codes of the platform', 'src/areas/rewards/manageRewards.ts', 'adminAct'),
  RewardRedemption: owner('one a person and reward', `${SCHEMA}/rewards.prisma`, '@@id([rewardId, userId])'),
  InventoryDrop: staff('gifts of the platform', 'src/areas/inventory/drop/manageDrops.ts', 'adminAct'),
  InventoryItem: cap('10,000 a person, beside emoji and stickers', 'src/areas/inventory/grant/grants.ts', 'MAX_ITEMS'),
  InventoryGrant: limit('60 tokens a minute, else admins give', 'src/areas/inventory/share/tokens.ts', 'CLAIM_LIMIT'),
  InventoryGrantItem: owner('one an item and grant', `${SCHEMA}/inventory.prisma`, '@@id([grantId, itemId])'),

  LedgerAccount: owner(
    'two a person, and a few of the platform',
    'src/areas/economy/ledger/transfers.ts',
    'OwnedPurpose',
  ),
  LedgerTransfer: limit('30 purchases a minute a person', 'src/areas/economy/purchases/purchase.ts', 'MAX_A_MINUTE'),
  LedgerEntry: owner('one an account of a transfer', `${SCHEMA}/economy.prisma`, '@@unique([transferId, accountId])'),
  LedgerHold: owner('one a sale', 'src/areas/economy/purchases/effects.ts', 'saleHoldKey'),
  EconomyProfile: owner('one a person', `${SCHEMA}/economy.prisma`, 'userId           String    @id'),
  TokenBundle: staff('what is sold for money', 'src/areas/economy/catalogue/offers.ts', 'adminAct'),
  SubscriptionPlan: staff('what people subscribe to', 'src/areas/economy/catalogue/offers.ts', 'adminAct'),
  LicenseGroup: staff('sets of licenses', 'src/areas/economy/licenses/licenseGroups.ts', 'adminAct'),
  LicenseGroupMember: cap('500 a group', 'src/areas/economy/licenses/licenseGroups.ts', 'MAX_LICENSES'),
  LicenseGrant: owner(
    'one a source and license',
    `${SCHEMA}/economy.prisma`,
    '@@unique([userId, forType, forId, forAction, source])',
  ),
  UserSubscription: limit('100 payments a day a person', 'src/areas/economy/payments/checkout.ts', 'START_LIMIT'),
  PaymentTransaction: limit('100 a day a person', 'src/areas/economy/payments/checkout.ts', 'START_LIMIT'),
  PaymentEvent: limit(
    '3,000 signed by the provider in 5 minutes',
    'src/areas/economy/payments/paymentEvents.ts',
    'WEBHOOK_LIMIT',
  ),

  File: cap('20,000 versions and MAX_STORED_BYTES a person', 'src/areas/files/policy.ts', 'MAX_VERSIONS'),
  FileVersion: cap('1,000 a file', 'src/areas/files/versions.ts', 'MAX_VERSIONS'),
  FileData: owner('three a version: file, signature, delta', `${SCHEMA}/files.prisma`, '@@id([fileId, version, type])'),
  FileThumbnail: owner('five sizes a version', 'src/kernel/webUrls.ts', 'IMAGE_SIZES'),
  FileAnalysis: owner('one a version', `${SCHEMA}/files.prisma`, 'model FileAnalysis'),
  AssetReview: owner('one a version', `${SCHEMA}/files.prisma`, '@@unique([fileId, version])'),
  Upload: retention('an hour', 'src/areas/files/uploads/uploads.ts', 'deleteExpiredUploads'),
  FreedContent: retention('a minute', 'src/areas/files/storage/cleanup.ts', 'removeFreedContent'),
  Agreement: cap('2,000 a person', 'src/areas/files/assets/agreements.ts', 'MOST_AGREEMENTS'),
  AdminAssetBundle: staff(
    'what the platform ships',
    'src/areas/files/assets/adminAssetBundles.ts',
    'adminAssetBundle.create',
  ),

  Friendship: limit('30 friend requests an hour', 'src/areas/friends/friendRequests.ts', 'FRIEND_REQUEST_LIMIT'),

  Instance: retention('a day after the last occupant', 'src/areas/instances/close.ts', 'EMPTY_INSTANCE_RETENTION'),
  Occupant: owner('one a person', `${SCHEMA}/instances.prisma`, 'userId   String   @id'),
  InstanceQueueEntry: cap('100 an instance, one a person', 'src/areas/instances/queue/queue.ts', 'MAX_QUEUE'),
  InstanceKick: retention('an hour', 'src/areas/instances/group/moderation.ts', 'removePastKicks'),
  RecentLocation: cap('100 a person', 'src/areas/instances/instances.ts', 'MAX_RECENT_LOCATIONS'),
  InviteMessage: cap('48 a person', `${SCHEMA}/invites.prisma`, '@@id([userId, messageType, slot])'),

  PlayerModeration: cap('10,000 a person', 'src/areas/playerModerations/policy.ts', 'MAX_MODERATIONS'),
  GlobalAvatarModeration: cap(
    '10,000 a person',
    'src/areas/playerModerations/avatarModerations.ts',
    'assertBelowMaxModerations',
  ),

  Notification: retention(
    '90 days, friend requests 500 a sender',
    'src/areas/notifications/feed/feed.ts',
    'purgeExpiredNotifications',
  ),
  FeedHead: owner('one a person', `${SCHEMA}/notifications.prisma`, 'userId String @id'),
  FeedEntry: retention('7 days', 'src/areas/notifications/feed/feed.ts', 'FEED_RETENTION'),
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
  ProfileTheme: cap('10 a person', 'src/areas/profiles/themes.ts', 'MOST_THEMES'),
  TutorialCompletion: cap('50 a person', 'src/areas/profiles/tutorials.ts', 'MOST_TUTORIALS'),
  Badge: staff('badges of the platform', 'src/areas/users/profile/badges.ts', 'adminAct'),
  UserBadge: staff('awarded by admins', 'src/areas/users/profile/badges.ts', 'adminAct'),
  UserNote: cap('5,000 a person', 'src/areas/users/notes.ts', 'MOST_NOTES'),

  World: limit('20 a day', 'src/areas/worlds/world/create.ts', 'LIMIT_PER_USER'),
  UnityPackage: cap('16 a world', 'src/areas/files/unity/packages.ts', 'MOST_PLATFORMS'),
  WorldVisitor: owner('one for each person and world', `${SCHEMA}/worlds.prisma`, '@@id([userId, worldId])'),
  Avatar: limit('30 a day a person, 1,000 at a time', 'src/areas/avatars/avatar/create.ts', 'CREATE_LIMIT'),
  AvatarPackage: cap('16 an avatar, and as many impostors', 'src/areas/files/unity/packages.ts', 'MOST_PLATFORMS'),
  AvatarStyle: staff('kinds of looks', 'src/areas/avatars/avatar/styles.ts', 'adminAct'),
  AvatarWear: retention('30 days', 'src/areas/avatars/wearing/queries.ts', 'POPULARITY_WINDOW'),
  WorldVisit: retention(
    '30 days, and once counted the latest of a person and world',
    'src/areas/worlds/visits/queries.ts',
    'POPULARITY_WINDOW',
  ),
  WorldPersistence: cap('1,000 worlds a person', 'src/areas/worlds/persistence.ts', 'MOST_WORLDS'),
  Feedback: cap('1,000 a person', 'src/areas/worlds/feedback.ts', 'MOST_COMMENTS'),
  ProductPurchase: limit('30 a minute a person', 'src/areas/economy/purchases/purchase.ts', 'MAX_A_MINUTE'),
  Product: limit('500 a day a seller', 'src/areas/economy/catalogue/manageProducts.ts', 'CREATE_LIMIT'),
  Listing: limit('500 a day a seller', 'src/areas/economy/catalogue/manageListings.ts', 'CREATE_LIMIT'),
  ListingProduct: cap('20 a listing', 'src/areas/economy/catalogue/listingFields.ts', 'MAX_PRODUCTS_OF_LISTING'),
  ListingVariant: cap('10 a listing', 'src/areas/economy/catalogue/variants.ts', 'MAX_VARIANTS'),
  Store: owner('one a group and world', `${SCHEMA}/economy.prisma`, 'groupId     String?  @unique'),
  StoreListing: cap('100 a store', 'src/areas/economy/catalogue/manageStores.ts', 'MAX_LISTINGS_OF_STORE'),
  StoreShelf: cap('50 a store', 'src/areas/economy/catalogue/shelves.ts', 'MAX_SHELVES'),
  ShelfListing: cap('100 a shelf', 'src/areas/economy/catalogue/shelves.ts', 'MAX_LISTINGS_OF_SHELF'),
}
