import { newId, newUuid, siblingId } from '../../src/kernel/ids.ts'
import { anAvatarId } from '../support/favorites.ts'
import { aFriendOf } from '../support/friends.ts'
import { aPrivateInstance, sendInvite } from '../support/invites.ts'
import { moderate } from '../support/playerModerations.ts'
import { aName, aUser } from '../support/users.ts'
import type { PrepareNode } from './graphNode.ts'
import { flagCombinations, moment } from './records.ts'
import { aUserRow, updateUserRow } from './userRows.ts'

const NOW = new Date()
const FAR_AHEAD = new Date('2100-01-01T00:00:00.000Z')

/** Nodes of people, and of what belongs to their accounts. */
export const people: Readonly<Record<string, PrepareNode>> = {
  async *User(app, owner) {
    const { id } = await aFriendOf(app, owner)
    for (const flags of flagCombinations('ageVerified', 'allowAvatarCopying')) {
      const row = await updateUserRow(app, id, { ...aUserRow(id), ...flags })
      yield { id, row }
    }
  },
  async *Badge({ scope }) {
    const texts = { name: aName(), description: 'What for', imageUrl: 'https://plaza.test/badge.png' }
    const data = { id: newId('badge', NOW), ...texts, createdAt: moment(1), updatedAt: moment(2) }
    yield { id: data.id, row: await scope().db.badge.create({ data }) }
  },
  async *UserBadge({ scope }, owner) {
    const { db } = scope()
    const texts = { name: aName(), description: '', imageUrl: '', createdAt: moment(1), updatedAt: moment(2) }
    const { id: badgeId } = await db.badge.create({ data: { id: newId('badge', NOW), ...texts } })
    const times = { assignedAt: moment(3), updatedAt: moment(4) }
    for (const flags of flagCombinations('hidden', 'showcased')) {
      await db.userBadge.deleteMany({ where: { badgeId } })
      const row = await db.userBadge.create({ data: { userId: owner.id, badgeId, ...times, ...flags } })
      yield { id: row.id, row }
    }
  },
  async *ProfileTheme({ scope }, owner) {
    const colors = { name: 'Sea', buttonColor: '064b5c', iconColor: '6ae3f9', subtextColor: 'a9a9a9' }
    const times = { createdAt: moment(1), updatedAt: moment(2) }
    const row = await scope().db.profileTheme.create({
      data: { id: newUuid(NOW), userId: owner.id, ...colors, ...times },
    })
    const id = siblingId('profileTheme', row.id)
    yield { id, row }
  },
  async *PastDisplayName({ scope }, owner) {
    const data = { id: newUuid(NOW), userId: owner.id, displayName: 'A former name', updatedAt: moment(1) }
    const row = await scope().db.pastDisplayName.create({ data })
    const id = siblingId('pastDisplayName', row.id)
    yield { id, row }
  },
  async *Viewer({ scope }, { id: userId }) {
    const { db } = scope()
    const account = {
      birthday: new Date('1990-01-02'),
      contentFilters: ['content_gore'],
      pendingEmail: 'new@plaza.test',
    }
    const consents = { acceptedTOSVersion: 3, acceptedPrivacyVersion: 4 }
    const user = await db.user.update({
      where: { id: userId },
      data: { lastLoginAt: moment(3), statusHistory: ['Said'] },
    })
    for (const flags of flagCombinations('isBoopingEnabled', 'unsubscribe', 'hasSharedConnectionsOptOut')) {
      const row = await db.account.update({ where: { userId }, data: { ...account, ...consents, ...flags } })
      const id = siblingId('viewer', userId)
      yield { id, row: { ...user, ...row } }
    }
  },
  async *AuditEntry({ scope }, owner) {
    const id = newId('auditEntry', NOW)
    const data = { id, at: moment(1), actorId: owner.id, act: 'warnUser', subjectId: owner.id, details: { number: 1 } }
    const row = await scope().db.auditEntry.create({ data })
    yield { id, row }
  },
  async *UserNote(app, owner) {
    const { id: targetUserId } = await aUser(app)
    const data = { id: newId('userNote', NOW), userId: owner.id, targetUserId, note: 'A note' }
    yield {
      id: data.id,
      row: await app.scope().db.userNote.create({ data: { ...data, createdAt: moment(1), updatedAt: moment(2) } }),
    }
  },
  async *Session({ scope }, owner) {
    const times = { createdAt: moment(1), lastUsedAt: moment(2), expiresAt: FAR_AHEAD }
    const data = { id: newId('session', NOW), userId: owner.id, tokenHash: aName(), address: '10.1.2.3', ...times }
    const row = await scope().db.session.create({ data: { ...data, userAgent: 'An agent', owes: ['otp'] } })
    yield { id: row.id, row }
  },
  async *Permission({ scope }, owner) {
    const texts = { name: aName(), displayName: 'A permission', description: 'What it allows', type: 'kind' }
    const data = {
      id: newId('permission', NOW),
      ...texts,
      data: { max: 3 },
      createdAt: moment(1),
      updatedAt: moment(2),
    }
    const { db } = scope()
    const row = await db.permission.create({ data: { ...data, ownerId: owner.id } })
    await db.permissionGrant.create({ data: { userId: owner.id, permissionId: row.id, grantedAt: moment(3) } })
    yield { id: row.id, row }
  },
  async *PlayerModeration(app, owner) {
    const { id } = await moderate(owner, await aUser(app), 'hideAvatar')
    const row = await app.scope().db.playerModeration.update({ where: { id }, data: { createdAt: moment(1) } })
    yield { id, row }
  },
  async *BlockedAvatar({ scope }, owner) {
    const avatar = { targetAvatarId: anAvatarId(), type: 'block', createdAt: moment(1) }
    const row = await scope().db.globalAvatarModeration.create({ data: { userId: owner.id, ...avatar } })
    const id = row.targetAvatarId.replace('avtr_', 'bavtr_')
    yield { id, row }
  },
  async *SentInvite(app, owner) {
    const friend = await aFriendOf(app, owner)
    const id = await sendInvite(owner, friend, await aPrivateInstance(app, owner))
    const row = await app.scope().db.notification.update({ where: { id }, data: { createdAt: FAR_AHEAD } })
    yield { id: siblingId('sentInvite', id), row }
  },
  async *FriendRequest(app, owner) {
    const sender = await aUser(app)
    const { id } = await sender.api.call('friend', { userId: owner.id })
    for (const isHidden of [false, true]) {
      const data = { createdAt: moment(1), hiddenAt: isHidden ? moment(2) : null }
      yield { id, row: await app.scope().db.notification.update({ where: { id }, data }) }
    }
  },
}
