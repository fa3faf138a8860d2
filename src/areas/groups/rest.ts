import type { membershipRows, userRows } from '../../contract/groupMemberships.ts'
import type { contentRows, groupRows, roleRows } from '../../contract/groups.ts'
import type { Handlers } from '../../contract/operation.ts'
import { pageOf, splitList } from '../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { jsonTextOfMembers } from '../../kernel/texts.ts'
import { readGroup } from './access.ts'
import { readGroupAuditLog, readGroupAuditTypes } from './auditLog/auditLog.ts'
import { createGroupAnnouncement, deleteGroupAnnouncement, readGroupAnnouncement } from './content/announcement.ts'
import { createGroupGallery, deleteGroupGallery, updateGroupGallery } from './content/galleries.ts'
import {
  addGroupGalleryImage,
  deleteGroupGalleryImage,
  readGroupGalleryImages,
  setGroupGalleryFileOrder,
} from './content/galleryImages.ts'
import { addGroupPost, deleteGroupPost, readGroupPosts, updateGroupPost } from './content/posts.ts'
import { createGroup } from './group/create.ts'
import { deleteGroup } from './group/delete.ts'
import { searchGroups } from './group/search.ts'
import { cancelGroupTransfer, offerOrAcceptGroup, readTransferability } from './group/transfer.ts'
import { updateGroup } from './group/update.ts'
import { banGroupMember, blockGroup, unbanGroupMember } from './membership/bans.ts'
import { createGroupInvite, declineGroupInvite, deleteGroupInvite } from './membership/invites.ts'
import { joinGroup } from './membership/join.ts'
import { kickGroupMember, leaveGroup } from './membership/leaveAndKick.ts'
import { readMember, readMembers, searchMembers } from './membership/members.ts'
import { readOutsiders } from './membership/outsiders.ts'
import { cancelGroupRequest, respondGroupJoinRequest } from './membership/requests.ts'
import { updateGroupMember, updateGroupRepresentation } from './membership/settings.ts'
import { addGroupMemberRole, removeGroupMemberRole } from './roles/holders.ts'
import { createGroupRole, deleteGroupRole, readGroupPermissions, readGroupRoles } from './roles/roles.ts'
import { updateGroupRole } from './roles/update.ts'
import { readAllGroupPermissions, readOwnGroups } from './userGroups/ownGroups.ts'
import { countMutuals, readMutualGroups, readRepresentedGroup, readUserGroups } from './userGroups/profile.ts'
import { announcementWire, auditPageWire, galleryImageWire, postWire } from './wire/content.ts'
import {
  galleryWire,
  groupWire,
  limitedGroupWire,
  permissionWire,
  representedGroupWire,
  roleTemplatesWire,
  roleWire,
  userGroupWire,
} from './wire/group.ts'
import { listedMemberWire, memberWire } from './wire/member.ts'

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

const groupRecordsRest: Handlers<typeof groupRows, ScopeByAccess> = {
  searchGroups: async (scope, { query }) =>
    limitedGroupWire.texts(scope, await searchGroups(scope, { text: query.query ?? '' }, pageOf(query))),
  strictSearchGroups: async (scope, { query }) =>
    limitedGroupWire.texts(
      scope,
      await searchGroups(scope, { text: query.query ?? '', isStrict: true }, pageOf(query)),
    ),
  createGroup: async (scope, { body }) => groupWire.text(scope, await readGroup(scope, await createGroup(scope, body))),
  getGroupRoleTemplates: () => roleTemplatesWire(),
  getGroup: async (scope, { groupId, query }) =>
    groupWire.text(scope, await readGroup(scope, groupId, { includeRoles: query.includeRoles ?? false })),
  updateGroup: async (scope, { groupId, body }) => {
    await updateGroup(scope, groupId, body ?? {})
    return groupWire.text(scope, await readGroup(scope, groupId))
  },
  deleteGroup: async (scope, { groupId, query }) => {
    await deleteGroup(scope, groupId, query)
    return successResponse('Group deleted!')
  },
  getGroupTransferability: async (scope, { groupId, query }) => ({
    requirements: await readTransferability(scope, groupId, query.transferTargetId),
  }),
  initiateOrAcceptGroupTransfer: async (scope, { groupId, body }) =>
    successResponse(`Group transfer ${await offerOrAcceptGroup(scope, groupId, body?.transferTargetId)}.`),
  cancelGroupTransfer: async (scope, { groupId }) => {
    await cancelGroupTransfer(scope, groupId)
    return successResponse('Group transfer cancelled.')
  },
  getGroupAuditLogEntryTypes: (scope, { groupId }) => readGroupAuditTypes(scope, groupId),
  getGroupAuditLogs: async (scope, { groupId, query }) => {
    const filter = {
      actorIds: splitList(query.actorIds),
      eventTypes: splitList(query.eventTypes),
      targetIds: splitList(query.targetIds),
      since: dateOf(query.startDate),
      until: dateOf(query.endDate),
    }
    return auditPageWire(await readGroupAuditLog(scope, groupId, filter, pageOf(query)))
  },
}

const membershipsRest: Handlers<typeof membershipRows, ScopeByAccess> = {
  joinGroup: async (scope, { groupId, query, body }) =>
    memberWire(scope, await joinGroup(scope, groupId, { ...query, ...body })),
  leaveGroup: (scope, { groupId }) => leaveGroup(scope, groupId),
  blockGroup: (scope, { groupId }) =>
    blockGroup(scope, groupId).then(() => successResponse("You've blocked the group.")),
  getGroupMembers: async (scope, { groupId, query: { sort, roleId, ...query } }) => {
    const page = { ...pageOf(query), newestFirst: sort === 'joinedAt:desc', roleId }
    return listedMemberWire.list(scope, () => readMembers(scope, groupId, page))
  },
  searchGroupMembers: async (scope, { groupId, query: { query: search, ...page } }) => {
    let total = 0
    const results = await listedMemberWire.list(scope, async () => {
      const found = await searchMembers(scope, groupId, { ...pageOf(page), search })
      total = found.total
      return found.members
    })
    return jsonTextOfMembers({ results, total })
  },
  getGroupMember: async (scope, { groupId, userId }) => memberWire(scope, await readMember(scope, groupId, userId)),
  updateGroupMember: async (scope, { groupId, userId, body }) =>
    memberWire(scope, await updateGroupMember(scope, groupId, userId, body)),
  kickGroupMember: (scope, { groupId, userId }) =>
    kickGroupMember(scope, groupId, userId).then(() => successResponse('Group member deleted!')),
  updateGroupRepresentation: (scope, { groupId, body }) =>
    updateGroupRepresentation(scope, groupId, body.isRepresenting).then(() =>
      successResponse('Group representation updated!'),
    ),
  getGroupInvites: async (scope, { groupId, query }) =>
    (await readOutsiders(scope, groupId, 'invited', pageOf(query))).map((view) => memberWire(scope, view)),
  createGroupInvite: (scope, { groupId, body }) => createGroupInvite(scope, groupId, body),
  declineGroupInvite: (scope, { groupId, body }) =>
    declineGroupInvite(scope, groupId, body).then(() => successResponse('Invite declined.')),
  deleteGroupInvite: (scope, { groupId, userId }) => deleteGroupInvite(scope, groupId, userId),
  getGroupRequests: async (scope, { groupId, query: { blocked, ...page } }) =>
    (await readOutsiders(scope, groupId, blocked ? 'requestBlocked' : 'requested', pageOf(page))).map((view) =>
      memberWire(scope, view),
    ),
  cancelGroupRequest: (scope, { groupId }) => cancelGroupRequest(scope, groupId),
  respondGroupJoinRequest: (scope, { groupId, userId, body }) => respondGroupJoinRequest(scope, groupId, userId, body),
  getGroupBans: async (scope, { groupId, query }) =>
    (await readOutsiders(scope, groupId, 'banned', pageOf(query))).map((view) => memberWire(scope, view)),
  banGroupMember: async (scope, { groupId, body }) =>
    memberWire(scope, await banGroupMember(scope, groupId, body.userId)),
  unbanGroupMember: async (scope, { groupId, userId }) =>
    memberWire(scope, await unbanGroupMember(scope, groupId, userId)),
}

const rolesRest: Handlers<typeof roleRows, ScopeByAccess> = {
  getGroupPermissions: async (scope, { groupId }) => (await readGroupPermissions(scope, groupId)).map(permissionWire),
  getGroupRoles: async (scope, { groupId }) => (await readGroupRoles(scope, groupId)).map(roleWire),
  createGroupRole: async (scope, { groupId, body }) => roleWire(await createGroupRole(scope, groupId, body)),
  updateGroupRole: async (scope, { groupId, groupRoleId, body }) =>
    (await updateGroupRole(scope, groupId, { ...body, roleId: groupRoleId })).map(roleWire),
  deleteGroupRole: async (scope, { groupId, groupRoleId }) =>
    (await deleteGroupRole(scope, groupId, { roleId: groupRoleId })).map(roleWire),
  addGroupMemberRole: (scope, { groupId, userId, groupRoleId }) =>
    addGroupMemberRole(scope, groupId, { userId, roleId: groupRoleId }),
  removeGroupMemberRole: (scope, { groupId, userId, groupRoleId }) =>
    removeGroupMemberRole(scope, groupId, { userId, roleId: groupRoleId }),
}

const contentRest: Handlers<typeof contentRows, ScopeByAccess> = {
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

const userGroupsRest: Handlers<typeof userRows, ScopeByAccess> = {
  getUserGroups: async (scope, { userId }) =>
    (await readUserGroups(scope, userId)).map((found) => userGroupWire(found, scope)),
  getInvitedGroups: async (scope, { userId }) =>
    (await readOwnGroups(scope, userId, 'invited')).map((view) => groupWire.record(scope, view)),
  getUserAllGroupPermissions: (scope, { userId, query }) =>
    readAllGroupPermissions(scope, userId, splitList(query.groupIds)),
  getUserRepresentedGroup: async (scope, { userId }) =>
    representedGroupWire(await readRepresentedGroup(scope, userId), scope),
  getUserGroupRequests: async (scope, { userId }) =>
    (await readOwnGroups(scope, userId, 'requested')).map((view) => groupWire.record(scope, view)),
  getBlockedGroups: async (scope, { userId }) =>
    (await readOwnGroups(scope, userId, 'userBlocked')).map((view) => groupWire.record(scope, view)),
  getMutualGroups: async (scope, { userId, query }) =>
    (await readMutualGroups(scope, userId, pageOf(query))).map((found) => userGroupWire(found, scope)),
  getMutuals: (scope, { userId }) => countMutuals(scope, userId),
}

export const groupsRest = { ...groupRecordsRest, ...membershipsRest, ...rolesRest, ...contentRest, ...userGroupsRest }
