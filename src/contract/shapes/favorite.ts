import { z } from 'zod'
import { FavoriteGroupID, FavoriteID, Tag, UserID } from './scalars.ts'

const TYPES = ['avatar', 'friend', 'vrcPlusWorld', 'world'] as const

export const FavoriteType = z
  .enum(TYPES, { error: `type must be one of ${TYPES.join(', ')}` })
  .meta({ id: 'FavoriteType' })
export const FavoriteGroupVisibility = z
  .enum(['friends', 'private', 'public'], { error: 'visibility must be friends, private or public' })
  .meta({ id: 'FavoriteGroupVisibility' })

/** Something that a person has marked; the first tag is the name of its group. */
export const Favorite = z
  .object({ favoriteId: z.string(), id: FavoriteID, tags: z.array(Tag), type: FavoriteType })
  .meta({ id: 'Favorite' })
export type Favorite = z.output<typeof Favorite>

const UNNAMED = 'tags must be the name of a group'

/** Clients send the name of the group in a list, or by itself. */
const Tags = z.union([z.array(Tag).min(1, UNNAMED), Tag.transform((name) => [name])], { error: UNNAMED })

export const AddFavoriteRequest = z
  .object({
    favoriteId: z.string().max(128, 'favoriteId must have at most 128 characters'),
    tags: Tags,
    type: FavoriteType,
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
      .optional(),
    tags: z
      .array(Tag.max(64, 'tags must have at most 64 characters each'))
      .max(10, 'tags must be at most 10')
      .optional(),
    visibility: FavoriteGroupVisibility.optional(),
  })
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
