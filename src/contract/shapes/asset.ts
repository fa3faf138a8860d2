import { z } from 'zod'
import { describeRef } from './requestFields.ts'
import { DateTime, Platform, ReleaseStatus, Tag, UserID } from './scalars.ts'

const COUNTED_STATS = `
  animatorCount audioSourceCount blendShapeCount boneCount clothCount constraintCount constraintDepth
  contactCount lightCount lineRendererCount lipSync materialCount materialSlotsUsed meshCount meshIndices
  meshParticleMaxPolygons meshPolygons meshVertices particleSystemCount physBoneColliderCount
  physBoneCollisionCheckCount physBoneComponentCount physBoneTransformCount physicsColliders physicsRigidbodies
  skinnedMeshCount skinnedMeshIndices skinnedMeshPolygons skinnedMeshVertices totalClothVertices totalIndices
  totalMaxParticles totalPolygons totalTextureUsage totalVertices trailRendererCount
`
const YES_NO_STATS = `
  customExpressions customizeAnimationLayers enableEyeLook particleCollisionEnabled particleTrailsEnabled
  writeDefaultsUsed
`
const shapeOf = <S extends z.ZodType>(names: string, schema: S) =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, schema]),
  )

/** Statistics of an avatar, which only a game engine can count. */
export const FileAnalysisAvatarStats = z
  .object({
    ...shapeOf(COUNTED_STATS, z.int()),
    ...shapeOf(YES_NO_STATS, z.boolean()),
    bounds: z.array(z.number()),
    cameraCount: z.int().optional(),
  })
  .meta({ id: 'FileAnalysisAvatarStats' })

export const FileAnalysis = z
  .object({
    avatarStats: FileAnalysisAvatarStats,
    created_at: DateTime.optional(),
    encryptionKey: z.string().optional(),
    /** Bytes. */
    fileSize: z.int(),
    performanceRating: z.string().optional(),
    success: z.boolean(),
    /** Bytes; 0 when unknown. */
    uncompressedSize: z.int(),
  })
  .meta({ id: 'FileAnalysis' })
export type FileAnalysis = z.output<typeof FileAnalysis>

export const AdminUnityPackage = z
  .object({
    assetUrl: z.string().describe('URL of the asset.'),
    assetVersion: z.int().min(0).describe('Version of the asset format.'),
    platform: describeRef(Platform, 'Platform that the asset is for.'),
    unityVersion: z.string().min(1).describe('Version of the engine that built the asset.'),
    variant: z.string().describe('Variant of the asset for the platform, such as `standard`.'),
  })
  .meta({ id: 'AdminUnityPackage' })

/** An asset bundle that the platform ships to clients. */
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
  .object({ reviewNotes: z.string().max(5_000).describe('Notes of the review; they replace the previous ones.') })
  .meta({ id: 'UpdateAssetReviewNotesRequest' })

export const AgreementCode = z.enum(['content.copyright.owned']).meta({ id: 'AgreementCode' })

export const Agreement = z
  .object({
    agreementCode: AgreementCode,
    agreementFulltext: z.string().optional(),
    contentId: z.string(),
    created: DateTime,
    id: z.string(),
    tags: z.array(Tag),
    userId: UserID,
    version: z.int(),
  })
  .meta({ id: 'Agreement' })
export type Agreement = z.output<typeof Agreement>

export const AgreementStatus = z
  .object({
    agreed: z.boolean(),
    agreementCode: AgreementCode,
    contentId: z.string(),
    userId: UserID,
    version: z.int(),
  })
  .meta({ id: 'AgreementStatus' })

export const AgreementRequest = z
  .object({
    agreementCode: describeRef(AgreementCode, 'Kind of agreement: `content.copyright.owned`.'),
    agreementFulltext: z.string().max(20_000).describe('Text of the agreement as it was shown.'),
    contentId: z.string().describe('Id of the world, avatar or prop.'),
    version: z.int().describe('Version of the agreement text; 1 is the current one.'),
  })
  .meta({ id: 'AgreementRequest' })
