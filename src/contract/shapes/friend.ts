import { z } from 'zod'
import {
  CurrentAvatarImageUrl,
  CurrentAvatarThumbnailImageUrl,
  DateTime,
  EmojiID,
  InventoryItemID,
  Tag,
  UserID,
} from './scalars.ts'
import { UserStatus, userSummary } from './user.ts'

const { pronouns: _, ...summary } = userSummary

/** A friend in the viewer's list of friends. */
export const LimitedUserFriend = z
  .object({
    ...summary,
    friendKey: z.string(),
    imageUrl: z.string(),
    isFriend: z.boolean(),
    last_activity: DateTime.nullable(),
    last_login: DateTime.nullable(),
    last_mobile: DateTime.nullable(),
    location: z.string(),
    platform: z.string(),
    profilePicOverrideThumbnail: z.string(),
  })
  .meta({ id: 'LimitedUserFriend' })
export type LimitedUserFriend = z.output<typeof LimitedUserFriend>

/** A friend of both the viewer and another person. */
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

/** Numbers of friends and groups that the viewer has in common with a person. */
export const Mutuals = z.object({ friends: z.int().min(0), groups: z.int().min(0) }).meta({ id: 'Mutuals' })

export const FriendStatus = z
  .object({ incomingRequest: z.boolean(), isFriend: z.boolean(), outgoingRequest: z.boolean() })
  .meta({ id: 'FriendStatus' })

export const BoopRequest = z
  .object({
    emojiId: EmojiID.max(128, 'emojiId must have at most 128 characters')
      .optional()
      .describe('Emoji to show; clients choose one by default.'),
    emojiVersion: z.int().min(0).optional().describe('Version of the emoji.'),
    inventoryItemId: InventoryItemID.max(128, 'inventoryItemId must have at most 128 characters')
      .optional()
      .describe("Item of the sender's inventory to show."),
  })
  .meta({ id: 'BoopRequest' })
