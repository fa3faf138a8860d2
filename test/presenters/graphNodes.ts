import { createHash } from 'node:crypto'
import { deterministicId, newId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { anAvatarId, favoriteAs } from '../support/favorites.ts'
import { aFileWithoutContent, IMAGE_FILE } from '../support/files.ts'
import { aFriendOf } from '../support/friends.ts'
import { moderate } from '../support/playerModerations.ts'
import { aPrint, aPropRequest } from '../support/props.ts'
import { aName, aUser, type TestUser } from '../support/users.ts'
import { aWorld, fileIdIn } from '../support/worlds.ts'
import { flagCombinations, moment } from './records.ts'
import { aPropRow, aWorldRow, FILE_ROW, INSTANCE_ROW, NOTIFICATION_ROW } from './rows.ts'
import { aUserRow, updateUserRow } from './userRows.ts'

/** A node, its row, and the expected values of fields that are not columns of the same name. */
export interface GraphNode {
  readonly id: string
  readonly row: Readonly<Record<string, unknown>>
  readonly computed?: Readonly<Record<string, unknown>>
}

/** Creates a user's node in each of several states. */
type PrepareNode = (app: TestApp, owner: TestUser) => AsyncGenerator<GraphNode>

const PUBLIC_URL = 'http://plaza.test'
const thumbnailOf = (url: string) => `${PUBLIC_URL}/api/1/image/${fileIdIn(url)}/1/256`
const HOUR = 3_600_000
const NOW = new Date()
const FAR_AHEAD = new Date('2100-01-01T00:00:00.000Z')

const people: Readonly<Record<string, PrepareNode>> = {
  async *User(app, owner) {
    const { id } = await aFriendOf(app, owner)
    for (const flags of flagCombinations('ageVerified', 'allowAvatarCopying')) {
      const row = await updateUserRow(app, id, { ...aUserRow(id), ...flags })
      const computed = {
        avatarImageUrl: row.currentAvatarImageUrl,
        avatarTags: row.currentAvatarTags,
        avatarThumbnailUrl: row.currentAvatarThumbnailImageUrl,
        friendRequestStatus: null,
        isFriend: true,
        location: 'private',
        standing: 'ONLINE',
      }
      yield { id, row, computed }
    }
  },
  async *Badge({ scope }) {
    const texts = { name: aName(), description: 'What for', imageUrl: 'https://plaza.test/badge.png' }
    const data = { id: newId('badge', NOW), ...texts, createdAt: moment(1), updatedAt: moment(2) }
    yield { id: data.id, row: await scope().db.badge.create({ data }) }
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
    const confirmedUntil = new Date(row.createdAt.getTime() + 10 * 60_000).toISOString()
    yield { id: row.id, row, computed: { confirmedUntil, isCurrent: false, owes: ['RECOVERY_CODE'] } }
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
    yield { id, row, computed: { type: 'HIDE_AVATAR' } }
  },
}

const messages: Readonly<Record<string, PrepareNode>> = {
  async *Notification({ scope }, owner) {
    for (const flags of flagCombinations('canDelete', 'canReply', 'ignoreDND', 'requireSeen')) {
      const data = { id: newId('notification', NOW), receiverId: owner.id, type: 'group.informative' }
      const answered = { seenAt: moment(3), respondedAt: moment(4) }
      const row = await scope().db.notification.create({
        data: { ...data, ...NOTIFICATION_ROW, ...answered, ...flags },
      })
      const { relatedNotificationsId: relatedNotificationId } = row
      const computed = { generations: ['V2'], isHidden: false, isSystem: true, relatedNotificationId }
      yield { id: row.id, row, computed }
    }
  },
  async *InviteMessage(app, owner) {
    const updatedAt = new Date(app.scope().now.getTime() - HOUR / 2)
    const data = { userId: owner.id, messageType: 'request', slot: 5, message: 'Edited', updatedAt }
    const row = await app.scope().db.inviteMessage.create({ data })
    const id = deterministicId('inviteMessage', owner.id, 'request', '5')
    const updatableAt = new Date(updatedAt.getTime() + HOUR).toISOString()
    const cooldown = { canBeUpdated: false, remainingCooldownMinutes: 30, updatableAt }
    yield { id, row, computed: { id, type: 'REQUEST', ...cooldown } }
  },
  async *ModerationReport({ scope }, owner) {
    const id = newId('moderationReport', NOW)
    const texts = { category: 'text', reason: 'spam', description: 'What is wrong', contentName: 'A former name' }
    const closing = { status: 'closed', closeReason: 'Nothing is', closedAt: moment(1) }
    const contentThumbnailImageUrl = 'https://plaza.test/small.png'
    const data = { id, type: 'user', contentId: owner.id, ...texts, ...closing, details: { imageType: 'icon' } }
    const times = { createdAt: moment(2), updatedAt: moment(3) }
    const row = await scope().db.moderationReport.create({ data: { ...data, contentThumbnailImageUrl, ...times } })
    yield { id, row, computed: { contentThumbnailUrl: contentThumbnailImageUrl } }
  },
}

const favorites: Readonly<Record<string, PrepareNode>> = {
  async *Favorite(app, owner) {
    const { id } = await favoriteAs(owner, 'avatar', anAvatarId(), 'avatars2')
    const row = await app.scope().db.favorite.update({ where: { id }, data: { createdAt: moment(1) } })
    yield { id, row, computed: { avatarId: row.favoriteId } }
  },
  async *FavoriteGroup({ scope }, owner) {
    const group = { userId: owner.id, favoriteGroupType: 'world', favoriteGroupName: 'worlds2' } as const
    const body: { displayName: string; tags: string[]; visibility: 'friends' } = {
      displayName: 'Calm ones',
      tags: ['calm'],
      visibility: 'friends',
    }
    await owner.api.call('updateFavoriteGroup', { ...group, body })
    const row = await scope().db.favoriteGroup.findFirstOrThrow({ where: { userId: owner.id } })
    yield { id: row.id, row, computed: { capacity: 100, favoriteCount: 0 } }
  },
}

const content: Readonly<Record<string, PrepareNode>> = {
  async *World(app, owner) {
    const id = await aWorld(app, owner)
    const data = { ...(await aWorldRow(app, owner.id)), metadata: { kept: 'with it' } }
    for (const featured of [false, true]) {
      const row = await app.scope().db.world.update({ where: { id }, data: { ...data, featured } })
      const computed = {
        canPublish: false,
        favoriteCount: row.favorites,
        occupants: 0,
        persistence: null,
        privateOccupants: 0,
        publicOccupants: 0,
        thumbnailUrl: thumbnailOf(row.imageUrl),
        urls: row.urlList,
      }
      yield { id, row, computed }
    }
  },
  async *Instance(app, owner) {
    const worldId = await aWorld(app, owner)
    const { id: creatorId } = await aUser(app)
    const instanceId = `12345~friends(${owner.id})~region(jp)`
    const named = { worldId, instanceId, location: `${worldId}:${instanceId}`, name: '12345', type: 'friends' }
    for (const hardClose of [false, true]) {
      const data = { ...named, region: 'jp', creatorId, ownerId: owner.id, ...INSTANCE_ROW, hardClose }
      await app.scope().db.instance.deleteMany({ where: { location: named.location } })
      const row = await app
        .scope()
        .db.instance.create({ data: { ...data, shortName: 'short-1', secureName: 'secret' } })
      const secureName = createHash('sha256').update(row.location).digest('hex').slice(0, 16)
      yield {
        id: row.location,
        row,
        computed: { id: row.location, isOpen: true, mayEnter: true, occupantCount: 0, secureName },
      }
    }
  },
  async *File({ scope }, owner) {
    const { id } = await aFileWithoutContent(owner, Buffer.from('x'), IMAGE_FILE)
    const data = { ...FILE_ROW, createdAt: moment(1), updatedAt: moment(2) }
    const row = await scope().db.file.update({ where: { id }, data })
    yield { id, row, computed: { isOwn: true, thumbnailUrl: null, url: null } }
  },
  async *Print({ scope }, owner) {
    const { id } = await aPrint(owner)
    const world = { worldId: newId('world', NOW), worldName: 'Some world' }
    const data = { note: 'A note', ...world, timestamp: moment(1), createdAt: moment(2) }
    const row = await scope().db.print.update({ where: { id }, data })
    yield {
      id,
      row,
      computed: { takenAt: moment(1).toISOString(), url: `${PUBLIC_URL}/api/1/file/${row.fileId}/1/file` },
    }
  },
  async *Prop(app, owner) {
    const { id } = await owner.api.call('createProp', { body: await aPropRequest(app, owner) })
    const row = await app.scope().db.prop.update({ where: { id }, data: await aPropRow(app, owner.id) })
    yield { id, row, computed: { canPublish: false, isPublic: true, thumbnailUrl: thumbnailOf(row.imageUrl) } }
  },
}

export const graphNodes = { ...people, ...messages, ...favorites, ...content }
