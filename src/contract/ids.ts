import { z } from 'zod'
import { type Id, type IdKind, isId } from '../kernel/ids.ts'
import { FavoriteType } from './shapes/favorite.ts'
import { InviteMessageType } from './shapes/invite.ts'

/** A thing of this kind in English: `a user note`, `an avatar`. */
function nameOf(kind: IdKind): string {
  const words = kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${/^[aeio]/.test(words) ? 'an' : 'a'} ${words}`
}

/** Parses an id of one kind. On the wire it is a plain string; a malformed one can't name anything. */
const id = <K extends IdKind>(kind: K) =>
  z.string().refine((text): text is Id<K> => isId(kind, text), { message: `not the id of ${nameOf(kind)}` })

export const UserId = id('user')
export const UserNoteId = id('userNote')
export const BadgeId = id('badge')
export const PermissionId = id('permission')
/** Friend requests are notifications, and have a prefix of their own. */
export const NotificationId = z.union([id('notification'), id('friendRequest')])

export const WorldId = id('world')
/** Clients name platforms of their own. */
const PublishedPlatform = z.string().regex(/^[0-9A-Za-z_-]{1,32}$/)

export const PropId = id('prop')
export const PrintId = id('print')
export const FileId = id('file')
export const AvatarId = id('avatar')
export const ModerationReportId = id('moderationReport')
/** A favorite is named by itself or by what it marks. */
const FavoriteName = z.union([id('favorite'), UserId, id('world'), AvatarId])
/** Any whole number: which of them are slots is for the handler to say, in the words that clients know. */
const Slot = z
  .string()
  .regex(/^-?\d{1,9}$/)
  .transform(Number)
  .meta({ type: 'integer' })
export const AdminAssetBundleId = id('adminAssetBundle')
export const AssetReviewId = id('assetReview')
/** The number of a version, within what the database holds. */
const VersionId = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 })
const IMAGE_SIZES = { 64: 64, 128: 128, 256: 256, 512: 512, 1024: 1024 } as const
const ImageSize = z
  .enum(['64', '128', '256', '512', '1024'])
  .transform((text) => IMAGE_SIZES[text])
  .meta({ type: 'integer' })

/** Every path parameter of the contract: how it is parsed, and what a client hears when nothing can have that name. */
export const pathParameters = {
  userId: { schema: UserId, missing: (text: string) => `User ${text} not found` },
  username: { schema: z.string().regex(/^[^\0]+$/), missing: (text: string) => `User ${text} not found` },
  userNoteId: { schema: UserNoteId, missing: () => 'Note not found' },
  badgeId: { schema: BadgeId, missing: () => 'The user does not have the badge.' },
  notificationId: { schema: NotificationId, missing: () => 'Notification not found' },
  fileId: { schema: FileId, missing: (text: string) => `File '${text}' not found` },
  versionId: { schema: VersionId, missing: () => 'File version not found' },
  fileType: { schema: z.enum(['delta', 'file', 'signature']), missing: () => 'File data not found' },
  imageSize: { schema: ImageSize, missing: () => 'Images have 64, 128, 256, 512 or 1024 pixels' },
  adminAssetBundleId: { schema: AdminAssetBundleId, missing: () => 'Asset bundle not found' },
  assetReviewId: { schema: AssetReviewId, missing: () => 'Asset review not found' },
  worldId: { schema: WorldId, missing: (text: string) => `World ${text} not found` },
  /** What follows the colon of a location. What breaks its grammar is for the handler to say: reads answer null. */
  instanceId: { schema: z.string().regex(/^[^\0]*$/), missing: () => '"Instance not found"' },
  shortName: { schema: z.string().regex(/^[0-9A-Za-z]{1,64}$/), missing: () => '"Instance not found"' },
  publishedPlatform: {
    schema: PublishedPlatform,
    missing: (text: string) => `The world has nothing for the platform ${text}`,
  },
  propId: { schema: PropId, missing: () => 'That prop does not exist.' },
  printId: { schema: PrintId, missing: () => 'Print not found' },
  permissionId: { schema: PermissionId, missing: () => 'Permission not found' },
  messageType: { schema: InviteMessageType, missing: (text: string) => `There are no messages of the type ${text}` },
  slot: { schema: Slot, missing: () => "There's no entry for that slot." },
  /** Of vrcPlusWorld nobody has groups here. */
  favoriteGroupType: { schema: FavoriteType, missing: () => 'Favorite group not found' },
  favoriteGroupName: { schema: z.string().regex(/^\w{1,32}$/), missing: () => 'Favorite group not found' },
  favoriteId: { schema: FavoriteName, missing: () => "404 couldn't find that favorite" },
  moderationReportId: { schema: ModerationReportId, missing: () => 'Moderation report not found' },
} as const

export type PathParameters = { [K in keyof typeof pathParameters]: z.output<(typeof pathParameters)[K]['schema']> }
