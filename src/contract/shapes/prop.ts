import { z } from 'zod'
import { describeRef, visibleText } from './requestFields.ts'
import { DateTime, Platform, PropID, ReleaseStatus, Tag, UserID } from './scalars.ts'

const PropSpawnType = z.int().min(0).meta({ id: 'PropSpawnType' })
const PropPlacementMask = z.int().min(0).meta({ id: 'PropPlacementMask' })

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

/** An object that people can place in worlds. */
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

const MAX_INTEGER = 2_147_483_647
const PROP_FIELDS = {
  assetUrl: z.string().max(2_048).describe("URL of an uploaded asset file of the viewer's."),
  assetVersion: z.int().min(0).max(MAX_INTEGER).describe('Version of the asset format.'),
  description: z.string().max(1_000).describe('Description of the prop.'),
  imageUrl: z.string().max(2_048).describe("URL of an uploaded image file of the viewer's."),
  name: visibleText(64).describe('Name of the prop.'),
  platform: z.string().min(1).max(64).describe('Platform that the asset is for.'),
  propSignature: z.string().max(4_096).optional().describe('Signature of the asset; blank for none.'),
  spawnType: PropSpawnType.max(MAX_INTEGER).describe('How the prop is spawned, as a number that clients define.'),
  tags: z.array(Tag.max(64)).max(32).describe('Tags of the prop.'),
  unityVersion: z.string().min(1).max(64).describe('Version of the engine that built the asset.'),
  worldPlacementMask: PropPlacementMask.max(MAX_INTEGER).describe(
    'Where in a world the prop can be placed, as a bit mask that clients define.',
  ),
}

export const CreatePropRequest = z
  .object({ id: describeRef(PropID, 'Id of the new prop, which no prop has or had.'), ...PROP_FIELDS })
  .meta({ id: 'CreatePropRequest' })
export const UpdatePropRequest = z.object(PROP_FIELDS).partial().meta({ id: 'UpdatePropRequest' })
