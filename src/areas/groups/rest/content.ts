import type { contentRows } from '../../../contract/groups.ts'
import type { Handlers } from '../../../contract/operation.ts'
import { pageOf } from '../../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../../kernel/scope.ts'
import { createGroupAnnouncement, deleteGroupAnnouncement, readGroupAnnouncement } from '../content/announcement.ts'
import { addGroupGalleryImage, deleteGroupGalleryImage, readGroupGalleryImages } from '../content/galleryImages.ts'
import { setGroupGalleryFileOrder } from '../content/galleryOrder.ts'
import { createGroupGallery, deleteGroupGallery, updateGroupGallery } from '../content/manageGalleries.ts'
import { addGroupPost, deleteGroupPost, readGroupPosts, updateGroupPost } from '../content/posts.ts'
import { announcementWire, galleryImageWire, postWire } from '../wire/content.ts'
import { galleryWire } from '../wire/gallery.ts'

export const contentRest: Handlers<typeof contentRows, ScopeByAccess> = {
  getGroupAnnouncements: async (scope, { groupId }) =>
    announcementWire(await readGroupAnnouncement(scope, groupId), scope),
  createGroupAnnouncement: async (scope, { groupId, body }) =>
    announcementWire(await createGroupAnnouncement(scope, groupId, body), scope),
  async deleteGroupAnnouncement(scope, { groupId }) {
    await deleteGroupAnnouncement(scope, groupId)
    return successResponse('Group announcement was cleared!')
  },
  async getGroupPosts(scope, { groupId, query }) {
    const found = await readGroupPosts(scope, groupId, { publicOnly: query.publicOnly, page: pageOf(query) })
    return { posts: found.posts.map((post) => postWire(post, scope)), total: found.total }
  },
  addGroupPost: async (scope, { groupId, body }) => postWire(await addGroupPost(scope, groupId, body), scope),
  updateGroupPost: async (scope, { groupId, notificationId: postId, body }) =>
    postWire(await updateGroupPost(scope, { groupId, postId }, body), scope),
  async deleteGroupPost(scope, { groupId, notificationId }) {
    await deleteGroupPost(scope, groupId, notificationId)
    return successResponse('Group Post was deleted!')
  },
  createGroupGallery: async (scope, { groupId, body }) => galleryWire(await createGroupGallery(scope, groupId, body)),
  getGroupGalleryImages: async (scope, { groupId, groupGalleryId: galleryId, query }) => {
    const wanted = { approved: query.approved, page: pageOf(query) }
    const images = await readGroupGalleryImages(scope, { groupId, galleryId }, wanted)
    return images.map((image) => galleryImageWire(image, scope))
  },
  updateGroupGallery: async (scope, { groupId, groupGalleryId: galleryId, body }) =>
    galleryWire(await updateGroupGallery(scope, { groupId, galleryId }, body)),
  async deleteGroupGallery(scope, { groupId, groupGalleryId: galleryId }) {
    await deleteGroupGallery(scope, { groupId, galleryId })
    return successResponse('Gallery deleted!')
  },
  addGroupGalleryImage: async (scope, { groupId, groupGalleryId: galleryId, body }) =>
    galleryImageWire(await addGroupGalleryImage(scope, { groupId, galleryId }, body.fileId), scope),
  async deleteGroupGalleryImage(scope, { groupId, groupGalleryId: galleryId, groupGalleryImageId: imageId }) {
    await deleteGroupGalleryImage(scope, { groupId, galleryId, imageId })
    return successResponse('Gallery image removed!')
  },
  setGroupGalleryFileOrder: async (scope, { body: { galleryId, ids } }) => {
    if (galleryId !== undefined) return { ids: await setGroupGalleryFileOrder(scope, galleryId, ids) }
    await scope.avatarGalleries.setOrder(scope, ids)
    return { ids }
  },
}
