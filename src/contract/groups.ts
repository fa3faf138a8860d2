import { z } from 'zod'
import { membershipRows, userRows } from './groupMemberships.ts'
import { UserId } from './ids.ts'
import { del, get, post, put } from './operation.ts'
import { GroupGalleryFileOrder, GroupGalleryFileOrderRequest } from './shapes/file.ts'
import {
  Group,
  GroupGallery,
  GroupPermission,
  GroupRole,
  GroupRoleIDList,
  GroupRoleTemplateValues,
  GroupTransferable,
  LimitedGroup,
} from './shapes/group.ts'
import {
  GroupAnnouncement,
  GroupAuditLogEntryType,
  GroupGalleryImage,
  GroupPost,
  GroupPosts,
  PaginatedGroupAuditLogEntryList,
} from './shapes/groupContent.ts'
import {
  AddGroupGalleryImageRequest,
  CreateGroupAnnouncementRequest,
  CreateGroupGalleryRequest,
  CreateGroupPostRequest,
  CreateGroupRequest,
  CreateGroupRoleRequest,
  TransferGroupRequest,
  UpdateGroupGalleryRequest,
  UpdateGroupRequest,
  UpdateGroupRoleRequest,
} from './shapes/groupRequests.ts'
import { booleanText, pageQuery, timeText } from './shapes/queryParameters.ts'
import { Success } from './shapes/response.ts'

/** Posts have the ids of notifications, and are none. */
const UNKNOWN_POST = { notificationId: "Can't find post!" }

const listText = (what: string) => z.string().max(8_192).optional().describe(`${what}, separated by commas.`)
/** Operations upon groups as such. */
export const groupRows = {
  searchGroups: get('/groups', {
    summary: 'Finds groups by code or name; without a text the largest.',
    query: z.object({
      ...pageQuery,
      query: z.string().max(1_024).optional().describe('A code, a code with discriminator, or a part of the name.'),
    }),
    mayBeOld: true,
    result: z.array(LimitedGroup),
  }),
  strictSearchGroups: get('/groups/strictsearch', {
    origin: 'client',
    summary: 'Finds groups by their exact code or name.',
    query: z.object({
      ...pageQuery,
      query: z.string().max(1_024).optional().describe('A code, a code with discriminator, or a name.'),
    }),
    mayBeOld: true,
    result: z.array(LimitedGroup),
  }),
  createGroup: post('/groups', {
    summary: 'Creates a group; needs a subscription.',
    body: CreateGroupRequest,
    result: Group,
  }),
  getGroupRoleTemplates: get('/groups/roleTemplates', {
    summary: 'Lists the sets of roles that a group can begin with.',
    result: z.record(z.string(), GroupRoleTemplateValues),
  }),
  getGroup: get('/groups/{groupId}', {
    summary: 'Reads a group.',
    query: z.object({ includeRoles: booleanText('includeRoles').optional().describe('Whether to add its roles.') }),
    result: Group,
  }),
  updateGroup: put('/groups/{groupId}', {
    summary: 'Changes the details of a group.',
    body: UpdateGroupRequest,
    bodyOptional: true,
    result: Group,
  }),
  deleteGroup: del('/groups/{groupId}', {
    summary: 'Deletes a group of the viewer.',
    query: z.object({
      hardDelete: booleanText('hardDelete')
        .optional()
        .describe('Whether its content is removed at once rather than after 30 days.'),
    }),
    result: Success,
  }),
  getGroupTransferability: get('/groups/{groupId}/transfer', {
    summary: 'Reads what must hold before a group changes its owner.',
    query: z.object({
      transferTargetId: UserId.optional().describe('The member who would own it; the viewer by default.'),
    }),
    result: GroupTransferable,
  }),
  initiateOrAcceptGroupTransfer: post('/groups/{groupId}/transfer', {
    summary: 'Offers a group to a member, or accepts it.',
    body: TransferGroupRequest,
    bodyOptional: true,
    result: Success,
  }),
  cancelGroupTransfer: del('/groups/{groupId}/transfer', {
    summary: 'Withdraws or declines the offer of a group.',
    result: Success,
  }),
  getGroupAuditLogEntryTypes: get('/groups/{groupId}/auditLogTypes', {
    summary: 'Lists the types of entries in the audit log of a group.',
    result: z.array(GroupAuditLogEntryType),
  }),
  getGroupAuditLogs: get('/groups/{groupId}/auditLogs', {
    summary: 'Lists the audit log of a group, newest first.',
    query: z.object({
      ...pageQuery,
      startDate: timeText('startDate').optional().describe('Only entries of this time or later.'),
      endDate: timeText('endDate').optional().describe('Only entries before this time.'),
      actorIds: listText('Only acts of these people'),
      eventTypes: listText('Only entries of these types'),
      targetIds: listText('Only acts upon these'),
    }),
    result: PaginatedGroupAuditLogEntryList,
  }),
}

/** Operations upon roles of groups. */
export const roleRows = {
  getGroupPermissions: get('/groups/{groupId}/permissions', {
    summary: 'Lists all permissions, and which of them the viewer can give to roles.',
    result: z.array(GroupPermission),
  }),
  getGroupRoles: get('/groups/{groupId}/roles', { summary: 'Lists the roles of a group.', result: z.array(GroupRole) }),
  createGroupRole: post('/groups/{groupId}/roles', {
    summary: 'Creates a role.',
    body: CreateGroupRoleRequest,
    result: GroupRole,
  }),
  updateGroupRole: put('/groups/{groupId}/roles/{groupRoleId}', {
    summary: 'Changes a role. Lists all roles.',
    body: UpdateGroupRoleRequest,
    bodyOptional: true,
    result: z.array(GroupRole),
  }),
  deleteGroupRole: del('/groups/{groupId}/roles/{groupRoleId}', {
    summary: 'Deletes a role. Lists the remaining ones.',
    result: z.array(GroupRole),
  }),
  addGroupMemberRole: put('/groups/{groupId}/members/{userId}/roles/{groupRoleId}', {
    summary: 'Gives a role to a member. Lists the roles of the member.',
    result: GroupRoleIDList,
  }),
  removeGroupMemberRole: del('/groups/{groupId}/members/{userId}/roles/{groupRoleId}', {
    summary: 'Takes a role from a member. Lists the remaining roles of the member.',
    result: GroupRoleIDList,
  }),
}

/** Operations upon announcements, posts and galleries of groups. */
export const contentRows = {
  getGroupAnnouncements: get('/groups/{groupId}/announcement', {
    summary: 'Reads the announcement of a group; empty for none.',
    result: GroupAnnouncement,
  }),
  createGroupAnnouncement: post('/groups/{groupId}/announcement', {
    summary: 'Sets the announcement of a group.',
    body: CreateGroupAnnouncementRequest,
    result: GroupAnnouncement,
  }),
  deleteGroupAnnouncement: del('/groups/{groupId}/announcement', {
    summary: 'Deletes the announcement of a group.',
    result: Success,
  }),
  getGroupPosts: get('/groups/{groupId}/posts', {
    summary: 'Lists the posts of a group that the viewer can read, newest first.',
    query: z.object({
      ...pageQuery,
      publicOnly: booleanText('publicOnly').optional().describe('Whether to leave out posts for members.'),
    }),
    result: GroupPosts,
  }),
  addGroupPost: post('/groups/{groupId}/posts', {
    summary: 'Writes a post.',
    body: CreateGroupPostRequest,
    result: GroupPost,
  }),
  updateGroupPost: put('/groups/{groupId}/posts/{notificationId}', {
    summary: 'Changes a post.',
    missing: UNKNOWN_POST,
    body: CreateGroupPostRequest,
    result: GroupPost,
  }),
  deleteGroupPost: del('/groups/{groupId}/posts/{notificationId}', {
    summary: 'Deletes a post.',
    missing: UNKNOWN_POST,
    result: Success,
  }),
  createGroupGallery: post('/groups/{groupId}/galleries', {
    summary: 'Creates a gallery.',
    body: CreateGroupGalleryRequest,
    result: GroupGallery,
  }),
  getGroupGalleryImages: get('/groups/{groupId}/galleries/{groupGalleryId}', {
    summary: 'Lists the images of a gallery.',
    query: z.object({
      ...pageQuery,
      approved: booleanText('approved').optional().describe('Only approved images, or only those that are not.'),
    }),
    result: z.array(GroupGalleryImage),
  }),
  updateGroupGallery: put('/groups/{groupId}/galleries/{groupGalleryId}', {
    summary: 'Changes a gallery.',
    body: UpdateGroupGalleryRequest,
    bodyOptional: true,
    result: GroupGallery,
  }),
  deleteGroupGallery: del('/groups/{groupId}/galleries/{groupGalleryId}', {
    summary: 'Deletes a gallery with its images.',
    result: Success,
  }),
  addGroupGalleryImage: post('/groups/{groupId}/galleries/{groupGalleryId}/images', {
    summary: 'Submits an image to a gallery.',
    body: AddGroupGalleryImageRequest,
    result: GroupGalleryImage,
  }),
  deleteGroupGalleryImage: del('/groups/{groupId}/galleries/{groupGalleryId}/images/{groupGalleryImageId}', {
    summary: 'Removes an image from a gallery.',
    result: Success,
  }),
  setGroupGalleryFileOrder: put('/files/order', {
    summary: 'Sets the order in which the gallery of a group or an avatar shows its images.',
    body: GroupGalleryFileOrderRequest,
    result: GroupGalleryFileOrder,
  }),
}

export const groups = { ...groupRows, ...membershipRows, ...userRows, ...roleRows, ...contentRows }
