import { z } from 'zod'
import { DateTime, FavoriteID, ReleaseStatus, StoreID, Tag, UdonProductId, UserID, WorldID } from './scalars.ts'
import { LimitedUnityPackage, UnityPackage } from './unityPackage.ts'

/** What is allowed in the instances of a world. */
export const InstanceContentSettings = z
  .object({
    drones: z.boolean(),
    emoji: z.boolean(),
    pedestals: z.boolean(),
    prints: z.boolean(),
    props: z.boolean(),
    stickers: z.boolean(),
  })
  .partial()
  .meta({ id: 'InstanceContentSettings' })

const count = z.int().min(0)
/** ISO 8601, or the word none. */
const DateOrNone = z.string().min(1)

/** Instances are pairs of the instance's id and how many people are there. */
export const World = z
  .object({
    authorId: UserID,
    authorName: z.string().min(1),
    capacity: z.int(),
    created_at: DateTime,
    defaultContentSettings: InstanceContentSettings.optional(),
    description: z.string(),
    favorites: count.optional(),
    featured: z.boolean(),
    heat: count,
    id: WorldID,
    imageUrl: z.string().min(1),
    instances: z.array(z.array(z.union([z.string(), z.int()])).length(2)).optional(),
    labsPublicationDate: DateOrNone,
    name: z.string(),
    namespace: z.string().optional(),
    occupants: count.optional(),
    organization: z.string().min(1),
    popularity: count,
    previewYoutubeId: z.string().nullable().optional(),
    privateOccupants: count.optional(),
    publicOccupants: count.optional(),
    publicationDate: DateOrNone,
    recommendedCapacity: z.int(),
    releaseStatus: ReleaseStatus,
    storeId: StoreID.optional(),
    tags: z.array(Tag),
    thumbnailImageUrl: z.string().min(1),
    udonProducts: z.array(UdonProductId).optional(),
    unityPackages: z.array(UnityPackage).optional(),
    updated_at: DateTime,
    urlList: z.array(z.string()).optional(),
    version: count,
    visits: count,
  })
  .meta({ id: 'World' })
export type World = z.output<typeof World>

/** A world as lists show it. */
export const LimitedWorld = z
  .object({
    authorId: UserID,
    authorName: z.string().min(1),
    capacity: z.int(),
    created_at: DateTime,
    defaultContentSettings: InstanceContentSettings.optional(),
    favorites: count,
    heat: count,
    id: WorldID,
    imageUrl: z.string().min(1),
    labsPublicationDate: DateOrNone,
    name: z.string().min(1),
    occupants: count,
    organization: z.string().min(1),
    popularity: count,
    previewYoutubeId: z.string().nullable().optional(),
    publicationDate: DateOrNone,
    recommendedCapacity: z.int().optional(),
    releaseStatus: ReleaseStatus,
    storeId: StoreID.optional(),
    tags: z.array(Tag),
    thumbnailImageUrl: z.string().min(1),
    udonProducts: z.array(UdonProductId).optional(),
    unityPackages: z.array(LimitedUnityPackage).min(1),
    updated_at: DateTime,
    visits: count.optional(),
  })
  .meta({ id: 'LimitedWorld' })
export type LimitedWorld = z.output<typeof LimitedWorld>

/** A world with the place it has among somebody's favorites. */
export const FavoritedWorld = z
  .object({
    authorId: UserID.optional(),
    authorName: z.string().min(1),
    capacity: z.int(),
    created_at: DateTime.optional(),
    defaultContentSettings: InstanceContentSettings.optional(),
    description: z.string().min(1).optional(),
    favoriteGroup: z.string().min(1),
    favoriteId: FavoriteID,
    favorites: count.optional(),
    featured: z.boolean().optional(),
    heat: count.optional(),
    id: WorldID,
    imageUrl: z.string().min(1),
    labsPublicationDate: DateOrNone.optional(),
    name: z.string().min(1),
    occupants: count,
    organization: z.string().min(1).optional(),
    popularity: count.optional(),
    previewYoutubeId: z.string().nullable().optional(),
    publicationDate: DateOrNone.optional(),
    recommendedCapacity: z.int().optional(),
    releaseStatus: ReleaseStatus,
    tags: z.array(Tag).optional(),
    thumbnailImageUrl: z.string().min(1),
    udonProducts: z.array(UdonProductId).optional(),
    unityPackages: z.array(UnityPackage).min(1).optional(),
    updated_at: DateTime.optional(),
    urlList: z.array(z.string()).optional(),
    version: z.int().min(1).optional(),
    visits: count.optional(),
  })
  .meta({ id: 'FavoritedWorld' })
export type FavoritedWorld = z.output<typeof FavoritedWorld>

export const WorldMetadata = z
  .object({ id: WorldID, metadata: z.record(z.string(), z.unknown()) })
  .meta({ id: 'WorldMetadata' })

export const WorldPublishStatus = z.object({ canPublish: z.boolean() }).meta({ id: 'WorldPublishStatus' })
