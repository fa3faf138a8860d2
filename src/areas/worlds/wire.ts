import type { Feedback } from '../../contract/shapes/feedback.ts'
import { ReleaseStatus } from '../../contract/shapes/scalars.ts'
import type { UnityPackage } from '../../contract/shapes/unityPackage.ts'
import {
  type FavoritedWorld,
  InstanceContentSettings,
  type LimitedWorld,
  type World,
} from '../../contract/shapes/world.ts'
import { thumbnailUrl } from '../files/addresses.ts'
import type { FeedbackRow } from './feedback.ts'
import type { PackageRow, WorldRow } from './hot.ts'
import type { FavoriteWorld, FoundWorld } from './worlds.ts'

/** What the wire needs to know to write addresses. */
interface House {
  readonly rules: { readonly publicUrl: string }
}

const ORGANIZATION = 'plaza'

const orNone = (date: Date | null) => date?.toISOString() ?? 'none'

const common = (house: House, world: WorldRow) => ({
  authorId: world.authorId,
  authorName: world.authorName,
  capacity: world.capacity,
  created_at: world.createdAt.toISOString(),
  defaultContentSettings: InstanceContentSettings.parse(world.contentSettings),
  favorites: world.favorites,
  heat: world.heat,
  id: world.id,
  imageUrl: world.imageUrl,
  labsPublicationDate: orNone(world.labsPublicationDate),
  name: world.name,
  organization: ORGANIZATION,
  popularity: world.popularity,
  previewYoutubeId: world.previewYoutubeId,
  publicationDate: orNone(world.publicationDate),
  recommendedCapacity: world.recommendedCapacity,
  releaseStatus: ReleaseStatus.parse(world.releaseStatus),
  tags: world.tags,
  thumbnailImageUrl: thumbnailUrl(house.rules.publicUrl, world.imageUrl),
  updated_at: world.updatedAt.toISOString(),
  visits: world.visits,
})

export const worldWire = (house: House, world: FoundWorld): World => {
  const { occupants: all, publicOccupants, privateOccupants, instances } = world.occupancy
  return {
    ...common(house, world),
    description: world.description,
    featured: world.featured,
    instances: instances.map(({ instanceId, occupants }) => [instanceId, occupants]),
    occupants: all,
    privateOccupants,
    publicOccupants,
    unityPackages: world.anonymous ? [] : world.packages.map((one) => packageWire(world, one)),
    urlList: world.urlList,
    version: world.version,
  }
}

/** The files of a world that was deleted are gone. */
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

export const limitedWorldWire = (house: House, world: WorldRow): LimitedWorld => ({
  ...common(house, world),
  occupants: world.occupants,
  unityPackages: world.packages.map(({ createdAt, platform, unityVersion }) => ({
    created_at: new Date(createdAt).toISOString(),
    platform,
    unityVersion,
  })),
})

export const favoritedWorldWire = (house: House, world: FavoriteWorld): FavoritedWorld => ({
  ...common(house, world),
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
