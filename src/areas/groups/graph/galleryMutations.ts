import { z } from 'zod'
import { GroupGalleryId, GroupGalleryImageId, GroupId } from '../../../contract/ids.ts'
import { GroupGalleryFileOrderRequest } from '../../../contract/shapes/file.ts'
import {
  AddGroupGalleryImageRequest,
  CreateGroupGalleryRequest,
  UpdateGroupGalleryRequest,
} from '../../../contract/shapes/groupRequests.ts'
import { describeRef } from '../../../contract/shapes/requestFields.ts'
import { GroupGalleryID } from '../../../contract/shapes/scalars.ts'
import type { ObjectFieldBuilder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import type { GroupGalleryImage as ImageRow, GroupGallery as Row } from '../../../generated/prisma/client.ts'
import { trusted } from '../../../kernel/ids.ts'
import { createGroupGallery, deleteGroupGallery, galleryRules, updateGroupGallery } from '../content/galleries.ts'
import {
  addGroupGalleryImage,
  approveGroupGalleryImage,
  deleteGroupGalleryImage,
  galleryImageRules,
  galleryOrderRules,
  setGroupGalleryFileOrder,
} from '../content/galleryImages.ts'
import { galleryImageNotFound, galleryNotFound } from '../policy.ts'
import { GroupGallery, GroupGalleryEdge, galleriesById, groupGalleryRef, OLDEST_GALLERY_FIRST } from './gallery.ts'
import { BY_POSITION, GroupGalleryImage, GroupGalleryImageEdge, loadGalleryImage } from './galleryImage.ts'
import { Group, loadGroup } from './group.ts'

const galleryId = GroupGalleryId.describe('Id of the gallery.')
const imageId = GroupGalleryImageId.describe('Id of the image in the gallery.')

/** The ids of a gallery that the viewer can see, and of its group. Throws `missing`. */
async function keyOfGallery(context: GraphContext, id: string) {
  const gallery = await galleriesById(context).load(id)
  if (!gallery) throw galleryNotFound()
  return { groupId: trusted<'group'>(gallery.groupId), galleryId: trusted<'groupGallery'>(id) }
}

/** The ids of an image that the viewer can see. Throws `missing`. */
async function keyOfImage(context: GraphContext, id: string) {
  const image = await loadGalleryImage(context, id)
  if (!image) throw galleryImageNotFound()
  const { groupId, galleryId } = image
  return { groupId: trusted<'group'>(groupId), galleryId: trusted<'groupGallery'>(galleryId), imageId: id }
}

interface WithGallery {
  readonly gallery: Row
}

const galleryPayload = (t: ObjectFieldBuilder<WithGallery>) => ({
  group: t.field({
    type: Group,
    description: 'The group.',
    resolve: ({ gallery }, _args, context) => loadGroup(context, gallery.groupId),
  }),
  groupGallery: t.field({ type: GroupGallery, description: 'The gallery.', resolve: ({ gallery }) => gallery }),
  groupGalleryEdge: t.field({
    type: GroupGalleryEdge,
    description: 'The gallery in the list of galleries of the group.',
    resolve: ({ gallery }) => edgeOf(OLDEST_GALLERY_FIRST, gallery),
  }),
})

mutation('createGroupGallery', {
  description: 'Creates a gallery in a group, of at most 10. Needs GALLERIES_MANAGE.',
  input: CreateGroupGalleryRequest.extend({ groupId: GroupId.describe('Id of the group.') }),
  rules: galleryRules,
  run: async (scope, { groupId, ...gallery }): Promise<WithGallery> => ({
    gallery: await createGroupGallery(scope, groupId, gallery),
  }),
  payload: galleryPayload,
})

mutation('updateGroupGallery', {
  description: 'Changes a gallery; fields that are left out stay as they are. Needs GALLERIES_MANAGE.',
  input: UpdateGroupGalleryRequest.extend({ galleryId, ifUpdatedAt }),
  types: IF_UPDATED_AT,
  run: async (scope, { galleryId, ...change }, context): Promise<WithGallery> => ({
    gallery: await updateGroupGallery(scope, await keyOfGallery(context, galleryId), change),
  }),
  payload: galleryPayload,
})

mutation('deleteGroupGallery', {
  description: 'Deletes a gallery with its images; their files stay. Needs GALLERIES_MANAGE.',
  input: z.object({ galleryId }),
  run: async (scope, { galleryId }, context) => {
    const key = await keyOfGallery(context, galleryId)
    await deleteGroupGallery(scope, key)
    return key
  },
  payload: (t) => ({
    group: t.field({
      type: Group,
      description: 'The group.',
      resolve: ({ groupId }, _args, context) => loadGroup(context, groupId),
    }),
    deletedGroupGalleryId: t.exposeID('galleryId', { description: 'Id of the gallery, which is gone.' }),
  }),
})

interface WithImage {
  readonly image: ImageRow
}

const imagePayload = (t: ObjectFieldBuilder<WithImage>) => ({
  groupGalleryImage: t.field({ type: GroupGalleryImage, description: 'The image.', resolve: ({ image }) => image }),
  groupGalleryImageEdge: t.field({
    type: GroupGalleryImageEdge,
    description: 'The image in the list of images of the gallery.',
    resolve: ({ image }) => edgeOf(BY_POSITION, image),
  }),
})

mutation('addGroupGalleryImage', {
  description: 'Submits an image to a gallery, which shows it once it is approved; of managers at once.',
  input: AddGroupGalleryImageRequest.extend({ galleryId }),
  rules: galleryImageRules,
  run: async (scope, { galleryId, fileId }, context): Promise<WithImage> => ({
    image: await addGroupGalleryImage(scope, await keyOfGallery(context, galleryId), fileId),
  }),
  payload: imagePayload,
})

mutation('approveGroupGalleryImage', {
  description: 'Approves an image of a gallery, as those do who manage its images; does nothing for an approved one.',
  input: z.object({ imageId }),
  run: async (scope, { imageId }, context): Promise<WithImage> => ({
    image: await approveGroupGalleryImage(scope, await keyOfImage(context, imageId)),
  }),
  payload: imagePayload,
})

mutation('deleteGroupGalleryImage', {
  description: 'Removes an image from a gallery, as its submitter and those do who manage its images; its file stays.',
  input: z.object({ imageId }),
  run: async (scope, { imageId }, context) => {
    const key = await keyOfImage(context, imageId)
    await deleteGroupGalleryImage(scope, key)
    return key
  },
  payload: (t) => ({
    groupGallery: t.field(groupGalleryRef('galleryId', 'The gallery; null if the viewer cannot see it any longer.')),
    deletedGroupGalleryImageId: t.exposeID('imageId', { description: 'Id of the image, which is gone.' }),
  }),
})

mutation('setGroupGalleryFileOrder', {
  description: 'Sets the order in which a gallery shows its images.',
  input: GroupGalleryFileOrderRequest.extend({
    galleryId: describeRef(GroupGalleryID, 'Id of the gallery.'),
    ids: GroupGalleryFileOrderRequest.shape.ids.describe(
      'Ids of files of the gallery in their new order, each once; the others follow.',
    ),
  }),
  types: { galleryId: 'ID', ids: ['ID'] },
  rules: (_scope, order) => galleryOrderRules(order),
  run: async (scope, { galleryId, ids }) => ({
    galleryId,
    fileIds: await setGroupGalleryFileOrder(scope, galleryId, ids),
  }),
  payload: (t) => ({
    galleryId: t.exposeID('galleryId', { description: 'Id of the gallery.' }),
    fileIds: t.exposeIDList('fileIds', {
      description: 'Ids of all files of the gallery in their order, at most 1,000.',
    }),
  }),
})
