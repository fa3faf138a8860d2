import { type GroupId, newId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../support/files.ts'
import { aGroup, aSubscriber, type TestGroup } from '../support/groups.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { moment } from './records.ts'

/** A group with different values in all of its columns, and its owner, who has another person as target of a transfer. */
export async function aFullGroup(app: TestApp, owner?: TestUser) {
  const founder = owner ?? (await aSubscriber(app))
  const group = await aGroup(app, {}, founder)
  const [iconId, bannerId] = [await aPicture(app, founder), await aPicture(app, founder)]
  const { id: transferTargetId } = await aUser(app)
  const row = await app.scope().db.group.update({
    where: { id: group.id },
    data: {
      ...{ name: 'Name of a group', nameKey: 'name of a group', description: 'Description of a group' },
      ...{ rules: 'Rules of a group', links: ['https://plaza.test/linked'], languages: ['eng'], tags: ['calm'] },
      ...{
        iconId,
        bannerId,
        transferTargetId,
        transferExpiresAt: new Date('2100-01-01T00:00:00.000Z'),
        storeId: 'esto_1',
      },
      ...{ joinState: 'request', allowGroupJoinPrompt: false, isVerified: true, onlineMemberCount: 51 },
      ...{ lastPostCreatedAt: moment(11), createdAt: moment(12), updatedAt: moment(13) },
    },
  })
  return { ...group, row, pictureUrl: (fileId: string) => `http://plaza.test/api/1/file/${fileId}/1/file` }
}

export const aPicture = async (app: TestApp, person: TestUser) =>
  (await anUploadedFile(app, person, await anImage(), IMAGE_FILE)).id

/** Different values in the columns of a membership that its act does not decide. */
export const aMembershipRow = (acceptedById: string) => ({
  ...{ acceptedById, createdAt: moment(14), joinedAt: moment(15), lastPostReadAt: moment(16) },
  ...{ hasJoinedFromPurchase: true, isRepresenting: true, visibility: 'friends', managerNotes: 'Notes of managers' },
  ...{ isSubscribedToAnnouncements: false, isSubscribedToEventAnnouncements: true },
})

/** A gallery with a different list of roles for each right. */
export async function aGalleryRow(app: TestApp, { id: groupId }: Pick<TestGroup, 'id'>) {
  const role = () => newId('groupRole', moment(1))
  return app.scope().db.groupGallery.create({
    data: {
      ...{ id: newId('groupGallery', moment(1)), groupId, name: 'A gallery', description: 'Of a group' },
      ...{ membersOnly: true, restrictsView: true, roleIdsToView: [role()], roleIdsToSubmit: [role()] },
      ...{ roleIdsToAutoApprove: [role()], roleIdsToManage: [role()], createdAt: moment(17), updatedAt: moment(18) },
    },
  })
}

/** An image of a gallery, submitted by one person and approved by another. */
export async function aGalleryImageRow(app: TestApp, { id: groupId, owner }: TestGroup, galleryId: string) {
  const submitter = await aUser(app)
  return app.scope().db.groupGalleryImage.create({
    data: {
      ...{ id: newId('groupGalleryImage', moment(1)), groupId, galleryId, fileId: await aPicture(app, submitter) },
      ...{ submittedById: submitter.id, approvedById: owner.id, approvedAt: moment(19), createdAt: moment(20) },
      position: 52,
    },
  })
}

/** A role with each flag set but for those that exclude each other. */
export const aRoleRow = (app: TestApp, groupId: GroupId, flags: object = {}) =>
  app.scope().db.groupRole.create({
    data: {
      ...{ id: newId('groupRole', moment(1)), groupId, name: 'A role', description: 'Of a group', order: 53 },
      ...{ permissions: ['group-audit-view'], createdAt: moment(21), updatedAt: moment(22) },
      ...flags,
    },
  })

/** A post with an editor and an image. */
export async function aPostRow(app: TestApp, { id: groupId, owner }: TestGroup) {
  const { id: editorId } = await aUser(app)
  return app.scope().db.groupPost.create({
    data: {
      ...{ id: newId('notification', moment(1)), groupId, authorId: owner.id, editorId, title: 'A post' },
      ...{ text: 'Text of a post', imageId: await aPicture(app, owner), roleIds: [newId('groupRole', moment(1))] },
      ...{ visibility: 'group', createdAt: moment(23), updatedAt: moment(24) },
    },
  })
}

/** The announcement of a group, with an image. */
export const anAnnouncementRow = async (app: TestApp, { id: groupId, owner }: TestGroup) =>
  app.scope().db.groupAnnouncement.create({
    data: {
      ...{ id: newId('groupAnnouncement', moment(1)), groupId, authorId: owner.id, title: 'An announcement' },
      ...{ text: 'Text of it', imageId: await aPicture(app, owner), createdAt: moment(25), updatedAt: moment(26) },
    },
  })
