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
import { expectPresented } from './records.ts'

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
describe('groupWire and galleryWire', () => {
  it('map every column of a group, of the own membership and of a gallery', async () => {
    const row = await aGalleryRow(app, group)
    const record = await owner.api.call('getGroup', { groupId: groupId(), query: { includeRoles: 'true' } })
    const { myMember: _own, roles, galleries, ...shown } = record
    const { galleries: _galleries, roles: _roles, myMember: _myMember, ...shape } = Group.shape
    expectPresented(shown, z.object(shape), { group, owner })
    expect(roles?.map(({ name }) => name)).toEqual(['Group Owner', 'Member', 'Everyone'])
    expectPresented(galleries?.[0], GroupGallery, { row })
    const read = await owner.api.call('getGroup', { groupId: groupId(), query: {} })
    expect(await owner.api.call('updateGroup', { groupId: groupId(), body: {} })).toEqual(read)
    const { myMember } = await member.api.call('getGroup', { groupId: groupId(), query: {} })
    const { managerNotes: _notes, ...own } = GroupMyMember.shape
    expectPresented(myMember, z.object(own), { group, member, memberId, memberRoleIds, owner })
  })
})

describe('limitedGroupWire', () => {
  it('maps every column', async () => {
    const { shortCode, discriminator } = group.row
    const [record] = await member.api.call('searchGroups', { query: { query: `${shortCode}.${discriminator}` } })
    expectPresented({ ...record, galleries: [] }, LimitedGroup, { group, owner })
  })
})

describe('userGroupWire and representedGroupWire', () => {
  it('map every column of a group and a membership', async () => {
    const [record] = await member.api.call('getUserGroups', { userId: member.id })
    expectPresented({ ...record, mutualGroup: false }, LimitedUserGroups, { group, memberId, owner })
    const represented = await member.api.call('getUserRepresentedGroup', { userId: member.id })
    expectPresented(represented, RepresentedGroup, { group, owner })
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
    expectPresented(record, GroupMember, { group, member, memberId, memberRoleIds, owner })
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
      expectPresented(
        roles.find(({ id }) => id === row.id),
        z.object(shape),
        { other, row },
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
    const record = records.find(({ name }) => name === 'group-instance-join')
    expectPresented(record, GroupPermission, { permission: GROUP_PERMISSIONS['group-instance-join'] })
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
    expectPresented(await member.api.call('getGroupAnnouncements', { groupId: groupId() }), GroupAnnouncement, {
      announcement,
      group,
      owner,
    })
    const { posts = [] } = await owner.api.call('getGroupPosts', { groupId: groupId() })
    expectPresented(
      posts.find(({ id }) => id === post.id),
      GroupPost,
      { group, owner, post },
    )
  })
})

describe('galleryImageWire', () => {
  it('maps every column', async () => {
    const { id: galleryId } = await aGalleryRow(app, group)
    const row = await aGalleryImageRow(app, group, galleryId)
    const path = { groupId: groupId(), groupGalleryId: galleryId }
    const [record] = await owner.api.call('getGroupGalleryImages', path)
    expectPresented(record, GroupGalleryImage, { galleryId, group, owner, row })
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
    expectPresented(results[0], GroupAuditLogEntry, { member, other, owner, row })
  })
})
