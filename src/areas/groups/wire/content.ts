import { GroupPostVisibility } from '../../../contract/shapes/group.ts'
import type {
  GroupAnnouncement as AnnouncementRecord,
  GroupGalleryImage as GalleryImageRecord,
  GroupAuditLogEntry,
  GroupPost as PostRecord,
} from '../../../contract/shapes/groupContent.ts'
import type { GroupAnnouncement, GroupGalleryImage, GroupPost } from '../../../generated/prisma/client.ts'
import { type GroupUrlOptions, imageFileUrl } from '../access.ts'
import type { GroupAuditPage, GroupAuditView } from '../auditLog/auditLog.ts'

const imageFields = ({ imageId }: { readonly imageId: string | null }, options: GroupUrlOptions) =>
  imageId === null ? { imageUrl: null } : { imageId, imageUrl: imageFileUrl(options, imageId) }

/** The announcement of a group; empty for none, which clients need rather than null. */
export const announcementWire = (row: GroupAnnouncement | null, options: GroupUrlOptions): AnnouncementRecord =>
  row
    ? {
        ...(row.authorId !== null && { authorId: row.authorId }),
        createdAt: row.createdAt.toISOString(),
        groupId: row.groupId,
        id: row.id,
        ...imageFields(row, options),
        text: row.text,
        title: row.title,
        updatedAt: row.updatedAt.toISOString(),
      }
    : {}

/** A post; clients read the roles that can see it from either spelling. */
export const postWire = (post: GroupPost, options: GroupUrlOptions): PostRecord => ({
  ...(post.authorId !== null && { authorId: post.authorId }),
  createdAt: post.createdAt.toISOString(),
  ...(post.editorId !== null && { editorId: post.editorId }),
  groupId: post.groupId,
  id: post.id,
  ...imageFields(post, options),
  roleId: post.roleIds,
  roleIds: post.roleIds,
  text: post.text,
  title: post.title,
  updatedAt: post.updatedAt.toISOString(),
  visibility: GroupPostVisibility.parse(post.visibility),
})

/** An image of a gallery. */
export const galleryImageWire = (image: GroupGalleryImage, options: GroupUrlOptions): GalleryImageRecord => ({
  approved: image.approvedAt !== null,
  ...(image.approvedAt && { approvedAt: image.approvedAt.toISOString() }),
  ...(image.approvedById !== null && { approvedByUserId: image.approvedById }),
  createdAt: image.createdAt.toISOString(),
  fileId: image.fileId,
  galleryId: image.galleryId,
  groupId: image.groupId,
  id: image.id,
  imageUrl: imageFileUrl(options, image.fileId),
  ...(image.submittedById !== null && { submittedByUserId: image.submittedById }),
})

const asObject = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : {}

/** An entry of the audit log of a group; without the id of an actor whose account was erased. */
const auditEntryWire = ({ entry, actorName }: GroupAuditView): GroupAuditLogEntry => ({
  actorDisplayName: actorName,
  ...(entry.actorId !== null && { actorId: entry.actorId }),
  created_at: entry.createdAt.toISOString(),
  data: asObject(entry.data),
  description: entry.description,
  eventType: entry.eventType,
  groupId: entry.groupId,
  id: entry.id,
  ...(entry.targetId !== null && { targetId: entry.targetId }),
})

export const auditPageWire = ({ entries, totalCount, hasNext }: GroupAuditPage) => ({
  results: entries.map(auditEntryWire),
  totalCount,
  hasNext,
})
