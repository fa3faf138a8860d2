import { type Avatar, RATED_PLATFORMS, type ServiceStatus } from '../../contract/shapes/avatar.ts'
import { ReleaseStatus } from '../../contract/shapes/scalars.ts'
import { PerformanceRatings, type UnityPackage } from '../../contract/shapes/world.ts'
import type { ImpostorJob } from '../../generated/prisma/client.ts'
import { PLATFORM_USER_ID, siblingId } from '../../kernel/ids.ts'
import { shownUrl } from '../../kernel/ownUrls.ts'
import type { Scope } from '../../kernel/scope.ts'
import { thumbnailUrl } from '../../kernel/webUrls.ts'
import { canLoadAvatar, isLocked, type SeenAvatar } from './policy.ts'
import type { AvatarPackageRow, AvatarRow } from './queries.ts'

/** Ratings as numbers, by which clients sort. */
const RATING_NUMBERS = { None: 0, VeryPoor: 1, Poor: 2, Medium: 3, Good: 4, Excellent: 5 } as const

/** The record of one avatar, with the addresses of its assets for those who may load it. */
export const avatarWire = (scope: Scope, seen: SeenAvatar): Avatar => {
  const { row, ties } = seen
  const canLoad = row.deletedAt === null && canLoadAvatar(scope, row, ties)
  const assetUrl = row.packages.find(({ variant }) => variant === 'standard')?.assetUrl
  return {
    ...listedAvatarWire(scope, seen),
    ...(canLoad && assetUrl && { assetUrl: shownUrl(scope, assetUrl), assetUrlObject: {} }),
    unityPackages: packagesWire(row, canLoad ? (one) => loadablePackageWire(scope, one) : securityPackageWire),
  }
}

/** The record of an avatar in lists, which never have addresses of assets. */
export const listedAvatarWire = (scope: Scope, { row, ties }: SeenAvatar): Avatar => ({
  authorId: row.authorId,
  authorName: row.authorName,
  created_at: row.createdAt.toISOString(),
  description: row.description,
  featured: row.featured,
  id: row.id,
  imageUrl: shownUrl(scope, row.imageUrl),
  lock: isLocked(scope, row, ties),
  name: row.name,
  pendingUpload: !row.packages.some(({ variant }) => variant === 'standard'),
  performance: performanceWire(row.packages),
  releaseStatus: ReleaseStatus.parse(row.releaseStatus),
  searchable: row.searchable,
  styles: { primary: row.primaryStyle, secondary: row.secondaryStyle, supplementary: [] },
  tags: row.tags,
  thumbnailImageUrl: thumbnailUrl(scope, row.imageUrl),
  unityPackageUrl: '',
  unityPackageUrlObject: {},
  unityPackages: packagesWire(row, securityPackageWire),
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
  ...offersWire(row),
  ...reviewWire(scope, row),
})

/** The start of time, for records without times of their own. */
const NO_TIME = new Date(0).toISOString()
const NO_NAME = '???'

/** A favorite avatar that the viewer cannot read any more, with the picture of another one; clients skip it. */
export const unreadableAvatarWire = (scope: Scope, id: string, imageUrl = scope.rules.publicUrl): Avatar => ({
  authorId: PLATFORM_USER_ID,
  authorName: NO_NAME,
  created_at: NO_TIME,
  description: '',
  featured: false,
  id,
  imageUrl: shownUrl(scope, imageUrl),
  listingDate: null,
  name: NO_NAME,
  performance: {},
  releaseStatus: 'hidden',
  styles: { primary: null, secondary: null, supplementary: [] },
  tags: [],
  thumbnailImageUrl: thumbnailUrl(scope, imageUrl),
  unityPackageUrl: '',
  unityPackageUrlObject: {},
  unityPackages: [placeholderWire(id)],
  updated_at: NO_TIME,
  version: 0,
})

const performanceWire = (packages: readonly AvatarPackageRow[]): Avatar['performance'] =>
  Object.fromEntries(
    RATED_PLATFORMS.flatMap((platform) => {
      const rated = packages.find((one) => one.platform === platform && one.variant === 'standard')
      if (!rated) return []
      const rating = PerformanceRatings.parse(rated.performanceRating)
      return [
        [platform, rating],
        [`${platform}-sort`, RATING_NUMBERS[rating]],
      ]
    }),
  )

function offersWire({ offers }: AvatarRow) {
  const [latest] = offers
  if (!latest) return { publishedListings: [], listingDate: null }
  const prices = offers.map(({ priceTokens }) => priceTokens)
  return {
    publishedListings: offers.map(({ listingId, displayName, description, imageId, listingType, priceTokens }) => ({
      ...{ listingId, displayName, description, listingType, priceTokens },
      ...(imageId !== null && { imageId }),
    })),
    productId: latest.productId,
    lowestPrice: Math.min(...prices),
    highestPrice: Math.max(...prices),
    listingDate: new Date(latest.updatedAt).toISOString(),
  }
}

/** The review of the latest asset, for its author alone. */
function reviewWire({ viewer }: Scope, { authorId, packages }: AvatarRow) {
  const reviewId = packages.findLast((one) => one.reviewId !== null)?.reviewId
  return viewer?.id === authorId && reviewId ? { activeAssetReviewId: reviewId } : {}
}

const SCAN_STATUSES = new Map([
  [true, 'passed'],
  [false, 'failed'],
])

const packagesWire = ({ id, packages }: AvatarRow, packageWire: (row: AvatarPackageRow) => UnityPackage) =>
  packages.length > 0 ? packages.map(packageWire) : [placeholderWire(id)]

/** What stands for the assets of an avatar that has none: clients expect one package at least. */
const placeholderWire = (avatarId: string): UnityPackage => ({
  assetVersion: 0,
  id: siblingId('unityPackage', avatarId),
  platform: 'standalonewindows',
  unityVersion: '5.3.4p1',
  variant: 'security',
})

const packageWire = (row: AvatarPackageRow) => ({
  assetVersion: row.assetVersion,
  created_at: new Date(row.createdAt).toISOString(),
  id: row.id,
  performanceRating: PerformanceRatings.parse(row.performanceRating),
  platform: row.platform,
  scanStatus: (row.isScanned !== null && SCAN_STATUSES.get(row.isScanned)) || 'pending',
  unitySortNumber: row.unitySortNumber,
  unityVersion: row.unityVersion,
})

const loadablePackageWire = (scope: Scope, row: AvatarPackageRow): UnityPackage => ({
  ...packageWire(row),
  assetUrl: shownUrl(scope, row.assetUrl),
  assetUrlObject: {},
  variant: row.variant,
  ...(row.impostorizerVersion !== null && {
    impostorizerVersion: row.impostorizerVersion,
    impostorUrl: shownUrl(scope, row.assetUrl),
  }),
})

/** A package for those who may not load it, as clients know such ones. */
const securityPackageWire = (row: AvatarPackageRow): UnityPackage => ({ ...packageWire(row), variant: 'security' })

/** The record of the making of an avatar's impostors. No builder tells of its progress. */
export const impostorJobWire = (job: ImpostorJob): ServiceStatus => ({
  created_at: job.createdAt.toISOString(),
  id: job.id,
  progress: [],
  requesterUserId: job.requesterId,
  state: job.state,
  subjectId: job.avatarId,
  subjectType: 'avatar',
  type: 'IMPOSTORIZE',
  updated_at: job.updatedAt.toISOString(),
})
