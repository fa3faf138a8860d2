import type { GroupGallery as GalleryRecord } from '../../../contract/shapes/group.ts'
import type { GroupGallery } from '../../../generated/prisma/client.ts'

/** A gallery; null for the roles that can see it stands for everybody who may see the group. */
export const galleryWire = (gallery: GroupGallery): GalleryRecord => ({
  createdAt: gallery.createdAt.toISOString(),
  description: gallery.description,
  id: gallery.id,
  membersOnly: gallery.membersOnly,
  name: gallery.name,
  roleIdsToAutoApprove: gallery.roleIdsToAutoApprove,
  roleIdsToManage: gallery.roleIdsToManage,
  roleIdsToSubmit: gallery.roleIdsToSubmit,
  roleIdsToView: gallery.restrictsView ? gallery.roleIdsToView : null,
  updatedAt: gallery.updatedAt.toISOString(),
})
