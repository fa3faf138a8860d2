import { z } from 'zod'
import { FileId } from '../../../contract/ids.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createListLoader, createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import { thumbnailUrl } from '../../../kernel/webUrls.ts'
import { type FileWithVersions, readFileList } from '../../files/files.ts'
import { File, FileConnection } from '../../files/graph/file.ts'
import { AssetReview, reviewsById } from '../../files/graph/versionData.ts'
import { userRef } from '../../users/graph/user.ts'
import { galleryOrderRules, setAvatarGalleryOrder } from '../avatar/gallery.ts'
import { canUpdateAvatar, canWearAvatar, isLocked, NO_TIES, readableAvatars } from '../policy.ts'
import type { AvatarRow } from '../queries.ts'
import { AvatarPackage, packagesOf, tiesTo } from './avatarPackage.ts'
import { AvatarStatus, PerformanceRating, toAvatarStatus, toPerformanceRating } from './enums.ts'
import { styleRef } from './style.ts'

/** Avatars that the viewer can read, by id. */
export const avatarsById = createLoader<AvatarRow>(readableAvatars, ({ id }) => id)

export const Avatar = builder.objectRef<AvatarRow>('Avatar')
export const avatarRef = referenceTo(Avatar, avatarsById)

export const AvatarEdge = builder.edgeObject({ type: Avatar, name: 'AvatarEdge' })
export const AvatarConnection = builder.connectionObject({ type: Avatar, name: 'AvatarConnection' }, AvatarEdge)

/** Whether the viewer lacks the license for an avatar; the ties of the viewer are read only for one on sale. */
async function lacksLicense(context: GraphContext, avatar: AvatarRow): Promise<boolean> {
  if (!isLocked(context.scope, avatar, NO_TIES)) return false
  return isLocked(context.scope, avatar, await tiesTo(context, avatar.id))
}

/** Whether the viewer can wear an avatar; the ties of the viewer are read only if they decide. */
export async function canWear(context: GraphContext, row: AvatarRow): Promise<boolean> {
  const { viewerScope } = context
  if (canWearAvatar(viewerScope, { row, ties: NO_TIES })) return true
  return canWearAvatar(viewerScope, { row, ties: await tiesTo(context, row.id) })
}

/** A field with the rating of the asset for a platform. */
const ratingOn = (platform: string, description: string) => ({
  type: PerformanceRating,
  nullable: true as const,
  description: `${description}; null without an asset for it.`,
  resolve: ({ packages }: AvatarRow) => {
    const rated = packages.find((one) => one.platform === platform && one.variant === 'standard')
    return rated ? toPerformanceRating(rated.performanceRating) : null
  },
})

const AvatarPerformance = builder.objectRef<AvatarRow>('AvatarPerformance').implement({
  description: 'How well clients can show an avatar.',
  fields: (t) => ({
    windows: t.field(ratingOn('standalonewindows', 'On Windows')),
    android: t.field(ratingOn('android', 'On Android')),
    ios: t.field(ratingOn('ios', 'On iOS')),
  }),
})

/** A field with one of the prices for which an avatar is on sale. */
const priceField = (choose: (...prices: readonly number[]) => number, description: string) => ({
  nullable: true as const,
  description: `${description}, in tokens; null unless it is for sale.`,
  resolve: ({ offers }: AvatarRow) =>
    offers.length > 0 ? choose(...offers.map(({ priceTokens }) => priceTokens)) : null,
})

builder.node(Avatar, {
  description: 'What a person looks like.',
  ...nodeBy(avatarsById),
  fields: (t) => ({
    ...columns(t, 'Avatar', {
      name: 'Name of the avatar.',
      tags: 'Tags, set by the author and the platform.',
      version: 'Number that increases with each change of the assets or image.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
      popularity: 'Rank by wearers of the last 30 days, 0 to 10.',
      heat: 'Rank by wearers of the last 24 hours, 0 to 10.',
    }),
    description: t.string({
      nullable: true,
      description: 'Description by the author; null for none.',
      resolve: ({ description }) => description || null,
    }),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
    imageUrl: t.expose('imageUrl', { type: 'URL', description: 'URL of the image.' }),
    thumbnailUrl: t.field({
      type: 'URL',
      description: 'URL of a small version of the image.',
      resolve: ({ imageUrl }, _args, { scope }) => thumbnailUrl(scope, imageUrl),
    }),
    releaseStatus: t.field({
      type: AvatarStatus,
      description: 'Who can see the avatar.',
      resolve: ({ releaseStatus }) => toAvatarStatus(releaseStatus),
    }),
    isFeatured: t.exposeBoolean('featured', { description: 'Whether the platform recommends the avatar.' }),
    isSearchable: t.exposeBoolean('searchable', {
      description: 'Whether searches find the avatar while it is public, though it is not featured.',
    }),
    primaryStyle: t.field(styleRef('primaryStyle', 'Style that the author has chosen; null for none.')),
    secondaryStyle: t.field(styleRef('secondaryStyle', 'Second style that the author has chosen; null for none.')),
    isUploadPending: t.boolean({
      description: 'Whether it has no asset yet.',
      resolve: ({ packages }) => !packages.some(({ variant }) => variant === 'standard'),
    }),
    packages: t.field({
      type: [AvatarPackage],
      description: 'Assets by platform, oldest first.',
      resolve: packagesOf,
    }),
    performance: t.field({
      type: AvatarPerformance,
      description: 'How well clients can show it, by platform.',
      resolve: (avatar) => avatar,
    }),
    assetReview: t.field({
      type: AssetReview,
      nullable: true,
      description: 'Review of the latest asset that was reviewed; null for none, and for people other than the author.',
      resolve: ({ authorId, packages }, _args, context) => {
        const reviewId = packages.findLast((one) => one.reviewId !== null)?.reviewId
        return reviewId && context.scope.viewer?.id === authorId ? reviewsById(context).load(reviewId) : null
      },
    }),
    lowestPrice: t.int(priceField(Math.min, 'The lowest price for which a license is on sale')),
    highestPrice: t.int(priceField(Math.max, 'The highest price for which a license is on sale')),
    listedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last change of what sells it; null unless it is for sale.',
      resolve: ({ offers: [latest] }) => (latest ? new Date(latest.updatedAt) : null),
    }),
    publishedAt: t.expose('publicationDate', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the avatar was first made public; null for never.',
    }),
    favoriteCount: t.exposeInt('favorites', { description: 'Number of people who have the avatar as a favorite.' }),
    isLocked: t.boolean({
      description: 'Whether the avatar is for sale, and the viewer is not its author and has no license for it.',
      resolve: (avatar, _args, context) => lacksLicense(context, avatar),
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change the avatar: its author and admins, until it is deleted.',
      resolve: (avatar, _args, { viewerScope }) => canUpdateAvatar(viewerScope, avatar),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can delete the avatar: its author and admins.',
      resolve: (avatar, _args, { viewerScope }) => canUpdateAvatar(viewerScope, avatar),
    }),
    viewerCanWear: t.boolean({
      description:
        'Whether the viewer can wear the avatar: an own one, a public one that is not locked, one with a license.',
      resolve: (avatar, _args, context) => canWear(context, avatar),
    }),
  }),
})

builder.queryFields((t) => ({
  avatar: t.field({
    type: Avatar,
    nullable: true,
    description: 'Finds an avatar by id; null for an avatar that the viewer cannot see.',
    args: { id: t.arg.id({ required: true, description: 'Id of the avatar.' }) },
    resolve: (_root, { id }, context) => avatarsById(context).load(id),
  }),
}))

/** The images of each gallery, whose avatar was read through visibility. */
const imagesByAvatar = createListLoader<FileWithVersions>(
  (scope, avatarIds) => readFileList(scope, { avatarId: { in: [...avatarIds] } }, {}),
  ({ avatarId }) => avatarId ?? '',
)

const BY_PLACE = byListKey<FileWithVersions>(({ galleryPosition, createdAt, id }) => [
  galleryPosition,
  `${createdAt.toISOString()} ${id}`,
])

builder.objectFields(Avatar, (t) => ({
  gallery: t.connection(
    {
      type: File,
      description: 'Images that the author shows with the avatar, in the order of the author; at most 20.',
      resolve: async ({ id }, args, context) => listConnection(args, BY_PLACE, await imagesByAvatar(context).load(id)),
    },
    FileConnection,
  ),
}))

mutation('setAvatarGalleryOrder', {
  description: 'Sets the order in which the gallery of an avatar of the viewer shows its images.',
  input: z.object({
    fileIds: z.array(FileId).max(20).describe('Ids of all images of the gallery in their new order, each once.'),
  }),
  types: { fileIds: ['ID'] },
  fieldNames: { ids: 'fileIds' },
  rules: (_scope, { fileIds: ids }) => galleryOrderRules({ ids }),
  run: async (scope, { fileIds }) => ({ avatarId: await setAvatarGalleryOrder(scope, fileIds) }),
  payload: (t) => ({ avatar: t.field(avatarRef('avatarId', 'The avatar after the change.')) }),
})
