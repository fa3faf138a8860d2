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

/** A group of the owner with a different value in each column. */
const aGroupOf: (...[app, owner]: Parameters<PrepareNode>) => ReturnType<typeof aFullGroup> = async (app, owner) => {
  await subscribe(app, owner)
  return aFullGroup(app, owner)
}

export const groupNodes: Readonly<Record<string, PrepareNode>> = {
  async *Group(app, owner) {
    const { id, row } = await aGroupOf(app, owner)
    yield { id, row }
  },
  async *GroupRole(app, owner) {
    const group = await aGroupOf(app, owner)
    for (const flag of ['isAddedOnJoin', 'isSelfAssignable', 'requiresTwoFactor']) {
      const row = await aRoleRow(app, group.id, { [flag]: true })
      yield { id: row.id, row }
      await app.scope().db.groupRole.delete({ where: { id: row.id } })
    }
  },
  async *GroupMember(app, owner) {
    const group = await aGroupOf(app, owner)
    const { id: userId } = await aUser(app)
    const data = { id: newId('groupMember', app.clock.now()), groupId: group.id, userId, status: 'member' }
    const row = await app.scope().db.groupMember.create({ data: { ...data, ...aMembershipRow(owner.id) } })
    yield { id: row.id, row }
  },
  async *GroupPost(app, owner) {
    const group = await aGroupOf(app, owner)
    const row = await aPostRow(app, group)
    // Stored ids of posts have the prefix of notifications.
    const id = siblingId('groupPost', row.id)
    yield { id, row }
  },
  async *GroupAnnouncement(app, owner) {
    const group = await aGroupOf(app, owner)
    const row = await anAnnouncementRow(app, group)
    yield { id: row.id, row }
  },
  async *GroupGallery(app, owner) {
    const row = await aGalleryRow(app, await aGroupOf(app, owner))
    yield { id: row.id, row }
  },
  async *GroupGalleryImage(app, owner) {
    const group = await aGroupOf(app, owner)
    const { id: galleryId } = await aGalleryRow(app, group)
    const row = await aGalleryImageRow(app, group, galleryId)
    yield { id: row.id, row }
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
    yield { id: row.id, row }
  },
}
