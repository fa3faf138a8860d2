import { z } from 'zod'
import { DateTime, Platform, ReleaseStatus, Tag, UserID } from './scalars.ts'

export const AdminUnityPackage = z
  .object({
    assetUrl: z.string(),
    assetVersion: z.int().min(0),
    platform: Platform,
    unityVersion: z.string().min(1),
    variant: z.string(),
  })
  .meta({ id: 'AdminUnityPackage' })

/** Content that the platform itself ships to clients. */
export const AdminAssetBundle = z
  .object({
    _created_at: DateTime,
    _updated_at: DateTime,
    assetType: z.string(),
    authorId: UserID,
    authorName: z.string(),
    description: z.string(),
    imageUrl: z.string(),
    name: z.string(),
    releaseStatus: ReleaseStatus,
    tags: z.array(Tag),
    thumbnailImageUrl: z.string(),
    unityPackageUrl: z.string().nullable(),
    unityPackages: z.array(AdminUnityPackage).min(1),
  })
  .meta({ id: 'AdminAssetBundle' })
export type AdminAssetBundle = z.output<typeof AdminAssetBundle>

export const UpdateAssetReviewNotesRequest = z
  .object({ reviewNotes: z.string().max(5_000) })
  .meta({ id: 'UpdateAssetReviewNotesRequest' })
