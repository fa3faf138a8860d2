import { z } from 'zod'
import { describeRef, textUpTo, visible } from './requestFields.ts'
import { FavoriteGroupID, FavoriteID, Tag, UserID } from './scalars.ts'

const TYPES = ['avatar', 'friend', 'vrcPlusWorld', 'world'] as const

export const FavoriteType = z
  .enum(TYPES, { error: `type must be one of ${TYPES.join(', ')}` })
  .meta({ id: 'FavoriteType' })
const FavoriteGroupVisibility = z
  .enum(['friends', 'private', 'public'], { error: 'visibility must be friends, private or public' })
  .meta({ id: 'FavoriteGroupVisibility' })

/** A friend, avatar or world that a person has marked; the first tag is the name of its group. */
export const Favorite = z
  .object({ favoriteId: z.string(), id: FavoriteID, tags: z.array(Tag), type: FavoriteType })
  .meta({ id: 'Favorite' })
export type Favorite = z.output<typeof Favorite>

const MISSING_GROUP_NAME = 'tags must be the name of a group'

/** The name of a group; clients send it as a list or as a plain text. */
const Tags = z.union([z.array(Tag).min(1, MISSING_GROUP_NAME), Tag.transform((name) => [name])], {
  error: MISSING_GROUP_NAME,
})

export const AddFavoriteRequest = z
  .object({
    favoriteId: textUpTo('favoriteId', 128).describe('Id of a friend, an avatar or a world.'),
    tags: Tags.describe('Name of the group, such as group_0, avatars1 or worlds1.'),
    type: describeRef(FavoriteType, 'Type of the target.'),
  })
  .meta({ id: 'AddFavoriteRequest' })

export const FavoriteGroup = z
  .object({
    displayName: z.string().min(1),
    id: FavoriteGroupID,
    name: z.string().min(1),
    ownerDisplayName: z.string().min(1),
    ownerId: UserID,
    tags: z.array(Tag),
    type: FavoriteType,
    visibility: FavoriteGroupVisibility,
  })
  .meta({ id: 'FavoriteGroup' })
export type FavoriteGroup = z.output<typeof FavoriteGroup>

export const UpdateFavoriteGroupRequest = z
  .object({
    displayName: z
      .string()
      .trim()
      .min(1, 'displayName must not be empty')
      .max(64, 'displayName must have at most 64 characters')
      .check(visible('displayName must not be empty'))
      .describe('Name that the owner has chosen.'),
    tags: z
      .array(Tag.max(64, 'tags must have at most 64 characters each'))
      .max(10, 'tags must be at most 10')
      .describe('Replaces all tags of the group.'),
    visibility: describeRef(FavoriteGroupVisibility, 'Who can see the group.'),
  })
  .partial()
  .meta({ id: 'UpdateFavoriteGroupRequest' })

const FavoriteGroupLimits = z
  .object({ avatar: z.int(), friend: z.int(), vrcPlusWorld: z.int(), world: z.int() })
  .meta({ id: 'FavoriteGroupLimits' })

export const FavoriteLimits = z
  .object({
    defaultMaxFavoriteGroups: z.int(),
    defaultMaxFavoritesPerGroup: z.int(),
    maxFavoriteGroups: FavoriteGroupLimits,
    maxFavoritesPerGroup: FavoriteGroupLimits,
  })
  .meta({ id: 'FavoriteLimits' })
