import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { GROUP_PERMISSIONS } from '../../src/areas/groups/roles/permissions.ts'
import {
  Group,
  GroupGallery,
  GroupMember,
  GroupMyMember,
  GroupPermission,
  GroupRole,
  LimitedGroup,
  LimitedUserGroups,
  RepresentedGroup,
} from '../../src/contract/shapes/group.ts'
import {
  GroupAnnouncement,
  GroupAuditLogEntry,
  GroupGalleryImage,
  GroupPost,
} from '../../src/contract/shapes/groupContent.ts'
import { newId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { aMember } from '../support/groups.ts'
import type { TestUser } from '../support/users.ts'
import {
  aFullGroup,
  aGalleryImageRow,
  aGalleryRow,
  aMembershipRow,
  anAnnouncementRow,
  aPostRow,
  aRoleRow,
} from './groupRows.ts'
import { expectRecord, moment } from './records.ts'

const app = await sharedApp()
const { db } = app.scope()
let group: Awaited<ReturnType<typeof aFullGroup>>
let owner: TestUser
let member: TestUser
let memberId: string
let memberRoleIds: string[]
const groupId = () => group.id

beforeAll(async () => {
  group = await aFullGroup(app)
  owner = group.owner
  await db.group.update({ where: { id: group.id }, data: { joinState: 'open' } })
  member = await aMember(app, group)
  await db.group.update({ where: { id: group.id }, data: { joinState: 'request', updatedAt: group.row.updatedAt } })
  const where = { groupId_userId: { groupId: group.id, userId: member.id } }
  const roles = await db.groupMemberRole.findMany({ where: { groupId: group.id, userId: member.id } })
  memberRoleIds = roles.map(({ roleId }) => roleId)
  memberId = (await db.groupMember.update({ where, data: aMembershipRow(owner.id) })).id
})

/** Fields of a group in all of its records. */
const summary = () => ({
  ...{ name: group.row.name, description: group.row.description, shortCode: group.row.shortCode },
  ...{ discriminator: group.row.discriminator, iconId: group.row.iconId, bannerId: group.row.bannerId },
  iconUrl: group.pictureUrl(group.row.iconId ?? ''),
  bannerUrl: group.pictureUrl(group.row.bannerId ?? ''),
  memberCount: 2,
  ownerId: owner.id,
})
const MEMBERSHIP = {
  ...{
    createdAt: moment(14).toISOString(),
    joinedAt: moment(15).toISOString(),
    lastPostReadAt: moment(16).toISOString(),
  },
  ...{ hasJoinedFromPurchase: true, isRepresenting: true, visibility: 'friends' },
  ...{ isSubscribedToAnnouncements: false, isSubscribedToEventAnnouncements: true },
  ...{ bannedAt: null, membershipStatus: 'member', mRoleIds: [] },
}

describe('groupWire and galleryWire', () => {
  it('map every column of a group, of the own membership and of a gallery', async () => {
    const row = await aGalleryRow(app, group)
    const record = await owner.api.call('getGroup', { groupId: groupId(), query: { includeRoles: 'true' } })
    const { myMember: _own, roles, galleries, ...shown } = record
    const { galleries: _galleries, roles: _roles, myMember: _myMember, ...shape } = Group.shape
    expectRecord(shown, z.object(shape), {
      ...summary(),
      ...{ ageVerificationBetaCode: '', ageVerificationBetaSlots: 0, ageVerificationSlotsAvailable: false },
      ...{ badges: [], id: group.id, isVerified: true, joinState: 'request', privacy: 'default' },
      ...{ languages: ['eng'], links: ['https://plaza.test/linked'], tags: ['calm'], rules: 'Rules of a group' },
      ...{ allowGroupJoinPrompt: false, onlineMemberCount: 51, storeId: 'esto_1', membershipStatus: 'member' },
      ...{ createdAt: moment(12).toISOString(), updatedAt: moment(13).toISOString() },
      ...{ memberCountSyncedAt: moment(13).toISOString(), lastPostCreatedAt: moment(11).toISOString() },
      transferTargetId: group.row.transferTargetId,
    })
    expect(roles?.map(({ name }) => name)).toEqual(['Group Owner', 'Member', 'Everyone'])
    expectRecord(galleries?.[0], GroupGallery, {
      ...{ id: row.id, name: row.name, description: row.description, membersOnly: true },
      ...{ roleIdsToView: row.roleIdsToView, roleIdsToSubmit: row.roleIdsToSubmit },
      ...{ roleIdsToAutoApprove: row.roleIdsToAutoApprove, roleIdsToManage: row.roleIdsToManage },
      ...{ createdAt: moment(17).toISOString(), updatedAt: moment(18).toISOString() },
    })
    const read = await owner.api.call('getGroup', { groupId: groupId(), query: {} })
    expect(await owner.api.call('updateGroup', { groupId: groupId(), body: {} })).toEqual(read)
    const { myMember } = await member.api.call('getGroup', { groupId: groupId(), query: {} })
    const { managerNotes: _notes, ...own } = GroupMyMember.shape
    expectRecord(myMember, z.object(own), {
      ...MEMBERSHIP,
      ...{ id: memberId, groupId: group.id, userId: member.id, roleIds: memberRoleIds, has2FA: false },
      ...{ acceptedById: owner.id, acceptedByDisplayName: owner.username },
      permissions: [
        'group-instance-join',
        'group-instance-open-create',
        'group-instance-plus-create',
        'group-instance-public-create',
        'group-members-viewall',
      ],
    })
  })
})

describe('limitedGroupWire', () => {
  it('maps every column', async () => {
    const { shortCode, discriminator } = group.row
    const [record] = await member.api.call('searchGroups', { query: { query: `${shortCode}.${discriminator}` } })
    expectRecord(record, LimitedGroup, {
      ...summary(),
      ...{ id: group.id, isSearchable: true, membershipStatus: 'member', galleries: record?.galleries },
      ...{ createdAt: moment(12).toISOString(), rules: 'Rules of a group', tags: ['calm'] },
    })
  })
})

describe('userGroupWire and representedGroupWire', () => {
  it('map every column of a group and a membership', async () => {
    const membership = { groupId: group.id, isRepresenting: true, memberVisibility: 'friends', privacy: 'default' }
    const [record] = await member.api.call('getUserGroups', { userId: member.id })
    expectRecord(record, LimitedUserGroups, {
      ...summary(),
      ...membership,
      ...{ id: memberId, mutualGroup: record?.mutualGroup },
      ...{ lastPostCreatedAt: moment(11).toISOString(), lastPostReadAt: moment(16).toISOString() },
    })
    const represented = await member.api.call('getUserRepresentedGroup', { userId: member.id })
    expectRecord(represented, RepresentedGroup, { ...summary(), ...membership })
    expect(await owner.api.call('getUserRepresentedGroup', { userId: owner.id })).toEqual({})
  })
})

describe('memberWire and listedMemberWire', () => {
  it('maps every column, and those of the person', async () => {
    await db.user.update({
      where: { id: member.id },
      data: {
        userIcon: 'icon',
        profilePicOverride: 'picture',
        currentAvatarThumbnailImageUrl: 'small',
        currentAvatarTags: ['avatar'],
      },
    })
    const record = await owner.api.call('getGroupMember', { groupId: groupId(), userId: member.id })
    expectRecord(record, GroupMember, {
      ...MEMBERSHIP,
      ...{ id: memberId, groupId: group.id, userId: member.id, roleIds: memberRoleIds, lastPostReadAt: null },
      ...{ acceptedById: owner.id, acceptedByDisplayName: owner.username, managerNotes: 'Notes of managers' },
      user: {
        ...{ id: member.id, displayName: member.username, iconUrl: 'icon', profilePicOverride: 'picture' },
        ...{ currentAvatarTags: ['avatar'], currentAvatarThumbnailImageUrl: 'small', thumbnailUrl: 'small' },
      },
    })
    const members = await owner.api.call('getGroupMembers', { groupId: groupId(), query: {} })
    expect(members.find(({ userId }) => userId === member.id)).toEqual(record)
    const query = { query: member.username }
    const found = await owner.api.call('searchGroupMembers', { groupId: groupId(), query })
    expect(found).toEqual({ results: [record], total: 1 })
  })
})

describe('roleWire', () => {
  it('maps every column', async () => {
    const other = await aFullGroup(app)
    for (const flag of ['isAddedOnJoin', 'isSelfAssignable', 'requiresPurchase', 'requiresTwoFactor']) {
      const row = await aRoleRow(app, other.id, { [flag]: true })
      const roles = await other.owner.api.call('getGroupRoles', { groupId: other.id })
      const { defaultRole: _default, ...shape } = GroupRole.shape
      expectRecord(
        roles.find(({ id }) => id === row.id),
        z.object(shape),
        {
          ...{ id: row.id, groupId: other.id, name: row.name, description: row.description, order: row.order },
          ...{ permissions: row.permissions, isManagementRole: true },
          ...{ isAddedOnJoin: false, isSelfAssignable: false, requiresPurchase: false, requiresTwoFactor: false },
          [flag]: true,
          ...{ createdAt: moment(21).toISOString(), updatedAt: moment(22).toISOString() },
        },
      )
      expect(roles.filter(({ defaultRole }) => defaultRole).map(({ name }) => name)).toEqual(['Everyone'])
      await db.groupRole.delete({ where: { id: row.id } })
    }
  })
})

describe('permissionWire', () => {
  it('has every permission but that of owners, and whether the viewer can give it', async () => {
    const records = await member.api.call('getGroupPermissions', { groupId: groupId() })
    expect(records.map(({ name }) => name).sort()).toEqual(Object.keys(GROUP_PERMISSIONS).sort())
    const { displayName, help } = GROUP_PERMISSIONS['group-instance-join']
    const texts = { name: 'group-instance-join', displayName, help }
    const record = records.find(({ name }) => name === 'group-instance-join')
    expectRecord(record, GroupPermission, { ...texts, allowedToAdd: true, isManagementPermission: false })
    const managing = records.find(({ name }) => name === 'group-audit-view')
    expect(managing).toMatchObject({ allowedToAdd: false, isManagementPermission: true })
  })
})

describe('roleTemplatesWire', () => {
  it('has the roles of each template', async () => {
    const templates = await member.api.call('getGroupRoleTemplates')
    const names = Object.entries(templates).map(([key, { roles }]) => [key, roles.map(({ name }) => name)])
    expect(Object.fromEntries(names)).toEqual({
      default: ['Member'],
      managedFree: ['Admin', 'Moderator', 'Member'],
      managedInvite: ['Admin', 'Moderator', 'Member'],
      managedRequest: ['Admin', 'Moderator', 'Member'],
    })
    expect(templates.managedFree?.roles[2]).toEqual({
      name: 'Member',
      description: 'A member of the group.',
      basePermissions: ['group-instance-join'],
      isAddedOnJoin: true,
    })
  })
})

describe('announcementWire and postWire', () => {
  it('map every column', async () => {
    const [announcement, post] = [await anAnnouncementRow(app, group), await aPostRow(app, group)]
    expectRecord(await member.api.call('getGroupAnnouncements', { groupId: groupId() }), GroupAnnouncement, {
      ...{ id: announcement.id, groupId: group.id, authorId: owner.id, title: announcement.title },
      ...{ text: announcement.text, imageId: announcement.imageId },
      imageUrl: group.pictureUrl(announcement.imageId ?? ''),
      ...{ createdAt: moment(25).toISOString(), updatedAt: moment(26).toISOString() },
    })
    const { posts = [] } = await owner.api.call('getGroupPosts', { groupId: groupId() })
    expectRecord(
      posts.find(({ id }) => id === post.id),
      GroupPost,
      {
        ...{ id: post.id, groupId: group.id, authorId: owner.id, editorId: post.editorId, title: post.title },
        ...{ text: post.text, imageId: post.imageId, roleId: post.roleIds, roleIds: post.roleIds, visibility: 'group' },
        imageUrl: group.pictureUrl(post.imageId ?? ''),
        ...{ createdAt: moment(23).toISOString(), updatedAt: moment(24).toISOString() },
      },
    )
  })
})

describe('galleryImageWire', () => {
  it('maps every column', async () => {
    const { id: galleryId } = await aGalleryRow(app, group)
    const row = await aGalleryImageRow(app, group, galleryId)
    const path = { groupId: groupId(), groupGalleryId: galleryId }
    const [record] = await owner.api.call('getGroupGalleryImages', path)
    expectRecord(record, GroupGalleryImage, {
      ...{ id: row.id, groupId: group.id, galleryId, fileId: row.fileId, imageUrl: group.pictureUrl(row.fileId) },
      ...{ approved: true, approvedAt: moment(19).toISOString(), approvedByUserId: owner.id },
      ...{ createdAt: moment(20).toISOString(), submittedByUserId: row.submittedById },
    })
  })
})

describe('auditPageWire', () => {
  it('maps every column, and the name of the actor', async () => {
    const other = await aFullGroup(app)
    await db.groupAuditEntry.create({
      data: {
        ...{ id: newId('groupAuditEntry', app.clock.now()), groupId: other.id, actorId: member.id },
        ...{ eventType: 'group.request.reject', targetId: owner.id, description: 'What happened' },
        ...{ data: { reason: 'none' }, createdAt: app.clock.now() },
      },
    })
    const {
      results = [],
      totalCount,
      hasNext,
    } = await other.owner.api.call('getGroupAuditLogs', { groupId: other.id, query: { n: '1' } })
    expect({ totalCount, hasNext }).toEqual({ totalCount: 2, hasNext: true })
    const [row] = await db.groupAuditEntry.findMany({ where: { groupId: other.id, actorId: member.id } })
    expectRecord(results[0], GroupAuditLogEntry, {
      ...{ id: row?.id, groupId: other.id, actorId: member.id, actorDisplayName: member.username },
      ...{ eventType: 'group.request.reject', targetId: owner.id, description: 'What happened' },
      ...{ data: { reason: 'none' }, created_at: row?.createdAt.toISOString() },
    })
  })
})
