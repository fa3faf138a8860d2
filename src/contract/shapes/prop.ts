import { z } from 'zod'
import { DateTime, Platform, PropID, ReleaseStatus, Tag, UserID } from './scalars.ts'

export const PropSpawnType = z.int().min(0).meta({ id: 'PropSpawnType' })
export const PropPlacementMask = z.int().min(0).meta({ id: 'PropPlacementMask' })

export const PropUnityPackage = z
  .object({
    assetUrl: z.string(),
    assetVersion: z.int().min(0),
    platform: Platform,
    propSignature: z.string(),
    unityVersion: z.string().min(1),
    variant: z.string(),
  })
  .meta({ id: 'PropUnityPackage' })

/** Something that people can put into worlds. */
export const Prop = z
  .object({
    _created_at: DateTime,
    _updated_at: DateTime,
    authorId: UserID,
    authorName: z.string(),
    description: z.string(),
    id: PropID,
    imageUrl: z.string(),
    maxCountPerUser: z.int(),
    name: z.string(),
    releaseStatus: ReleaseStatus,
    spawnType: PropSpawnType,
    tags: z.array(Tag),
    thumbnailImageUrl: z.string(),
    unityPackageUrl: z.string().nullable(),
    unityPackages: z.array(PropUnityPackage).min(1),
    worldPlacementMask: PropPlacementMask,
  })
  .meta({ id: 'Prop' })
export type Prop = z.output<typeof Prop>

export const PropPublishStatus = z.object({ canPublish: z.boolean().optional() }).meta({ id: 'PropPublishStatus' })

const MOST = 2_147_483_647
const count = z.int().min(0).max(MOST)
const MEMBERS = {
  assetUrl: z.string().max(2_048),
  assetVersion: count,
  description: z.string().max(1_000),
  imageUrl: z.string().max(2_048),
  name: z.string().trim().min(1).max(64),
  platform: z.string().min(1).max(64),
  propSignature: z.string().max(4_096).optional(),
  spawnType: PropSpawnType.max(MOST),
  tags: z.array(Tag.max(64)).max(32),
  unityVersion: z.string().min(1).max(64),
  worldPlacementMask: PropPlacementMask.max(MOST),
}

export const CreatePropRequest = z.object({ id: PropID, ...MEMBERS }).meta({ id: 'CreatePropRequest' })
export const UpdatePropRequest = z.object(MEMBERS).partial().meta({ id: 'UpdatePropRequest' })
