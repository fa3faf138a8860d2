import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createListLoader, createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { byListKey, listConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { GroupGallery as GalleryRow, GroupGalleryImage as Row } from '../../../generated/prisma/client.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { thumbnailUrl } from '../../../kernel/webUrls.ts'
import { userRef } from '../../users/graph/user.ts'
import { type GroupAccess, imageFileUrl, readGroupAccesses } from '../access.ts'
import { canManageImages, canSeeGallery, galleryNotFound } from '../policy.ts'
import { GroupGallery, galleriesById } from './gallery.ts'
import { accessTo } from './group.ts'

/** Whether the viewer can see an image of a gallery that they can see. */
const canSeeImage = (access: GroupAccess, gallery: GalleryRow, image: Row, viewerId: string): boolean =>
  image.approvedAt !== null || image.submittedById === viewerId || canManageImages(access, gallery)

/** Images of these ids that the viewer can see. Two statements. */
async function readVisibleImages(scope: ViewerScope, ids: readonly string[]): Promise<Row[]> {
  const images = await scope.db.groupGalleryImage.findMany({
    where: { id: { in: [...ids] } },
    include: { gallery: true },
    relationLoadStrategy: 'join',
  })
  const groupIds = [...new Set(images.map(({ groupId }) => groupId))]
  const accesses = groupIds.length > 0 ? await readGroupAccesses(scope, groupIds) : []
  const byGroup = new Map(accesses.map((access) => [access.group.id, access]))
  return images.filter(({ gallery, ...image }) => {
    const access = byGroup.get(image.groupId)
    return access && canSeeGallery(access, gallery) && canSeeImage(access, gallery, image, scope.viewer.id)
  })
}

const imagesById = createLoader<Row>(forViewer(readVisibleImages), ({ id }) => id)

/** All images of galleries, at most 1,000 each; the caller leaves out those that the viewer can't see. */
const imagesByGallery = createListLoader<Row>(
  ({ db }, galleryIds) => db.groupGalleryImage.findMany({ where: { galleryId: { in: [...galleryIds] } } }),
  ({ galleryId }) => galleryId,
)

/** The gallery of an image. Throws `missing` when it was deleted meanwhile. */
async function galleryOf(context: GraphContext, { galleryId }: Row): Promise<GalleryRow> {
  const gallery = await galleriesById(context).load(galleryId)
  if (!gallery) throw galleryNotFound()
  return gallery
}

async function managesImages(context: GraphContext, image: Row): Promise<boolean> {
  const access = await accessTo(context, image.groupId)
  return access !== null && canManageImages(access, await galleryOf(context, image))
}

export const GroupGalleryImage = builder.objectRef<Row>('GroupGalleryImage')

/** An image of a gallery by id; null for one that the viewer can't see. */
export const loadGalleryImage = (context: GraphContext, id: string) => imagesById(context).load(id)

builder.node(GroupGalleryImage, {
  description: 'An image in a gallery of a group.',
  ...nodeBy(imagesById),
  fields: (t) => ({
    gallery: t.field({
      type: GroupGallery,
      description: 'The gallery.',
      resolve: (image, _args, context) => galleryOf(context, image),
    }),
    ...columns(t, 'GroupGalleryImage', {
      fileId: 'Id of the file.',
      approvedAt: 'Time of the approval; null for none.',
      createdAt: 'Time of the submission.',
    }),
    imageUrl: t.field({
      type: 'URL',
      description: 'URL of the image.',
      resolve: ({ fileId }, _args, { scope }) => imageFileUrl(scope, fileId),
    }),
    thumbnailUrl: t.field({
      type: 'URL',
      description: 'URL of a small version of the image.',
      resolve: ({ fileId }, _args, { scope }) => thumbnailUrl(scope, imageFileUrl(scope, fileId)),
    }),
    isApproved: t.boolean({
      description: 'Whether everybody who can see the gallery can see it; else its submitter and managers.',
      resolve: ({ approvedAt }) => approvedAt !== null,
    }),
    approvedBy: t.field(userRef('approvedById', 'Person who has approved it; null for nobody.')),
    submittedBy: t.field(userRef('submittedById', 'Person who has submitted it; null after the account was erased.')),
    viewerCanApprove: t.boolean({
      description: 'Whether the viewer can approve the image, which is not approved yet.',
      resolve: (image, _args, context) => image.approvedAt === null && managesImages(context, image),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can remove the image: managers and its submitter can.',
      resolve: async (image, _args, context) =>
        image.submittedById === context.viewerScope.viewer.id || managesImages(context, image),
    }),
  }),
})

export const BY_POSITION = byListKey<Row>(({ position, createdAt, id }) => [
  position,
  `${createdAt.toISOString()} ${id}`,
])
export const GroupGalleryImageEdge = builder.edgeObject({ type: GroupGalleryImage, name: 'GroupGalleryImageEdge' })
const GroupGalleryImageConnection = builder.connectionObject(
  { type: GroupGalleryImage, name: 'GroupGalleryImageConnection' },
  GroupGalleryImageEdge,
)

builder.objectFields(GroupGallery, (t) => ({
  images: t.connection(
    {
      type: GroupGalleryImage,
      description: 'Images that the viewer can see, in the order of the gallery; at most 1,000.',
      args: { isApproved: t.arg.boolean({ description: 'Only approved images, or only those that are not.' }) },
      resolve: async (gallery, { isApproved, ...args }, context) => {
        const access = await accessTo(context, gallery.groupId)
        const images = access ? await imagesByGallery(context).load(gallery.id) : []
        const { id: viewerId } = context.viewerScope.viewer
        const wanted = images.filter(
          (image) =>
            access !== null &&
            canSeeImage(access, gallery, image, viewerId) &&
            (isApproved ?? image.approvedAt !== null) === (image.approvedAt !== null),
        )
        return listConnection(args, BY_POSITION, wanted)
      },
    },
    GroupGalleryImageConnection,
  ),
}))
