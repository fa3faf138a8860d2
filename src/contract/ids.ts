import { z } from 'zod'
import { type Id, type IdKind, isId } from '../kernel/ids.ts'
import { FavoriteType } from './shapes/favorite.ts'
import { InviteMessageType } from './shapes/invite.ts'
import { describeRef } from './shapes/requestFields.ts'

/** The kind with its article: `a user note`, `an avatar`. */
function nounOf(kind: IdKind): string {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`
}

/** The kind of id that a schema parses. */
export const idKinds = z.registry<{ readonly kind: IdKind }>()

/** What the schema of an id tells of a text that is none. */
export interface MalformedId {
  readonly idKind: IdKind
  /** Whether the id names what a body acts upon, rather than something that it refers to. */
  readonly isSubject: boolean
}

/** Schema of a branded id of one kind. */
const id = <K extends IdKind>(kind: K, isSubject = false) =>
  z
    .string()
    .refine((text): text is Id<K> => isId(kind, text), {
      message: `not the id of ${nounOf(kind)}`,
      params: { idKind: kind, isSubject } satisfies MalformedId,
    })
    .register(idKinds, { kind })

/** The id of what a body acts upon: a malformed one is not found, as in a path. */
export const subjectId = <K extends IdKind>(kind: K) => id(kind, true)

/** What a 404 says of the id of a thing that is not found. */
const NOT_FOUND = {
  user: (text: string) => `User ${text} not found`,
  world: (text: string) => `World ${text} not found`,
  avatar: () => 'Avatar Not Found',
  file: (text: string) => `File '${text}' not found`,
  group: () => "Can't find group!",
  groupRole: () => "Can't find role!",
  groupGallery: () => "Can't find gallery!",
  product: () => 'Listing not found',
  store: () => 'Store not found',
  inventoryItem: () => 'Inventory item not found',
} as const satisfies Partial<Record<IdKind, (text: string) => string>>

/** What a 404 says of an id of this kind. */
export function notFoundText(kind: IdKind, text: string): string {
  const known: Partial<Record<IdKind, (text: string) => string>> = NOT_FOUND
  const [, noun = ''] = nounOf(kind).split(/ (.*)/)
  return known[kind]?.(text) ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`
}

export const UserId = id('user')
export const SessionId = id('session')
const UserNoteId = id('userNote')
export const ProfileThemeId = id('profileTheme')
export const BadgeId = id('badge')
export const PermissionId = id('permission')
export const InfoPushId = id('infoPush')
export const FriendRequestId = id('friendRequest')
export const SentInviteId = id('sentInvite')
/** Friend requests are notifications whose ids have another prefix. */
export const NotificationId = z.union([id('notification'), FriendRequestId])

export const WorldId = id('world')
/** Not an enum: clients also publish for platforms unknown to this server. */
const PublishedPlatform = z.string().regex(/^[0-9A-Za-z_-]{1,32}$/)

export const PropId = id('prop')
export const PrintId = id('print')
export const FileId = id('file')
export const UploadId = id('upload')
export const AvatarId = id('avatar')
export const AvatarStyleId = id('avatarStyle')
export const RewardId = id('reward')
export const ModerationReportId = id('moderationReport')
export const StaffNoteId = id('staffNote')
export const CannedReasonId = id('cannedReason')
export const SanctionId = id('sanction')
export const AppealId = id('appeal')
export const GroupId = id('group')
export const GroupRoleId = id('groupRole')
export const GroupGalleryId = id('groupGallery')
export const GroupGalleryImageId = id('groupGalleryImage')
export const CalendarEventId = id('calendarEvent')
/** In the graph, posts have ids of their own: those of the REST API have the prefix of notifications. */
export const GroupPostId = id('groupPost')
export const JamId = id('jam')
export const JamSubmissionId = id('jamSubmission')
export const LicenseGroupId = id('licenseGroup')
export const PaymentTransactionId = id('paymentTransaction')
export const PaymentEventId = id('paymentEvent')
export const JobRunId = id('jobRun')
export const ServerNodeId = id('serverNode')
export const QueuedMailId = id('queuedMail')
export const TokenBundleId = id('tokenBundle')
export const UserSubscriptionId = id('userSubscription')
export const SubscriptionPlanId = id('subscriptionPlan')
export const ProductId = id('product')
/** In the graph, listings have ids of their own: those of the REST API have the prefix of products. */
export const ListingNodeId = id('listing')
export const ListingVariantId = id('listingVariant')
export const StoreId = id('store')
export const StoreShelfId = id('storeShelf')
export const PurchaseId = id('purchase')
export const InventoryTemplateId = id('inventoryTemplate')
export const InventoryItemId = id('inventoryItem')
export const InventoryDropId = id('inventoryDrop')
/** The id of a favorite, or of the favorited object. */
const FavoriteName = z.union([id('favorite'), UserId, id('world'), AvatarId])
/** Any integer: the handler refuses invalid slots with the messages that legacy clients expect. */
const Slot = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number)
  .meta({ type: 'integer', description: 'Number of the message in its collection, from 0 to 11.' })
export const AdminAssetBundleId = id('adminAssetBundle')
export const AssetReviewId = id('assetReview')
/** The number of a file version, within the range of the database type. */
const VersionId = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 0, description: 'Number of the version.' })
const IMAGE_SIZES = { 64: 64, 128: 128, 256: 256, 512: 512, 1024: 1024 } as const
const ImageSize = z
  .enum(['64', '128', '256', '512', '1024'])
  .transform((text) => IMAGE_SIZES[text])
  .meta({ type: 'integer', description: 'Width and height of the thumbnail in pixels.' })

/** Path parameters by name: schema, and error message of the 404 for a malformed value. */
export const pathParameters = {
  userId: { schema: UserId.describe('Id of the user.'), missing: NOT_FOUND.user },
  username: {
    schema: z
      .string()
      .regex(/^[^\0]+$/)
      .describe('Username.'),
    missing: NOT_FOUND.user,
  },
  userNoteId: { schema: UserNoteId.describe('Id of the note.'), missing: () => 'Note not found' },
  badgeId: { schema: BadgeId.describe('Id of the badge.'), missing: () => 'The user does not have the badge.' },
  notificationId: {
    schema: NotificationId.describe('Id of the notification.'),
    missing: () => 'Notification not found',
  },
  fileId: { schema: FileId.describe('Id of the file.'), missing: NOT_FOUND.file },
  versionId: { schema: VersionId, missing: () => 'File version not found' },
  fileType: {
    schema: z.enum(['delta', 'file', 'signature']).describe('Part of the version.'),
    missing: () => 'File data not found',
  },
  imageSize: { schema: ImageSize, missing: () => 'Images have 64, 128, 256, 512 or 1024 pixels' },
  adminAssetBundleId: {
    schema: AdminAssetBundleId.describe('Id of the asset bundle.'),
    missing: () => 'Asset bundle not found',
  },
  assetReviewId: { schema: AssetReviewId.describe('Id of the review.'), missing: () => 'Asset review not found' },
  worldId: { schema: WorldId.describe('Id of the world.'), missing: NOT_FOUND.world },
  avatarId: { schema: AvatarId.describe('Id of the avatar.'), missing: NOT_FOUND.avatar },
  /** The handler parses it. */
  instanceId: {
    schema: z
      .string()
      .regex(/^[^\0]*$/)
      .describe('Name and tags of the instance: the part of its location after the colon.'),
    missing: () => '"Instance not found"',
  },
  shortName: {
    schema: z
      .string()
      .regex(/^[0-9A-Za-z]{1,64}$/)
      .describe('Short name or secure name of the instance.'),
    missing: () => '"Instance not found"',
  },
  publishedPlatform: {
    schema: PublishedPlatform.describe('Platform, such as `standalonewindows` or `android`.'),
    missing: (text: string) => `The world has nothing for the platform ${text}`,
  },
  propId: { schema: PropId.describe('Id of the prop.'), missing: () => 'That prop does not exist.' },
  printId: { schema: PrintId.describe('Id of the print.'), missing: () => 'Print not found' },
  permissionId: { schema: PermissionId.describe('Id of the permission.'), missing: () => 'Permission not found' },
  messageType: {
    schema: describeRef(InviteMessageType, 'Collection of the message.'),
    missing: (text: string) => `There are no messages of the type ${text}`,
  },
  slot: { schema: Slot, missing: () => "There's no entry for that slot." },
  favoriteGroupType: {
    schema: describeRef(FavoriteType, 'Type of the favorites in the group.'),
    missing: () => 'Favorite group not found',
  },
  favoriteGroupName: {
    schema: z
      .string()
      .regex(/^\w{1,32}$/)
      .describe('Name of the group.'),
    missing: () => 'Favorite group not found',
  },
  favoriteId: {
    schema: FavoriteName.describe('Id of the favorite or of the favorited object.'),
    missing: () => "404 couldn't find that favorite",
  },
  groupId: { schema: GroupId.describe('Id of the group.'), missing: NOT_FOUND.group },
  groupRoleId: { schema: GroupRoleId.describe('Id of the role.'), missing: NOT_FOUND.groupRole },
  groupGalleryId: { schema: GroupGalleryId.describe('Id of the gallery.'), missing: NOT_FOUND.groupGallery },
  groupGalleryImageId: {
    schema: GroupGalleryImageId.describe('Id of the image.'),
    missing: () => "Can't find gallery image!",
  },
  jamId: { schema: JamId.describe('Id of the jam.'), missing: (text: string) => `404 id must be an ID: '${text}'` },
  themeId: { schema: z.uuid().describe('Id of the theme.'), missing: () => 'Theme not found' },
  cosmeticKind: {
    schema: z.enum(['profileEffect', 'iconFrame', 'nameplateEffect']).describe('Kind of the effects or frames.'),
    missing: (text: string) => `There are no cosmetics of the kind ${text}`,
  },
  jamSubmissionId: {
    schema: JamSubmissionId.describe('Id of the submission.'),
    missing: () => 'Submission not found',
  },
  calendarId: {
    schema: CalendarEventId.describe('Id of the event or series.'),
    missing: () => 'Calendar Entry not found!',
  },
  productId: { schema: ProductId.describe('Id of the listing or product.'), missing: NOT_FOUND.product },
  transactionId: {
    schema: PaymentTransactionId.describe('Id of the payment.'),
    missing: () => 'Transaction not found',
  },
  productPurchaseId: { schema: PurchaseId.describe('Id of the purchase.'), missing: () => 'Purchase not found' },
  licenseGroupId: {
    schema: LicenseGroupId.describe('Id of the license group.'),
    missing: () => 'License group not found',
  },
  inventoryItemId: {
    // The last segments of two paths are a slot instead, and clients' documents name both alike.
    schema: z.union([InventoryItemId, z.string().regex(/^\w{0,32}$/)]).describe('Id of the item, or a slot.'),
    missing: NOT_FOUND.inventoryItem,
  },
  inventoryTemplateId: {
    schema: InventoryTemplateId.describe('Id of the template.'),
    missing: () => 'Inventory template not found',
  },
  moderationReportId: {
    schema: ModerationReportId.describe('Id of the report.'),
    missing: () => 'Moderation report not found',
  },
} as const

export type PathParameters = { [K in keyof typeof pathParameters]: z.output<(typeof pathParameters)[K]['schema']> }
