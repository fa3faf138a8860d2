import { newId, siblingId } from '../../src/kernel/ids.ts'
import { subscribe } from '../support/groups.ts'
import { aUser } from '../support/users.ts'
import type { PrepareNode } from './graphNode.ts'
import {
  aFullGroup,
  aGalleryImageRow,
  aGalleryRow,
  aMembershipRow,
  anAnnouncementRow,
  aPostRow,
  aRoleRow,
} from './groupRows.ts'
import { moment } from './records.ts'

/** What the owner of a group, who is an admin, can do in it. */
const OWNER_RIGHTS = {
  ...{ viewerCanJoin: false, viewerCanLeave: false, viewerCanBlock: false, viewerCanAcceptTransfer: false },
  ...{ viewerCanRepresent: true, viewerCanUpdate: true, viewerCanDelete: true, viewerCanTransfer: true },
  ...{ viewerCanWritePosts: true, viewerCanInvite: true, viewerCanAnswerRequests: true, viewerCanBan: true },
  ...{ viewerCanRemoveMembers: true, viewerCanWriteNotes: true, viewerCanAssignRoles: true },
  ...{ viewerCanCreateRoles: true, viewerCanCreateGalleries: true, viewerCanSeeAuditLog: true },
  ...{
    viewerCanSeeAllMembers: true,
    viewerCanSeeInside: true,
    viewerCanManageCalendar: true,
    viewerPermissions: ['ALL'],
    viewerStatus: 'MEMBER',
  },
}

/** A group of the owner with a different value in each column. */
const aGroupOf: (...[app, owner]: Parameters<PrepareNode>) => ReturnType<typeof aFullGroup> = async (app, owner) => {
  await subscribe(app, owner)
  return aFullGroup(app, owner)
}

export const groupNodes: Readonly<Record<string, PrepareNode>> = {
  async *Group(app, owner) {
    const { id, row, pictureUrl } = await aGroupOf(app, owner)
    const pictures = { iconUrl: pictureUrl(row.iconId ?? ''), bannerUrl: pictureUrl(row.bannerId ?? '') }
    const renamed = { isHidden: false, promptsToJoin: false, lastPostedAt: moment(11).toISOString() }
    yield { id, row, computed: { ...OWNER_RIGHTS, ...pictures, ...renamed, auditLogTypes: ['CREATE'] } }
  },
  async *GroupRole(app, owner) {
    const group = await aGroupOf(app, owner)
    for (const flag of ['isAddedOnJoin', 'isSelfAssignable', 'requiresTwoFactor']) {
      const row = await aRoleRow(app, group.id, { [flag]: true })
      const rights = { viewerCanAssign: true, viewerCanDelete: true, viewerCanUpdate: true }
      const computed = { kind: 'CUSTOM', isManagement: true, permissions: ['AUDIT_VIEW'], ...rights }
      yield { id: row.id, row, computed: { ...computed, viewerCanTake: flag === 'isSelfAssignable' } }
      await app.scope().db.groupRole.delete({ where: { id: row.id } })
    }
  },
  async *GroupMember(app, owner) {
    const group = await aGroupOf(app, owner)
    const { id: userId } = await aUser(app)
    const data = { id: newId('groupMember', app.clock.now()), groupId: group.id, userId, status: 'member' }
    const row = await app.scope().db.groupMember.create({ data: { ...data, ...aMembershipRow(owner.id) } })
    const rights = { viewerCanAnswer: false, viewerCanUnban: false, viewerCanWithdrawInvite: false }
    const managing = {
      viewerCanAssignRoles: true,
      viewerCanBan: true,
      viewerCanRemove: true,
      viewerCanWriteNotes: true,
    }
    // Settings and what was read are the member's own.
    const own = { lastPostReadAt: null, isSubscribedToAnnouncements: null, isSubscribedToEventAnnouncements: null }
    yield { id: row.id, row, computed: { isRequestBlocked: false, ...rights, ...managing, ...own } }
  },
  async *GroupPost(app, owner) {
    const group = await aGroupOf(app, owner)
    const row = await aPostRow(app, group)
    const imageUrl = group.pictureUrl(row.imageId ?? '')
    // Stored ids of posts have the prefix of notifications.
    const id = siblingId('groupPost', row.id)
    const rights = { viewerCanDelete: true, viewerCanUpdate: true }
    yield { id, row, computed: { id, imageUrl, isNotified: false, ...rights } }
  },
  async *GroupAnnouncement(app, owner) {
    const group = await aGroupOf(app, owner)
    const row = await anAnnouncementRow(app, group)
    yield { id: row.id, row, computed: { imageUrl: group.pictureUrl(row.imageId ?? ''), viewerCanDelete: true } }
  },
  async *GroupGallery(app, owner) {
    const row = await aGalleryRow(app, await aGroupOf(app, owner))
    const rights = { viewerCanDelete: true, viewerCanUpdate: true, viewerCanManageImages: true, viewerCanSubmit: true }
    yield { id: row.id, row, computed: { ...rights, viewerNeedsApproval: false } }
  },
  async *GroupGalleryImage(app, owner) {
    const group = await aGroupOf(app, owner)
    const { id: galleryId } = await aGalleryRow(app, group)
    const row = await aGalleryImageRow(app, group, galleryId)
    const computed = { imageUrl: group.pictureUrl(row.fileId), isApproved: true, viewerCanApprove: false }
    yield { id: row.id, row, computed: { ...computed, viewerCanDelete: true } }
  },
  async *GroupAuditEntry(app, owner) {
    const group = await aGroupOf(app, owner)
    const { id: actorId } = await aUser(app)
    const row = await app.scope().db.groupAuditEntry.create({
      data: {
        ...{ id: newId('groupAuditEntry', app.clock.now()), groupId: group.id, actorId, targetId: owner.id },
        ...{ eventType: 'group.request.reject', description: 'What happened', data: { reason: 'none' } },
        createdAt: moment(27),
      },
    })
    yield { id: row.id, row, computed: { type: 'REQUEST_REJECT' } }
  },
}
