import { z } from 'zod'
import { DateTime } from './scalars.ts'

/** What only an engine could count. */
export const FileAnalysisAvatarStats = z
  .object({
    animatorCount: z.int(),
    audioSourceCount: z.int(),
    blendShapeCount: z.int(),
    boneCount: z.int(),
    bounds: z.array(z.number()),
    cameraCount: z.int().optional(),
    clothCount: z.int(),
    constraintCount: z.int(),
    constraintDepth: z.int(),
    contactCount: z.int(),
    customExpressions: z.boolean(),
    customizeAnimationLayers: z.boolean(),
    enableEyeLook: z.boolean(),
    lightCount: z.int(),
    lineRendererCount: z.int(),
    lipSync: z.int(),
    materialCount: z.int(),
    materialSlotsUsed: z.int(),
    meshCount: z.int(),
    meshIndices: z.int(),
    meshParticleMaxPolygons: z.int(),
    meshPolygons: z.int(),
    meshVertices: z.int(),
    particleCollisionEnabled: z.boolean(),
    particleSystemCount: z.int(),
    particleTrailsEnabled: z.boolean(),
    physBoneColliderCount: z.int(),
    physBoneCollisionCheckCount: z.int(),
    physBoneComponentCount: z.int(),
    physBoneTransformCount: z.int(),
    physicsColliders: z.int(),
    physicsRigidbodies: z.int(),
    skinnedMeshCount: z.int(),
    skinnedMeshIndices: z.int(),
    skinnedMeshPolygons: z.int(),
    skinnedMeshVertices: z.int(),
    totalClothVertices: z.int(),
    totalIndices: z.int(),
    totalMaxParticles: z.int(),
    totalPolygons: z.int(),
    totalTextureUsage: z.int(),
    totalVertices: z.int(),
    trailRendererCount: z.int(),
    writeDefaultsUsed: z.boolean(),
  })
  .meta({ id: 'FileAnalysisAvatarStats' })
export type FileAnalysisAvatarStats = z.output<typeof FileAnalysisAvatarStats>

export const FileAnalysis = z
  .object({
    avatarStats: FileAnalysisAvatarStats,
    created_at: DateTime.optional(),
    encryptionKey: z.string().optional(),
    /** Bytes. */
    fileSize: z.int(),
    performanceRating: z.string().optional(),
    success: z.boolean(),
    /** Bytes; 0 where it is not known. */
    uncompressedSize: z.int(),
  })
  .meta({ id: 'FileAnalysis' })
export type FileAnalysis = z.output<typeof FileAnalysis>
