import { z } from 'zod'
import { DeveloperType, UserStatus } from './person.ts'
import {
  CurrentAvatarImageUrl,
  CurrentAvatarThumbnailImageUrl,
  DateTime,
  EmojiID,
  InventoryItemID,
  Platform,
  Tag,
  UserID,
} from './scalars.ts'

/** A friend as the own list of friends shows them. */
export const LimitedUserFriend = z
  .object({
    bio: z.string(),
    bioLinks: z.array(z.string()),
    currentAvatarImageUrl: CurrentAvatarImageUrl,
    currentAvatarTags: z.array(Tag),
    currentAvatarThumbnailImageUrl: CurrentAvatarThumbnailImageUrl,
    developerType: DeveloperType,
    displayName: z.string(),
    friendKey: z.string(),
    id: UserID,
    imageUrl: z.string(),
    isFriend: z.boolean(),
    last_activity: DateTime.nullable(),
    last_login: DateTime.nullable(),
    last_mobile: DateTime.nullable(),
    last_platform: Platform,
    location: z.string(),
    platform: z.string(),
    profilePicOverride: z.string(),
    profilePicOverrideThumbnail: z.string(),
    status: UserStatus,
    statusDescription: z.string(),
    tags: z.array(Tag),
    userIcon: z.string(),
  })
  .meta({ id: 'LimitedUserFriend' })
export type LimitedUserFriend = z.output<typeof LimitedUserFriend>

/** Somebody who is a friend of the viewer and of the person asked about. */
export const MutualFriend = z
  .object({
    avatarThumbnail: CurrentAvatarThumbnailImageUrl,
    currentAvatarImageUrl: CurrentAvatarImageUrl,
    currentAvatarTags: z.array(Tag),
    currentAvatarThumbnailImageUrl: CurrentAvatarThumbnailImageUrl,
    displayName: z.string(),
    id: UserID,
    imageUrl: z.string(),
    profilePicOverride: z.string(),
    status: UserStatus,
    statusDescription: z.string(),
  })
  .meta({ id: 'MutualFriend' })
export type MutualFriend = z.output<typeof MutualFriend>

/** How many friends and groups the viewer and a person have in common. */
export const Mutuals = z.object({ friends: z.int().min(0), groups: z.int().min(0) }).meta({ id: 'Mutuals' })

export const FriendStatus = z
  .object({ incomingRequest: z.boolean(), isFriend: z.boolean(), outgoingRequest: z.boolean() })
  .meta({ id: 'FriendStatus' })

export const BoopRequest = z
  .object({
    emojiId: EmojiID.max(128, 'emojiId must have at most 128 characters').optional(),
    emojiVersion: z.int().min(0).optional(),
    inventoryItemId: InventoryItemID.max(128, 'inventoryItemId must have at most 128 characters').optional(),
  })
  .meta({ id: 'BoopRequest' })
