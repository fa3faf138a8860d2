import { ReleaseStatus } from '../../contract/shapes/scalars.ts'
import {
  type FavoritedWorld,
  type Feedback,
  InstanceContentSettings,
  type LimitedWorld,
  type UnityPackage,
  type World,
} from '../../contract/shapes/world.ts'
import { thumbnailUrl } from '../files/urls.ts'
import type { FeedbackRow } from './feedback.ts'
import type { PackageRow, WorldSummary } from './queries.ts'
import type { FavoriteWorld } from './world/favoriteWorlds.ts'
import type { WorldWithOccupancy } from './world/read.ts'

interface UrlOptions {
  readonly rules: { readonly publicUrl: string }
}

const ORGANIZATION = 'plaza'

const isoTimeOrNone = (date: Date | null) => date?.toISOString() ?? 'none'

const commonWorldFields = (options: UrlOptions, world: WorldSummary) => ({
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

export const worldWire = (options: UrlOptions, world: WorldWithOccupancy): World => {
  const { instances, ...counts } = world.occupancy
  return {
    ...commonWorldFields(options, world),
    description: world.description,
    featured: world.featured,
    instances: instances.map(({ instanceId, occupants }) => [instanceId, occupants]),
    occupants: counts.occupants,
    privateOccupants: counts.privateOccupants,
    publicOccupants: counts.publicOccupants,
    unityPackages: world.anonymous ? [] : world.packages.map((one) => packageWire(world, one)),
    urlList: world.urlList,
    version: world.version,
  }
}

/** Without the asset URL if the world was deleted, because its files are deleted too. */
const packageWire = ({ deletedAt }: WorldSummary, row: PackageRow): UnityPackage => ({
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

export const limitedWorldWire = (options: UrlOptions, world: WorldSummary): LimitedWorld => ({
  ...commonWorldFields(options, world),
  occupants: world.occupants,
  unityPackages: world.packages.map(({ createdAt, platform, unityVersion }) => ({
    created_at: new Date(createdAt).toISOString(),
    platform,
    unityVersion,
  })),
})

export const favoritedWorldWire = (options: UrlOptions, world: FavoriteWorld): FavoritedWorld => ({
  ...commonWorldFields(options, world),
  ...(world.description !== '' && { description: world.description }),
  favoriteGroup: world.favoriteGroup,
  favoriteId: world.favoriteId,
  featured: world.featured,
  occupants: world.occupants,
  unityPackages: world.packages.map((one) => packageWire(world, one)),
  urlList: world.urlList,
  version: world.version,
})

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
