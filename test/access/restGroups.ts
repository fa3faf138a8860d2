import { aGroupRequest } from '../support/groups.ts'
import { aName } from '../support/users.ts'
import type { Things } from './fixtures.ts'
import type { RestAccess } from './restTable.ts'

const SIGNED = [401, 401, 200, 200, 200] as const
const OWNER = [401, 401, 403, 200, 200] as const
/** For the person alone. */
const ONESELF = [401, 401, 403, 200, 403] as const
/** Access is granted, but the owner, who is tried before the admin, has done it already. */
const DONE_BY_OWNER = [401, 401, 403, 200, 400] as const
const DELETED_BY_OWNER = [401, 401, 403, 200, 404] as const
/** Nothing stands that could be declined or withdrawn. */
const NOTHING_OPEN = [401, 401, 400, 400, 400] as const

const group = ({ groupId }: Things) => ({ groupId })
const person = ({ userId }: Things) => ({ userId })
const inGroup = (body: object) => (things: Things) => ({ ...group(things), body })
const upon =
  (who: 'memberId' | 'kickedId' | 'invitedId' | 'requestedId' | 'bannedId', rest: object = {}) =>
  (things: Things) => ({
    ...group(things),
    userId: things[who],
    ...rest,
  })
const role = (things: Things) => ({ ...group(things), groupRoleId: things.roleId })
const memberRole = (things: Things) => ({ ...role(things), userId: things.memberId })
const gallery = (things: Things) => ({ ...group(things), groupGalleryId: things.galleryId })
const POST = { title: 'News', text: 'Much has happened', visibility: 'group' }

/** Operations of groups, in test order. */
export const groupOperations = {
  searchGroups: { answers: SIGNED },
  strictSearchGroups: { answers: SIGNED },
  createGroup: { call: () => ({ body: aGroupRequest() }), answers: OWNER },
  getGroupRoleTemplates: { answers: SIGNED },
  getGroup: { call: group, answers: SIGNED },
  updateGroup: { call: inGroup({ description: aName() }), answers: OWNER },
  deleteGroup: { call: ({ goneGroupId }) => ({ groupId: goneGroupId }), answers: DELETED_BY_OWNER },
  getGroupTransferability: { call: group, answers: OWNER },
  // The requirements of a transfer do not hold.
  initiateOrAcceptGroupTransfer: {
    call: ({ groupId, memberId }) => ({ groupId, body: { transferTargetId: memberId } }),
    answers: [401, 401, 403, 403, 403],
  },
  cancelGroupTransfer: { call: group, answers: [401, 401, 403, 400, 400] },
  getGroupAuditLogEntryTypes: { call: group, answers: OWNER },
  getGroupAuditLogs: { call: group, answers: OWNER },
  joinGroup: { call: ({ openGroupId }) => ({ groupId: openGroupId }), answers: [401, 401, 200, 400, 200] },
  leaveGroup: { call: ({ openGroupId }) => ({ groupId: openGroupId }), answers: [401, 401, 200, 403, 200] },
  blockGroup: { call: ({ openGroupId }) => ({ groupId: openGroupId }), answers: [401, 401, 200, 403, 200] },
  getGroupMembers: { call: group, answers: SIGNED },
  searchGroupMembers: { call: (things) => ({ ...group(things), query: { query: 'abc' } }), answers: SIGNED },
  getGroupMember: { call: upon('memberId'), answers: OWNER },
  updateGroupMember: { call: upon('memberId', { body: { managerNotes: 'Kind' } }), answers: OWNER },
  kickGroupMember: { call: upon('kickedId'), answers: ONESELF },
  updateGroupRepresentation: { call: inGroup({ isRepresenting: true }), answers: ONESELF },
  getGroupInvites: { call: group, answers: OWNER },
  createGroupInvite: {
    call: ({ groupId, uninvitedId }) => ({ groupId, body: { userId: uninvitedId } }),
    answers: DONE_BY_OWNER,
  },
  declineGroupInvite: { call: group, answers: NOTHING_OPEN },
  deleteGroupInvite: { call: upon('invitedId'), answers: DONE_BY_OWNER },
  getGroupRequests: { call: group, answers: OWNER },
  cancelGroupRequest: { call: group, answers: NOTHING_OPEN },
  respondGroupJoinRequest: { call: upon('requestedId', { body: { action: 'accept' } }), answers: DONE_BY_OWNER },
  getGroupBans: { call: group, answers: OWNER },
  banGroupMember: {
    call: ({ groupId, unbannedId }) => ({ groupId, body: { userId: unbannedId } }),
    answers: DONE_BY_OWNER,
  },
  unbanGroupMember: { call: upon('bannedId'), answers: DONE_BY_OWNER },
  getUserGroups: { call: person, answers: SIGNED },
  getInvitedGroups: { call: person, answers: ONESELF },
  getUserAllGroupPermissions: { call: person, answers: ONESELF },
  getUserRepresentedGroup: { call: person, answers: SIGNED },
  getUserGroupRequests: { call: person, answers: ONESELF },
  getBlockedGroups: { call: person, answers: ONESELF },
  getMutualGroups: { call: person, answers: SIGNED },
  getGroupInstances: { call: group, answers: SIGNED },
  getUserGroupInstances: { call: person, answers: ONESELF },
  getUserGroupInstancesForGroup: { call: (things) => ({ ...person(things), ...group(things) }), answers: ONESELF },
  getGroupPermissions: { call: group, answers: OWNER },
  getGroupRoles: { call: group, answers: SIGNED },
  createGroupRole: { call: inGroup({ name: 'Guide' }), answers: OWNER },
  updateGroupRole: { call: (things) => ({ ...role(things), body: { name: aName() } }), answers: OWNER },
  deleteGroupRole: {
    call: (things) => ({ ...group(things), groupRoleId: things.goneRoleId }),
    answers: DELETED_BY_OWNER,
  },
  addGroupMemberRole: { call: memberRole, answers: OWNER },
  removeGroupMemberRole: { call: memberRole, answers: OWNER },
  getGroupAnnouncements: { call: group, answers: SIGNED },
  createGroupAnnouncement: { call: inGroup({ title: 'Welcome' }), answers: OWNER },
  deleteGroupAnnouncement: { call: group, answers: OWNER },
  getGroupPosts: { call: group, answers: SIGNED },
  addGroupPost: { call: inGroup(POST), answers: OWNER },
  updateGroupPost: {
    call: (things) => ({ ...group(things), notificationId: things.postId, body: POST }),
    answers: OWNER,
  },
  deleteGroupPost: {
    call: (things) => ({ ...group(things), notificationId: things.gonePostId }),
    answers: DELETED_BY_OWNER,
  },
  createGroupGallery: { call: inGroup({ name: 'Pictures' }), answers: OWNER },
  getGroupGalleryImages: { call: gallery, answers: SIGNED },
  updateGroupGallery: { call: (things) => ({ ...gallery(things), body: { name: aName() } }), answers: OWNER },
  deleteGroupGallery: {
    call: (things) => ({ ...group(things), groupGalleryId: things.goneGalleryId }),
    answers: DELETED_BY_OWNER,
  },
  // The image belongs to the owner.
  addGroupGalleryImage: {
    call: (things) => ({ ...gallery(things), body: { fileId: things.pictureId } }),
    answers: DONE_BY_OWNER,
  },
  deleteGroupGalleryImage: {
    call: (things) => ({ ...gallery(things), groupGalleryImageId: things.goneGalleryImageId }),
    answers: DELETED_BY_OWNER,
  },
} as const satisfies Readonly<Record<string, RestAccess>>
