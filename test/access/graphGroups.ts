import { siblingId } from '../../src/kernel/ids.ts'
import { aShortCode } from '../support/groups.ts'
import { aName } from '../support/users.ts'
import type { Things } from './fixtures.ts'
import {
  ADMIN,
  BAD_INPUT,
  type CallerOutcomes,
  DELETED_BY_OWNER,
  FORBIDDEN,
  GRANTED,
  type GraphAccessTable,
  OWNER,
  SECOND_FACTOR_REQUIRED,
  SIGNED_IN,
  UNAUTHENTICATED,
} from './graphOutcomes.ts'

const outcomes = (other: string, owner: string, admin: string): CallerOutcomes => [
  UNAUTHENTICATED,
  SECOND_FACTOR_REQUIRED,
  other,
  owner,
  admin,
]
/** The owner, who is tried before the admin, has done it already. */
const DONE_BY_OWNER = outcomes(FORBIDDEN, 'ok', BAD_INPUT)
/** Nothing stands that could be declined or withdrawn. */
const NOTHING_OPEN = outcomes(BAD_INPUT, BAD_INPUT, BAD_INPUT)
/** What managers see is invisible to others. */
const MANAGED = GRANTED

const post = (id: string) => siblingId('groupPost', id)
const inGroup = ({ groupId }: Things, more = '') => `input: { groupId: "${groupId}" ${more} }`
const inOpenGroup = ({ openGroupId }: Things) => `input: { groupId: "${openGroupId}" }`
const upon = (things: Things, who: 'memberId' | 'kickedId' | 'invitedId' | 'requestedId' | 'bannedId', more = '') =>
  inGroup(things, `userId: "${things[who]}" ${more}`)
const node = (id: string) => `node(id: "${id}") { id }`

export const groupQueries: GraphAccessTable = {
  group: [({ groupId }) => `group(id: "${groupId}") { id }`, SIGNED_IN],
  groupByCode: [
    () => 'groupByCode(code: "NONE.0000") { id }',
    [UNAUTHENTICATED, SECOND_FACTOR_REQUIRED, 'null', 'null', 'null'],
  ],
  groups: [() => 'groups { nodes { id } }', SIGNED_IN],
  groupRoleTemplates: [() => 'groupRoleTemplates { template }', SIGNED_IN],
  'node of a group': [({ groupId }) => node(groupId), SIGNED_IN],
  'node of a role of a group': [({ roleId }) => node(roleId), SIGNED_IN],
  'node of a post of a group': [({ postId }) => node(post(postId)), SIGNED_IN],
  'node of a gallery': [({ galleryId }) => node(galleryId), SIGNED_IN],
  'node of an image of a gallery': [({ galleryImageId }) => node(galleryImageId), SIGNED_IN],
  'node of a membership': [({ membershipId }) => node(membershipId), MANAGED],
  'node of an announcement': [({ announcementId }) => node(announcementId), MANAGED],
  'node of an entry of the log of a group': [({ groupAuditId }) => node(groupAuditId), MANAGED],
}

const ID = 'group { id }'

/** In test order: each keeps the objects that later ones need. */
export const groupMutations: GraphAccessTable = {
  createGroup: [
    () => `createGroup(input: { name: "${aName()}", shortCode: "${aShortCode()}", roleTemplate: DEFAULT }) { ${ID} }`,
    OWNER,
  ],
  updateGroup: [(things) => `updateGroup(${inGroup(things, 'description: "d"')}) { ${ID} }`, OWNER],
  deleteGroup: [
    ({ goneGroupId }) => `deleteGroup(input: { groupId: "${goneGroupId}" }) { deletedGroupId }`,
    DELETED_BY_OWNER,
  ],
  verifyGroup: [(things) => `verifyGroup(${inGroup(things, 'isVerified: true')}) { ${ID} }`, ADMIN],
  // The requirements of a transfer do not hold.
  initiateOrAcceptGroupTransfer: [
    (things) =>
      `initiateOrAcceptGroupTransfer(${inGroup(things, `transferTargetId: "${things.memberId}"`)}) { isAccepted }`,
    outcomes(FORBIDDEN, FORBIDDEN, FORBIDDEN),
  ],
  cancelGroupTransfer: [
    (things) => `cancelGroupTransfer(${inGroup(things)}) { ${ID} }`,
    outcomes(FORBIDDEN, BAD_INPUT, BAD_INPUT),
  ],
  joinGroup: [(things) => `joinGroup(${inOpenGroup(things)}) { ${ID} }`, outcomes('ok', BAD_INPUT, 'ok')],
  leaveGroup: [(things) => `leaveGroup(${inOpenGroup(things)}) { ${ID} }`, outcomes('ok', FORBIDDEN, 'ok')],
  blockGroup: [(things) => `blockGroup(${inOpenGroup(things)}) { ${ID} }`, outcomes('ok', FORBIDDEN, 'ok')],
  cancelGroupRequest: [(things) => `cancelGroupRequest(${inGroup(things)}) { ${ID} }`, NOTHING_OPEN],
  declineGroupInvite: [(things) => `declineGroupInvite(${inGroup(things)}) { ${ID} }`, NOTHING_OPEN],
  createGroupInvite: [
    (things) => `createGroupInvite(${inGroup(things, `userId: "${things.uninvitedId}"`)}) { ${ID} }`,
    DONE_BY_OWNER,
  ],
  deleteGroupInvite: [(things) => `deleteGroupInvite(${upon(things, 'invitedId')}) { ${ID} }`, DONE_BY_OWNER],
  respondGroupJoinRequest: [
    (things) => `respondGroupJoinRequest(${upon(things, 'requestedId', 'action: ACCEPT')}) { ${ID} }`,
    DONE_BY_OWNER,
  ],
  updateGroupMember: [
    (things) => `updateGroupMember(${upon(things, 'memberId', 'managerNotes: "Kind"')}) { groupMember { id } }`,
    OWNER,
  ],
  updateGroupRepresentation: [
    (things) => `updateGroupRepresentation(${inGroup(things, 'isRepresenting: true')}) { groupMember { id } }`,
    outcomes(FORBIDDEN, 'ok', FORBIDDEN),
  ],
  kickGroupMember: [
    (things) => `kickGroupMember(${upon(things, 'kickedId')}) { ${ID} }`,
    outcomes(FORBIDDEN, 'ok', FORBIDDEN),
  ],
  banGroupMember: [
    (things) => `banGroupMember(${inGroup(things, `userId: "${things.unbannedId}"`)}) { ${ID} }`,
    DONE_BY_OWNER,
  ],
  unbanGroupMember: [(things) => `unbanGroupMember(${upon(things, 'bannedId')}) { ${ID} }`, DONE_BY_OWNER],
  createGroupRole: [(things) => `createGroupRole(${inGroup(things, 'name: "Guide"')}) { groupRole { id } }`, OWNER],
  updateGroupRole: [
    ({ roleId }) => `updateGroupRole(input: { roleId: "${roleId}", name: "Host" }) { groupRole { id } }`,
    OWNER,
  ],
  addGroupMemberRole: [
    ({ roleId, memberId }) =>
      `addGroupMemberRole(input: { roleId: "${roleId}", userId: "${memberId}" }) { groupMember { id } }`,
    OWNER,
  ],
  removeGroupMemberRole: [
    ({ roleId, memberId }) =>
      `removeGroupMemberRole(input: { roleId: "${roleId}", userId: "${memberId}" }) { groupMember { id } }`,
    OWNER,
  ],
  deleteGroupRole: [
    ({ goneRoleId }) => `deleteGroupRole(input: { roleId: "${goneRoleId}" }) { deletedGroupRoleId }`,
    DELETED_BY_OWNER,
  ],
  createGroupAnnouncement: [
    (things) => `createGroupAnnouncement(${inGroup(things, 'title: "Welcome"')}) { groupAnnouncement { id } }`,
    OWNER,
  ],
  deleteGroupAnnouncement: [
    (things) => `deleteGroupAnnouncement(${inGroup(things)}) { deletedGroupAnnouncementId }`,
    OWNER,
  ],
  addGroupPost: [
    (things) => `addGroupPost(${inGroup(things, 'title: "t", text: "t", visibility: GROUP')}) { groupPost { id } }`,
    OWNER,
  ],
  updateGroupPost: [
    ({ postId }) => `updateGroupPost(input: { postId: "${post(postId)}", title: "t" }) { groupPost { id } }`,
    OWNER,
  ],
  deleteGroupPost: [
    ({ gonePostId }) => `deleteGroupPost(input: { postId: "${post(gonePostId)}" }) { deletedGroupPostId }`,
    DELETED_BY_OWNER,
  ],
  createGroupGallery: [
    (things) => `createGroupGallery(${inGroup(things, 'name: "Pictures"')}) { groupGallery { id } }`,
    OWNER,
  ],
  updateGroupGallery: [
    ({ galleryId }) => `updateGroupGallery(input: { galleryId: "${galleryId}", name: "n" }) { groupGallery { id } }`,
    OWNER,
  ],
  deleteGroupGallery: [
    ({ goneGalleryId }) => `deleteGroupGallery(input: { galleryId: "${goneGalleryId}" }) { deletedGroupGalleryId }`,
    DELETED_BY_OWNER,
  ],
  // The image belongs to the owner.
  addGroupGalleryImage: [
    ({ galleryId, pictureId }) =>
      `addGroupGalleryImage(input: { galleryId: "${galleryId}", fileId: "${pictureId}" }) { groupGalleryImage { id } }`,
    DONE_BY_OWNER,
  ],
  approveGroupGalleryImage: [
    ({ galleryImageId }) =>
      `approveGroupGalleryImage(input: { imageId: "${galleryImageId}" }) { groupGalleryImage { id } }`,
    OWNER,
  ],
  deleteGroupGalleryImage: [
    ({ goneGalleryImageId }) =>
      `deleteGroupGalleryImage(input: { imageId: "${goneGalleryImageId}" }) { deletedGroupGalleryImageId }`,
    DELETED_BY_OWNER,
  ],
}

export const groupSubscriptions: GraphAccessTable = {
  viewerGroupsChanged: [() => 'viewerGroupsChanged { kind }', SIGNED_IN],
  groupChanged: [({ groupId }) => `groupChanged(groupId: "${groupId}") { kind }`, SIGNED_IN],
  groupModeration: [({ groupId }) => `groupModeration(groupId: "${groupId}") { group { id } }`, OWNER],
  groupInstancesChanged: [({ groupId }) => `groupInstancesChanged(groupId: "${groupId}") { group { id } }`, SIGNED_IN],
  instanceQueue: [() => 'instanceQueue { kind }', SIGNED_IN],
}
