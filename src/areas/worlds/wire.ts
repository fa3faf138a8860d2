import { ReleaseStatus } from '../../contract/shapes/scalars.ts'
import { type Feedback, InstanceContentSettings, type UnityPackage } from '../../contract/shapes/world.ts'
import { siblingId } from '../../kernel/ids.ts'
import { shownUrl, type UrlOptions } from '../../kernel/ownUrls.ts'
import { defineListPresenter, definePresenter, nothingKept } from '../../kernel/presenter.ts'
import { thumbnailUrl } from '../../kernel/webUrls.ts'
import { PACKAGE_DEFAULTS } from '../files/unity/packages.ts'
import type { FeedbackRow } from './feedback.ts'
import { type Occupancy, type PackageRow, WORLD_ROWS, type WorldRow } from './queries.ts'
import type { OccupiedWorld } from './search/queries.ts'
import type { WorldWithOccupancy } from './world/read.ts'

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
  imageUrl: shownUrl(options, world.imageUrl),
  labsPublicationDate: isoTimeOrNone(world.labsPublicationDate),
  name: world.name,
  organization: ORGANIZATION,
  popularity: world.popularity,
  previewYoutubeId: world.previewYoutubeId,
  publicationDate: isoTimeOrNone(world.publicationDate),
  recommendedCapacity: world.recommendedCapacity,
  releaseStatus: ReleaseStatus.parse(world.releaseStatus),
  tags: world.tags,
  thumbnailImageUrl: thumbnailUrl(options, world.imageUrl),
  updated_at: world.updatedAt.toISOString(),
  visits: world.visits,
})

const storeWire = ({ storeId }: WorldRow) => ({ ...(storeId !== null && { storeId }) })

/** Fields of the record of one world, but those of its files and occupants. */
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

const packagesWire = (options: UrlOptions, world: WorldRow) =>
  world.packages.map((one) => packageWire(options, world, one))
const versionWire = (options: UrlOptions, { urlList, version }: WorldRow) => ({
  urlList: urlList.map((url) => shownUrl(options, url)),
  version,
})

export const worldWire = definePresenter({
  name: 'world',
  row: (world: WorldWithOccupancy): WorldRow => world,
  shared: (options, world) => ({ ...detailWire(options, world), ...versionWire(options, world) }),
  own: (world, options) => ({
    ...occupancyWire(world.occupancy),
    unityPackages: world.anonymous ? [] : packagesWire(options, world),
  }),
})

/** Without the asset URL if the world was deleted, because its files are deleted too. */
const packageWire = (options: UrlOptions, { deletedAt }: WorldRow, row: PackageRow): UnityPackage => ({
  assetUrl: deletedAt ? null : shownUrl(options, row.assetUrl),
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
const listedPackagesWire = (options: UrlOptions, world: WorldRow) =>
  world.packages.length > 0 ? packagesWire(options, world) : [placeholderWire(world)]

const limitedPackageWire = ({ created_at, platform, unityVersion }: UnityPackage) => ({
  created_at: created_at ?? null,
  platform,
  unityVersion,
})

/** A world in lists. */
export const limitedWorldWire = defineListPresenter({
  name: 'limited world',
  rows: WORLD_ROWS,
  shared: (options, world) => ({
    ...commonWorldFields(options, world),
    ...storeWire(world),
    unityPackages: listedPackagesWire(options, world).map(limitedPackageWire),
  }),
  kept: nothingKept,
  own: ({ occupants }: OccupiedWorld) => ({ occupants }),
})

/** A world in lists of favorites. */
export const favoritedWorldWire = defineListPresenter({
  name: 'favorite world',
  rows: WORLD_ROWS,
  shared: (options, world) => ({
    ...commonWorldFields(options, world),
    ...(world.description !== '' && { description: world.description }),
    featured: world.featured,
    unityPackages: listedPackagesWire(options, world),
    ...versionWire(options, world),
  }),
  kept: nothingKept,
  own: ({ favoriteGroup = '', favoriteId = '', occupants }: OccupiedWorld) => ({
    favoriteGroup,
    favoriteId,
    occupants,
  }),
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
