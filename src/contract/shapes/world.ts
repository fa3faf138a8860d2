import { z } from 'zod'
import {
  DateTime,
  FavoriteID,
  FeedbackID,
  Platform,
  ReleaseStatus,
  StoreID,
  Tag,
  UdonProductId,
  UnityPackageID,
  UserID,
  WorldID,
} from './scalars.ts'

export const PerformanceRatings = z
  .enum(['Excellent', 'Good', 'Medium', 'None', 'Poor', 'VeryPoor'])
  .meta({ id: 'PerformanceRatings' })

/** The asset of a piece of content for one platform. */
export const UnityPackage = z
  .object({
    assetUrl: z.string().nullable().optional(),
    assetUrlObject: z.object({}).optional(),
    assetVersion: z.int().min(0),
    created_at: DateTime.optional(),
    id: UnityPackageID,
    impostorUrl: z.string().nullable().optional(),
    impostorizerVersion: z.string().optional(),
    performanceRating: PerformanceRatings.optional(),
    platform: Platform,
    pluginUrl: z.string().optional(),
    pluginUrlObject: z.object({}).optional(),
    scanStatus: z.string().optional(),
    unitySortNumber: z.int().min(0).optional(),
    unityVersion: z.string().min(1),
    variant: z.string().optional(),
    worldSignature: z.string().nullable().optional(),
  })
  .meta({ id: 'UnityPackage' })
export type UnityPackage = z.output<typeof UnityPackage>

/** The asset of a world for one platform, as lists show it. */
export const LimitedUnityPackage = z
  .object({ created_at: DateTime.nullable(), platform: Platform, unityVersion: z.string().min(1) })
  .meta({ id: 'LimitedUnityPackage' })

/** Kinds of content that the instances of a world allow. */
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

/** Every field of a world in some answer; `instances` are pairs of an instance's id and its number of occupants. */
const WorldFields = z.object({
  authorId: UserID,
  authorName: z.string().min(1),
  capacity: z.int(),
  created_at: DateTime,
  defaultContentSettings: InstanceContentSettings.optional(),
  description: z.string(),
  favoriteGroup: z.string().min(1),
  favoriteId: FavoriteID,
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

export const World = WorldFields.omit({ favoriteGroup: true, favoriteId: true }).meta({ id: 'World' })
export type World = z.output<typeof World>

const DETAIL_FIELDS = { instances: true, namespace: true, privateOccupants: true, publicOccupants: true } as const

/** A world as lists show it. */
export const LimitedWorld = World.omit({
  ...DETAIL_FIELDS,
  description: true,
  featured: true,
  urlList: true,
  version: true,
})
  .extend({
    favorites: count,
    name: z.string().min(1),
    occupants: count,
    recommendedCapacity: z.int().optional(),
    unityPackages: z.array(LimitedUnityPackage).min(1),
    visits: count.optional(),
  })
  .meta({ id: 'LimitedWorld' })
export type LimitedWorld = z.output<typeof LimitedWorld>

/** A world as the list of a person's favorite worlds shows it. */
export const FavoritedWorld = WorldFields.omit({ ...DETAIL_FIELDS, storeId: true })
  .extend({
    description: z.string().min(1),
    name: z.string().min(1),
    occupants: count,
    unityPackages: z.array(UnityPackage).min(1),
    version: z.int().min(1),
  })
  .partial({
    authorId: true,
    created_at: true,
    description: true,
    featured: true,
    heat: true,
    labsPublicationDate: true,
    organization: true,
    popularity: true,
    publicationDate: true,
    recommendedCapacity: true,
    tags: true,
    unityPackages: true,
    updated_at: true,
    version: true,
    visits: true,
  })
  .meta({ id: 'FavoritedWorld' })
export type FavoritedWorld = z.output<typeof FavoritedWorld>

export const WorldMetadata = z
  .object({ id: WorldID, metadata: z.record(z.string(), z.unknown()) })
  .meta({ id: 'WorldMetadata' })

export const WorldPublishStatus = z.object({ canPublish: z.boolean() }).meta({ id: 'WorldPublishStatus' })

/** A comment of a visitor on a person's content. */
export const Feedback = z
  .object({
    commenterId: UserID,
    commenterName: z.string(),
    contentAuthorId: UserID,
    contentAuthorName: z.string().nullable(),
    contentId: z.string(),
    contentName: z.string().optional(),
    contentType: z.string(),
    contentVersion: z.int().nullable(),
    description: z.string().nullable().optional(),
    id: FeedbackID,
    reason: z.string(),
    tags: z.array(Tag),
    type: z.string(),
  })
  .meta({ id: 'Feedback' })
export type Feedback = z.output<typeof Feedback>
