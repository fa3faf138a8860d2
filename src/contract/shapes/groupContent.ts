import { z } from 'zod'
import { GroupPostVisibility, GroupRoleIDList } from './group.ts'
import { DateTime, FileID, GroupGalleryID, GroupID, NotificationID, UserID } from './scalars.ts'

export const GroupAuditLogEntryType = z.string().meta({ id: 'GroupAuditLogEntryType', default: 'group.update' })
const GroupGalleryImageID = z.string().meta({ id: 'GroupGalleryImageID' })
const GroupAuditLogID = z.string().meta({ id: 'GroupAuditLogID' })
const GroupAnnouncementID = z.string().meta({ id: 'GroupAnnouncementID' })
export const GroupAnnouncement = z
  .object({
    authorId: UserID,
    createdAt: DateTime.nullable(),
    groupId: GroupID,
    id: GroupAnnouncementID,
    imageId: FileID,
    imageUrl: z.string().nullable(),
    text: z.string().nullable(),
    title: z.string().nullable(),
    updatedAt: DateTime.nullable(),
  })
  .partial()
  .meta({ id: 'GroupAnnouncement' })
export type GroupAnnouncement = z.output<typeof GroupAnnouncement>

/** A post; clients read the roles that can see it from either spelling. */
export const GroupPost = z
  .object({
    authorId: UserID,
    createdAt: DateTime,
    editorId: UserID,
    groupId: GroupID,
    id: NotificationID,
    imageId: FileID,
    imageUrl: z.string().nullable(),
    roleId: GroupRoleIDList,
    roleIds: GroupRoleIDList,
    text: z.string(),
    title: z.string(),
    updatedAt: DateTime,
    visibility: GroupPostVisibility,
  })
  .partial()
  .meta({ id: 'GroupPost' })
export type GroupPost = z.output<typeof GroupPost>

export const GroupPosts = z.object({ posts: z.array(GroupPost), total: z.int() }).partial()

export const GroupGalleryImage = z
  .object({
    approved: z.boolean(),
    approvedAt: DateTime,
    approvedByUserId: UserID,
    createdAt: DateTime,
    fileId: FileID,
    galleryId: GroupGalleryID,
    groupId: GroupID,
    id: GroupGalleryImageID,
    imageUrl: z.url(),
    submittedByUserId: UserID,
  })
  .partial()
  .meta({ id: 'GroupGalleryImage' })
export type GroupGalleryImage = z.output<typeof GroupGalleryImage>

export const GroupAuditLogEntry = z
  .object({
    actorDisplayName: z.string(),
    actorId: UserID,
    created_at: DateTime,
    data: z.looseObject({}),
    description: z.string(),
    eventType: GroupAuditLogEntryType,
    groupId: GroupID,
    id: GroupAuditLogID,
    targetId: z.string(),
  })
  .partial()
  .meta({ id: 'GroupAuditLogEntry' })
export type GroupAuditLogEntry = z.output<typeof GroupAuditLogEntry>

export const PaginatedGroupAuditLogEntryList = z
  .object({ hasNext: z.boolean(), results: z.array(GroupAuditLogEntry), totalCount: z.int() })
  .partial()
  .meta({ id: 'PaginatedGroupAuditLogEntryList' })
