import { ReleaseStatus } from '../../contract/shapes/scalars.ts'
import {
  type FavoritedWorld,
  type Feedback,
  InstanceContentSettings,
  type LimitedWorld,
  type UnityPackage,
  type World,
} from '../../contract/shapes/world.ts'
import { siblingId } from '../../kernel/ids.ts'
import { bytesOfTexts, JsonText, jsonArray, jsonMembers, jsonObject } from '../../kernel/jsonText.ts'
import { type RecordSource, recordOfRow } from '../../kernel/recordCache.ts'
import { PACKAGE_DEFAULTS } from '../files/unity/packages.ts'
import { thumbnailUrl } from '../files/urls.ts'
import type { FeedbackRow } from './feedback.ts'
import { cachedOfWorlds, type Occupancy, type PackageRow, type WorldRow } from './queries.ts'
import type { WorldRecord } from './search/list.ts'
import type { WorldWithOccupancy } from './world/read.ts'

interface UrlOptions {
  readonly rules: { readonly publicUrl: string }
}

const ORGANIZATION = 'plaza'

const isoTimeOrNone = (date: Date | null) => date?.toISOString() ?? 'none'

const commonWorldFields = (options: UrlOptions, world: WorldRow) => ({
  authorId: world.authorId,
  authorName: world.authorName,
  capacity: world.capacity,
  created_at: world.createdAt.toISOString(),
  defaultContentSettings: InstanceContentSettings.parse(world.contentSettings),
  favorites: world.favorites,
  heat: world.heat,
  id: world.id,
  imageUrl: world.imageUrl,
  labsPublicationDate: isoTimeOrNone(world.labsPublicationDate),
  name: world.name,
  organization: ORGANIZATION,
  popularity: world.popularity,
  previewYoutubeId: world.previewYoutubeId,
  publicationDate: isoTimeOrNone(world.publicationDate),
  recommendedCapacity: world.recommendedCapacity,
  releaseStatus: ReleaseStatus.parse(world.releaseStatus),
  tags: world.tags,
  thumbnailImageUrl: thumbnailUrl(options.rules.publicUrl, world.imageUrl),
  updated_at: world.updatedAt.toISOString(),
  visits: world.visits,
})

const storeWire = ({ storeId }: WorldRow) => ({ ...(storeId !== null && { storeId }) })

/** Fields of the record of one world before those of its occupants. */
const detailWire = (options: UrlOptions, world: WorldRow) => ({
  ...commonWorldFields(options, world),
  description: world.description,
  featured: world.featured,
  ...storeWire(world),
})

const occupancyWire = ({ instances, ...counts }: Occupancy) => ({
  instances: instances.map(({ instanceId, occupants }): [string, number] => [instanceId, occupants]),
  occupants: counts.occupants,
  privateOccupants: counts.privateOccupants,
  publicOccupants: counts.publicOccupants,
})

/** What stands for the asset of a draft in lists: clients expect one package at least. */
const placeholderWire = (world: WorldRow): UnityPackage => ({
  assetVersion: 0,
  id: siblingId('unityPackage', world.id),
  platform: PACKAGE_DEFAULTS.platform,
  unityVersion: PACKAGE_DEFAULTS.unityVersion,
})

const packagesWire = (world: WorldRow) => ({ unityPackages: world.packages.map((one) => packageWire(world, one)) })
const versionWire = ({ urlList, version }: WorldRow) => ({ urlList, version })

export const worldWire = (options: UrlOptions, world: WorldWithOccupancy): World => ({
  ...detailWire(options, world),
  ...occupancyWire(world.occupancy),
  ...(world.anonymous ? NO_PACKAGES : packagesWire(world)),
  ...versionWire(world),
})

const NO_PACKAGES = { unityPackages: [] }

/** Members of the record of one world: before the occupants, the packages, and after them. */
const WORLD_TEXTS = cachedOfWorlds<readonly [head: string, packages: string, tail: string]>({
  name: 'text of a world',
  make: ({ rules }, world) => [
    jsonMembers(detailWire({ rules }, world)),
    jsonMembers(packagesWire(world)),
    jsonMembers(versionWire(world)),
  ],
  sizeOf: bytesOfTexts,
})

/** The record of `worldWire` as JSON. */
export function worldText(source: RecordSource, world: WorldWithOccupancy): JsonText<World> {
  const [head, packages, tail] = recordOfRow(source, WORLD_TEXTS, world)
  const occupancy = jsonMembers(occupancyWire(world.occupancy))
  return new JsonText(jsonObject([head, occupancy, world.anonymous ? jsonMembers(NO_PACKAGES) : packages, tail]))
}

/** Without the asset URL if the world was deleted, because its files are deleted too. */
const packageWire = ({ deletedAt }: WorldRow, row: PackageRow): UnityPackage => ({
  assetUrl: deletedAt ? null : row.assetUrl,
  assetUrlObject: {},
  assetVersion: row.assetVersion,
  created_at: new Date(row.createdAt).toISOString(),
  id: row.id,
  platform: row.platform,
  pluginUrl: '',
  pluginUrlObject: {},
  unitySortNumber: row.unitySortNumber,
  unityVersion: row.unityVersion,
  variant: row.variant,
  worldSignature: row.worldSignature,
})

/** The packages of a world in lists, of which there is one at least. */
const listedPackagesWire = (world: WorldRow) => {
  const { unityPackages } = packagesWire(world)
  return { unityPackages: unityPackages.length > 0 ? unityPackages : [placeholderWire(world)] }
}

const limitedPackagesWire = (world: WorldRow) => ({
  unityPackages: listedPackagesWire(world).unityPackages.map(({ created_at = null, platform, unityVersion }) => ({
    created_at,
    platform,
    unityVersion,
  })),
})

/** Members of a world in lists: before and after the number of its occupants. */
type LimitedWorldTexts = readonly [head: string, packages: string]

export const LIMITED_WORLD_TEXTS = cachedOfWorlds<LimitedWorldTexts>({
  name: 'text of a limited world',
  make: (options, world) => [
    jsonMembers({ ...commonWorldFields(options, world), ...storeWire(world) }),
    jsonMembers(limitedPackagesWire(world)),
  ],
  sizeOf: bytesOfTexts,
})

export const limitedWorldsText = (worlds: readonly WorldRecord<LimitedWorldTexts>[]): JsonText<LimitedWorld[]> =>
  new JsonText(
    jsonArray(
      worlds.map(({ record: [head, packages], row }) => jsonObject([head, `"occupants":${row.occupants}`, packages])),
    ),
  )

/** Members of a favorite world: before the favorite, before the number of occupants, and after it. */
type FavoritedWorldTexts = readonly [head: string, featured: string, tail: string]

export const FAVORITED_WORLD_TEXTS = cachedOfWorlds<FavoritedWorldTexts>({
  name: 'text of a favorite world',
  make: (options, world) => [
    jsonMembers({
      ...commonWorldFields(options, world),
      ...(world.description !== '' && { description: world.description }),
    }),
    jsonMembers({ featured: world.featured }),
    jsonMembers({ ...listedPackagesWire(world), ...versionWire(world) }),
  ],
  sizeOf: bytesOfTexts,
})

export const favoritedWorldsText = (worlds: readonly WorldRecord<FavoritedWorldTexts>[]): JsonText<FavoritedWorld[]> =>
  new JsonText(jsonArray(worlds.map(favoritedWorldText)))

function favoritedWorldText({ row, record: [head, featured, tail] }: WorldRecord<FavoritedWorldTexts>) {
  const favorite = jsonMembers({ favoriteGroup: row.favoriteGroup, favoriteId: row.favoriteId })
  return jsonObject([head, favorite, featured, `"occupants":${row.occupants}`, tail])
}

export const feedbackWire = (row: FeedbackRow): Feedback => ({
  commenterId: row.commenterId,
  commenterName: row.commenter.displayName,
  contentAuthorId: row.contentAuthorId,
  contentAuthorName: row.contentAuthor.displayName,
  contentId: row.contentId,
  contentName: row.contentName,
  contentType: row.contentType,
  contentVersion: row.contentVersion,
  description: row.description,
  id: row.id,
  reason: row.reason,
  tags: row.tags,
  type: row.type,
})
