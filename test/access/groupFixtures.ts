import { newId, type UserId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aGroup, aMember, giveRole, subscribe, type TestGroup } from '../support/groups.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { addEvents, type CalendarThings } from './calendarFixtures.ts'

/** Groups of the owner of the fixture objects, and what is in them. */
export interface GroupThings extends CalendarThings {
  /** An open group with everything below in it. */
  readonly groupId: string
  /** A group that may be deleted, and an open one to join and leave. */
  readonly goneGroupId: string
  readonly openGroupId: string
  /** People of the group: two members, one of whom may be removed; those invited, asking and banned. */
  readonly memberId: UserId
  readonly kickedId: UserId
  readonly invitedId: UserId
  readonly requestedId: UserId
  readonly bannedId: UserId
  /** People without relations to the group. */
  readonly uninvitedId: UserId
  readonly unbannedId: UserId
  /** Roles, galleries, images and posts, each with another that may be deleted. */
  readonly roleId: string
  readonly goneRoleId: string
  readonly galleryId: string
  readonly goneGalleryId: string
  readonly galleryImageId: string
  readonly goneGalleryImageId: string
  readonly postId: string
  readonly gonePostId: string
  /** A membership of the invited person, the announcement, and an entry of the audit log. */
  readonly membershipId: string
  readonly announcementId: string
  readonly groupAuditId: string
}

export async function addGroups(
  app: TestApp,
  owner: TestUser,
  fileIds: readonly [string, string],
): Promise<GroupThings> {
  await subscribe(app, owner)
  const group = await aGroup(app, {}, owner)
  const [goneGroup, openGroup] = [await aGroup(app, {}, owner), await aGroup(app, {}, owner)]
  const [member, kicked] = [await aMember(app, group), await aMember(app, group)]
  const invitedId = await somebodyWhoIs(app, group, { status: 'invited', invitedAt: app.clock.now() })
  return {
    groupId: group.id,
    goneGroupId: goneGroup.id,
    openGroupId: openGroup.id,
    memberId: member.id,
    kickedId: kicked.id,
    invitedId,
    requestedId: await somebodyWhoIs(app, group, { status: 'requested', requestedAt: app.clock.now() }),
    bannedId: await somebodyWhoIs(app, group, { status: 'banned', bannedAt: app.clock.now() }),
    uninvitedId: (await aUser(app)).id,
    unbannedId: (await aUser(app)).id,
    roleId: await giveRole(app, group, member, { permissions: ['group-instance-join'] }),
    goneRoleId: await giveRole(app, group, member, { permissions: [] }),
    ...(await addEvents(owner, group.id)),
    ...(await addContent(app, group, fileIds)),
    ...(await addRecords(app, group, invitedId)),
  }
}

interface Membership {
  readonly status: 'invited' | 'requested' | 'banned'
  readonly invitedAt?: Date
  readonly requestedAt?: Date
  readonly bannedAt?: Date
}

async function somebodyWhoIs(app: TestApp, { id: groupId }: TestGroup, membership: Membership) {
  const { id: userId } = await aUser(app)
  const { db, now } = app.scope()
  await db.groupMember.create({
    data: { id: newId('groupMember', now), groupId, userId, createdAt: now, ...membership },
  })
  return userId
}

async function addContent(app: TestApp, { id: groupId, owner }: TestGroup, fileIds: readonly [string, string]) {
  const { db, now } = app.scope()
  const times = { createdAt: now, updatedAt: now }
  const [galleryId, goneGalleryId] = [newId('groupGallery', now), newId('groupGallery', now)]
  const galleries = [galleryId, goneGalleryId].map((id) => ({ id, groupId, name: 'Views', ...times }))
  await db.groupGallery.createMany({ data: galleries })
  const [galleryImageId, goneGalleryImageId] = [newId('groupGalleryImage', now), newId('groupGalleryImage', now)]
  const approved = { submittedById: owner.id, approvedById: owner.id, approvedAt: now, createdAt: now }
  const images = [galleryImageId, goneGalleryImageId].map((id, at) => ({
    ...{ id, groupId, galleryId, fileId: fileIds[at] ?? '' },
    ...approved,
  }))
  await db.groupGalleryImage.createMany({ data: images })
  const [postId, gonePostId] = [newId('notification', now), newId('notification', now)]
  const texts = { groupId, authorId: owner.id, title: 'Hello', text: 'Hello all', visibility: 'public', ...times }
  await db.groupPost.createMany({ data: [postId, gonePostId].map((id) => ({ id, ...texts })) })
  return { galleryId, goneGalleryId, galleryImageId, goneGalleryImageId, postId, gonePostId }
}

async function addRecords(app: TestApp, { id: groupId, owner }: TestGroup, userId: UserId) {
  const { db, now } = app.scope()
  const announcementId = newId('groupAnnouncement', now)
  const texts = { title: 'Welcome', authorId: owner.id, createdAt: now, updatedAt: now }
  await db.groupAnnouncement.create({ data: { ...texts, id: announcementId, groupId } })
  const { id: membershipId } = await db.groupMember.findUniqueOrThrow({
    where: { groupId_userId: { groupId, userId } },
  })
  const { id: groupAuditId } = await db.groupAuditEntry.findFirstOrThrow({ where: { groupId } })
  return { announcementId, membershipId, groupAuditId }
}
