import { z } from 'zod'
import { AvatarId } from '../ids.ts'
import { patternOf } from './formats.ts'
import { describeRef, nonEmptyText, textUpTo } from './requestFields.ts'
import { AvatarID, AvatarStyleID, DateTime, Platform, ReleaseStatus, Tag, UserID } from './scalars.ts'
import { UnityPackage } from './world.ts'
import { AssetVersion, ContentTags } from './worldRequests.ts'

export const AvatarStyle = z.object({ id: AvatarStyleID, styleName: z.string().min(1) }).meta({ id: 'AvatarStyle' })
export type AvatarStyle = z.output<typeof AvatarStyle>

/** Platforms whose performance clients show. */
export const RATED_PLATFORMS = ['android', 'ios', 'standalonewindows'] as const

/** Ratings by platform as words, and as numbers by `<platform>-sort`. */
const AvatarPerformance = z
  .object({
    android: z.string(),
    'android-sort': z.int(),
    ios: z.string(),
    'ios-sort': z.int(),
    standalonewindows: z.string(),
    'standalonewindows-sort': z.int(),
  })
  .partial()

/** A listing that sells the avatar. */
const PublishedListing = z
  .object({
    description: z.string(),
    displayName: z.string(),
    imageId: z.string(),
    listingId: z.string(),
    listingType: z.string(),
    /** Tokens. */
    priceTokens: z.int(),
  })
  .partial()

export const Avatar = z
  .object({
    acknowledgements: z.string().optional(),
    activeAssetReviewId: z.string().optional(),
    assetUrl: z.string().min(1).optional(),
    assetUrlObject: z.object({}).optional(),
    authorId: UserID,
    authorName: z.string().min(1),
    created_at: DateTime,
    description: z.string(),
    featured: z.boolean(),
    /** Tokens. */
    highestPrice: z.int().optional(),
    id: AvatarID,
    imageUrl: z.string().min(1),
    /** Time of the latest active listing. */
    listingDate: z.string().nullable(),
    /** Whether it is for sale, and the viewer has no license. */
    lock: z.boolean().optional(),
    /** Tokens. */
    lowestPrice: z.int().optional(),
    name: z.string().min(1),
    pendingUpload: z.boolean().optional(),
    performance: AvatarPerformance,
    productId: z.string().optional(),
    publishedListings: z.array(PublishedListing).optional(),
    releaseStatus: ReleaseStatus,
    searchable: z.boolean().optional(),
    styles: z
      .object({
        primary: z.string().nullable(),
        secondary: z.string().nullable(),
        supplementary: z.array(z.string()),
      })
      .partial(),
    tags: z.array(Tag),
    thumbnailImageUrl: z.string().min(1),
    unityPackageUrl: z.string(),
    unityPackageUrlObject: z.object({ unityPackageUrl: z.string() }).partial(),
    unityPackages: z.array(UnityPackage),
    updated_at: DateTime,
    version: z.int().min(0),
  })
  .meta({ id: 'Avatar' })
export type Avatar = z.output<typeof Avatar>

/** A client takes the id of an avatar that it has deleted from `_id`. */
export const DeletedAvatar = Avatar.extend({ _id: Avatar.shape.id }).meta({ id: 'DeletedAvatar' })

export const ServiceStatus = z
  .object({
    created_at: DateTime,
    id: z.string(),
    progress: z.array(z.object({})),
    requesterUserId: UserID,
    state: z.string(),
    subjectId: z.string(),
    subjectType: z.string(),
    type: z.string(),
    updated_at: DateTime,
  })
  .meta({ id: 'ServiceStatus' })
export type ServiceStatus = z.output<typeof ServiceStatus>

export const ServiceQueueStats = z
  .object({ estimatedServiceDurationSeconds: z.int() })
  .meta({ id: 'ServiceQueueStats' })

const ignoredText = z.string().max(2_048).meta({ deprecated: true, description: 'Ignored.' })

/** The id of a style, or an empty text for none. */
export const styleOf = (field: string) =>
  z
    .string()
    .regex(patternOf('id', /^(avst_[0-9a-f-]{36})?$/), `${field} must be the id of a style, or empty`)
    .describe('Id of a style that people can look for; empty for none.')

const REQUIRED_FIELDS = {
  imageUrl: nonEmptyText('imageUrl', 2_048).describe('URL of an uploaded image of the viewer.'),
  name: nonEmptyText('name', 64).describe('Name of the avatar.'),
}

const OPTIONAL_FIELDS = {
  assetUrl: nonEmptyText('assetUrl', 2_048).describe('URL of an uploaded .vrca file of the viewer.'),
  assetVersion: AssetVersion.describe('Version number of the asset, chosen by the author.'),
  created_at: ignoredText,
  description: textUpTo('description', 1_000).describe('Description of the avatar.'),
  featured: z.boolean().describe('Whether the platform recommends the avatar; only admins can change it.'),
  platform: Platform.regex(
    patternOf('characters', /^[0-9A-Za-z_-]{0,32}$/),
    'platform must have at most 32 letters or digits',
  ).describe('Platform of the asset; standalonewindows by default.'),
  primaryStyle: styleOf('primaryStyle'),
  releaseStatus: describeRef(ReleaseStatus, 'public or private; private by default.'),
  searchable: z.boolean().describe('Whether searches find the avatar, once it is public.'),
  secondaryStyle: styleOf('secondaryStyle'),
  tags: ContentTags.describe(
    'At most 20 author_tag_ and content_ tags and author_quest_fallback; admins may set any tag.',
  ),
  thumbnailImageUrl: ignoredText,
  unityPackageUrl: ignoredText,
  unityVersion: nonEmptyText('unityVersion', 32).describe('Unity version that built the asset, such as 2022.3.22f1.'),
  updated_at: ignoredText,
  version: z.int().min(0).meta({ deprecated: true, description: 'Ignored.' }),
}

/** Old clients also send times and a version, which answers have. */
export const CreateAvatarRequest = z
  .object({
    ...OPTIONAL_FIELDS,
    id: AvatarId.describe('Id of the new avatar, never used before; generated by default.'),
  })
  .partial()
  .extend(REQUIRED_FIELDS)
  .meta({ id: 'CreateAvatarRequest' })

export const UpdateAvatarRequest = z
  .object({ ...OPTIONAL_FIELDS, ...REQUIRED_FIELDS, id: AvatarId.meta({ deprecated: true, description: 'Ignored.' }) })
  .partial()
  .meta({ id: 'UpdateAvatarRequest' })
