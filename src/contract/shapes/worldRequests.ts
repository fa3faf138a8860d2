import { z } from 'zod'
import { WorldId } from '../ids.ts'
import { Platform, ReleaseStatus, Tag, UserID } from './scalars.ts'
import { InstanceContentSettings } from './world.ts'

const upTo = (field: string, most: number) => z.string().max(most, `${field} must have at most ${most} characters`)
const said = (field: string, most: number) => upTo(field, most).min(1, `${field} must not be empty`)

const Capacity = z.int().min(0, 'capacity must be 0 to 40').max(40, 'capacity must be 0 to 40')
const Tags = z.array(Tag.max(64, 'tags must have at most 64 characters each')).max(100, 'tags must be at most 100')

/** A whole number that an integer of the database holds; clients send it as a number or as text. */
const AssetVersion = z.union(
  [
    z.int().min(0).max(999_999_999),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ],
  { error: 'assetVersion must be a whole number' },
)

const ASSET = {
  assetVersion: AssetVersion.optional(),
  platform: Platform.regex(/^[0-9A-Za-z_-]{0,32}$/, 'platform must have at most 32 letters or digits').optional(),
  unityVersion: said('unityVersion', 32).optional(),
  /** No client needs it any more, so nothing is read from it. */
  unityPackageUrl: said('unityPackageUrl', 2_048).optional().meta({ deprecated: true }),
}
/** Who the author is, the session says. */
const AUTHOR = { authorId: UserID.optional(), authorName: z.string().optional() }
const ABOUT = {
  capacity: Capacity.optional(),
  description: upTo('description', 1_000).optional(),
  releaseStatus: ReleaseStatus.optional(),
  tags: Tags.optional(),
}

export const CreateWorldRequest = z
  .object({
    ...ASSET,
    ...AUTHOR,
    ...ABOUT,
    assetUrl: said('assetUrl', 2_048),
    id: WorldId.optional(),
    imageUrl: said('imageUrl', 2_048),
    name: said('name', 64),
  })
  .meta({ id: 'CreateWorldRequest' })

const MOST_METADATA = 65_536
const MOST_LEVELS = 32

/** Whether it is nested no deeper than what walks through it can bear. */
function isFlat(value: object): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  return level.length === 0
}

const fits = (value: object) => isFlat(value) && Buffer.byteLength(JSON.stringify(value)) <= MOST_METADATA

/** An object of at most 64 KiB as JSON and 32 levels. */
export const Kept = (field: string) =>
  z.record(z.string(), z.unknown()).refine(fits, `${field} must have at most 64 KiB and 32 levels`)

/** The last six are ours: the documents say that metadata is set so, and the others stand in every answer. */
export const UpdateWorldRequest = z
  .object({
    ...ASSET,
    ...AUTHOR,
    ...ABOUT,
    assetUrl: said('assetUrl', 2_048).optional(),
    imageUrl: said('imageUrl', 2_048).optional(),
    name: said('name', 64).optional(),
    defaultContentSettings: InstanceContentSettings.optional(),
    featured: z.boolean().optional(),
    metadata: Kept('metadata').optional(),
    previewYoutubeId: z
      .string()
      .regex(/^[\w-]{0,32}$/, 'previewYoutubeId must be the id of a video')
      .nullable()
      .optional(),
    recommendedCapacity: z.int().min(0).max(40).optional(),
    urlList: z.array(said('urlList', 2_048)).max(50, 'urlList must have at most 50 entries').optional(),
  })
  .meta({ id: 'UpdateWorldRequest' })

export const ChangeWorldTagsRequest = z.object({ tags: Tags }).meta({ id: 'ChangeWorldTagsRequest' })
