import { z } from 'zod'

/** A string schema with a component name in OpenAPI. For responses; requests parse ids by ids.ts. */
const named = (name: string) => z.string().meta({ id: name })

export const UserID = named('UserID')
export const UserNoteID = named('UserNoteID')
export const BadgeID = named('BadgeID')
export const PermissionID = named('PermissionID')
export const AvatarID = named('AvatarID')
export const AvatarStyleID = named('AvatarStyleID')
export const WorldID = named('WorldID')
export const InstanceID = named('InstanceID')
export const LocationID = named('LocationID')
export const GroupID = named('GroupID')
export const GroupRoleID = named('GroupRoleID')
export const GroupGalleryID = named('GroupGalleryID')
export const NotificationID = named('NotificationID')
export const FileID = named('FileID')
export const PropID = named('PropID')
export const PrintID = named('PrintID')
export const EmojiID = named('EmojiID')
export const InventoryItemID = named('InventoryItemID')
export const DiscordID = named('DiscordID')
export const UnityPackageID = named('UnityPackageID')
export const FavoriteID = named('FavoriteID')
export const FavoriteGroupID = named('FavoriteGroupID')
export const PlayerModerationID = named('PlayerModerationID')
export const FeedbackID = named('FeedbackID')
export const StoreID = named('StoreID')
export const JamID = named('JamID')
export const JamSubmissionID = named('JamSubmissionID')
export const UdonProductId = named('UdonProductId')
export const Platform = named('Platform')
export const CurrentAvatarImageUrl = named('CurrentAvatarImageUrl')
export const CurrentAvatarThumbnailImageUrl = named('CurrentAvatarThumbnailImageUrl')

export const Tag = z.string().min(1).meta({ id: 'Tag' })
export const ContentFilter = z
  .enum(['content_adult', 'content_gore', 'content_horror', 'content_sex', 'content_violence'])
  .meta({ id: 'ContentFilter' })
export const ReleaseStatus = z.enum(['all', 'hidden', 'private', 'public']).meta({ id: 'ReleaseStatus' })

export const OrderOption = z.enum(['ascending', 'descending']).meta({ id: 'OrderOption' })
export const OrderOptionShort = z.enum(['asc', 'desc']).meta({ id: 'OrderOptionShort' })
export const SortOption = z
  .enum([
    '_created_at',
    '_updated_at',
    'created',
    'favorites',
    'heat',
    'labsPublicationDate',
    'magic',
    'name',
    'order',
    'popularity',
    'publicationDate',
    'random',
    'relevance',
    'reportCount',
    'reportScore',
    'shuffle',
    'trust',
    'updated',
  ])
  .meta({ id: 'SortOption' })

/** ISO 8601 in UTC with milliseconds. */
export const DateTime = z.iso.datetime()
/** YYYY-MM-DD. */
export const DateOnly = z.iso.date()
