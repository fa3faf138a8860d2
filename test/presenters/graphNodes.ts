import { createHash } from 'node:crypto'
import { HOUR } from '../../src/kernel/clock.ts'
import { deterministicId, fileVersionId, newId } from '../../src/kernel/ids.ts'
import { anAvatar } from '../support/avatars.ts'
import { favoriteAs } from '../support/favorites.ts'
import { aFileWithoutContent, IMAGE_FILE } from '../support/files.ts'
import { aPrint, aPropRequest } from '../support/props.ts'
import { aUserReportRequest, submitReport } from '../support/reports.ts'
import { aName, aUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { avatarNodes } from './avatarNodes.ts'
import { calendarNodes } from './calendarNodes.ts'
import { catalogueNodes } from './catalogueNodes.ts'
import type { PrepareNode } from './graphNode.ts'
import { groupNodes } from './groupNodes.ts'
import { inventoryNodes } from './inventoryNodes.ts'
import { jamNodes } from './jamNodes.ts'
import { operationNodes } from './operationNodes.ts'
import { paymentNodes } from './paymentNodes.ts'
import { people } from './peopleNodes.ts'
import { purchaseNodes } from './purchaseNodes.ts'
import { flagCombinations, moment } from './records.ts'
import { reportNodes } from './reportNodes.ts'
import { rewardNodes } from './rewardNodes.ts'
import { aPropRow, aWorldRow, FILE_ROW, INSTANCE_ROW, NOTIFICATION_ROW } from './rows.ts'
import { subscriptionNodes } from './subscriptionNodes.ts'
import { walletNodes } from './walletNodes.ts'

const NOW = new Date()
const FAR_AHEAD = new Date('2100-01-01T00:00:00.000Z')

const messages: Readonly<Record<string, PrepareNode>> = {
  async *Notification({ scope }, owner) {
    for (const flags of flagCombinations('canDelete', 'canReply', 'ignoreDND', 'requireSeen')) {
      const data = { id: newId('notification', NOW), receiverId: owner.id, type: 'group.informative' }
      const answered = { seenAt: moment(3), respondedAt: moment(4) }
      const row = await scope().db.notification.create({
        data: { ...data, ...NOTIFICATION_ROW, ...answered, ...flags },
      })
      yield { id: row.id, row }
    }
  },
  async *Broadcast({ scope }, owner) {
    const texts = { type: 'moderation.notice', title: 'A title', message: 'A message' }
    const data = { id: newId('broadcast', NOW), senderId: owner.id, ...texts, sent: 7, createdAt: moment(1) }
    const row = await scope().db.broadcast.create({ data: { ...data, finishedAt: moment(2) } })
    yield { id: row.id, row }
  },
  async *InviteMessage(app, owner) {
    const updatedAt = new Date(app.scope().now.getTime() - HOUR / 2)
    const data = { userId: owner.id, messageType: 'request', slot: 5, message: 'Edited', updatedAt }
    const row = await app.scope().db.inviteMessage.create({ data })
    const id = deterministicId('inviteMessage', owner.id, 'request', '5')
    yield { id, row: { ...row, hourAfterUpdate: new Date(updatedAt.getTime() + HOUR) } }
  },
  async *Report({ scope }, owner) {
    const id = newId('moderationReport', NOW)
    const texts = { category: 'text', reason: 'spam', description: 'What is wrong', contentName: 'A former name' }
    const closing = { status: 'closed', closeReason: 'Nothing is', closedAt: moment(1) }
    const contentThumbnailImageUrl = 'https://plaza.test/small.png'
    const data = { id, type: 'user', contentId: owner.id, ...texts, ...closing, details: { imageType: 'icon' } }
    const times = { createdAt: moment(2), updatedAt: moment(3) }
    const row = await scope().db.moderationReport.create({ data: { ...data, contentThumbnailImageUrl, ...times } })
    yield { id, row }
  },
  async *ReportNote(app, owner) {
    const reportId = await submitReport(owner, aUserReportRequest((await aUser(app)).id))
    const data = { id: newId('reportNote', NOW), reportId, authorId: owner.id, text: 'A note', createdAt: moment(1) }
    yield { id: data.id, row: await app.scope().db.reportNote.create({ data }) }
  },
  async *InfoPush({ scope }) {
    for (const isEnabled of [false, true]) {
      const slug = aName('notice-')
      const texts = { id: slug, releaseStatus: 'private', tags: ['a', 'b'], data: { name: 'Title' }, hash: 'abc' }
      const times = { startDate: moment(1), endDate: moment(2), createdAt: moment(3), updatedAt: moment(4) }
      const row = await scope().db.infoPush.create({ data: { ...texts, ...times, priority: 7, isEnabled } })
      yield { id: `ipush_${slug}`, row }
    }
  },
}

const favorites: Readonly<Record<string, PrepareNode>> = {
  async *Favorite(app, owner) {
    const { id } = await favoriteAs(owner, 'avatar', await anAvatar(app, owner), 'avatars2')
    const row = await app.scope().db.favorite.update({ where: { id }, data: { createdAt: moment(1) } })
    yield { id, row }
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
    yield { id: row.id, row }
  },
}

const content: Readonly<Record<string, PrepareNode>> = {
  async *World(app, owner) {
    const id = await aWorld(app, owner)
    const data = { ...(await aWorldRow(app, owner.id)), metadata: { kept: 'with it' } }
    for (const featured of [false, true]) {
      const row = await app.scope().db.world.update({ where: { id }, data: { ...data, featured } })
      yield { id, row }
    }
  },
  async *WorldPackage(app, owner) {
    const worldId = await aWorld(app, owner)
    const row = await app.scope().db.unityPackage.findFirstOrThrow({ where: { worldId } })
    yield { id: row.id, row }
  },
  async *Feedback(app, owner) {
    const { id: commenterId } = await aUser(app)
    const content = {
      contentId: await aWorld(app, owner),
      contentType: 'world',
      contentName: 'A name',
      contentVersion: 3,
    }
    const texts = { type: 'bug', reason: 'performance', description: 'Slow', tags: ['slow'] }
    const data = { id: newId('feedback', NOW), commenterId, contentAuthorId: owner.id, ...content, ...texts }
    yield { id: data.id, row: await app.scope().db.feedback.create({ data: { ...data, createdAt: moment(1) } }) }
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
      const hashOfLocation = createHash('sha256').update(row.location).digest('hex').slice(0, 16)
      yield { id: row.location, row: { ...row, hashOfLocation } }
    }
  },
  async *File({ scope }, owner) {
    const { id } = await aFileWithoutContent(owner, Buffer.from('x'), IMAGE_FILE)
    const data = { ...FILE_ROW, createdAt: moment(1), updatedAt: moment(2) }
    const row = await scope().db.file.update({ where: { id }, data })
    yield { id, row }
  },
  async *FileVersion({ scope }, owner) {
    const { id: fileId } = await aFileWithoutContent(owner, Buffer.from('x'), IMAGE_FILE)
    const [version, createdAt] = [1, moment(1)]
    const row = await scope().db.fileVersion.update({
      where: { fileId_version: { fileId, version } },
      data: { createdAt },
    })
    const id = fileVersionId(fileId, version)
    yield { id, row }
  },
  async *AssetReview({ scope }, owner) {
    const { id: fileId } = await aFileWithoutContent(owner, Buffer.from('x'), IMAGE_FILE)
    const data = { id: newId('assetReview', NOW), fileId, version: 1, reviewNotes: 'Fine' }
    const row = await scope().db.assetReview.create({ data: { ...data, createdAt: moment(1), updatedAt: moment(2) } })
    yield { id: data.id, row }
  },
  async *Agreement({ scope }, owner) {
    const subject = { agreementCode: 'content.copyright.owned', contentId: newId('world', NOW), version: 1 }
    const data = { id: newId('agreement', NOW), userId: owner.id, ...subject, fullText: 'Mine', createdAt: moment(1) }
    const row = await scope().db.agreement.create({ data })
    yield { id: data.id, row }
  },
  async *AdminAssetBundle({ scope }, owner) {
    const images = { imageUrl: 'https://plaza.test/a.png', thumbnailImageUrl: 'https://plaza.test/b.png' }
    const texts = { assetType: 'ui', name: 'Menu', description: 'The menu', tags: ['a'], unityPackages: [], ...images }
    for (const releaseStatus of ['hidden', 'public']) {
      const data = { id: newId('adminAssetBundle', NOW), authorId: owner.id, ...texts, releaseStatus }
      const times = { createdAt: moment(1), updatedAt: moment(2) }
      const row = await scope().db.adminAssetBundle.create({ data: { ...data, ...times } })
      yield { id: data.id, row }
    }
  },
  async *Upload({ scope }, owner) {
    const announced = { purpose: 'icon', fileName: 'me.png', mimeType: 'image/png', sizeInBytes: 1, uploadRef: aName() }
    const times = { createdAt: moment(1), expiresAt: FAR_AHEAD, usedAt: moment(2) }
    const id = newId('upload', NOW)
    const row = await scope().db.upload.create({ data: { id, ownerId: owner.id, ...announced, ...times } })
    yield { id, row }
  },
  async *Print({ scope }, owner) {
    const { id } = await aPrint(owner)
    const world = { worldId: newId('world', NOW), worldName: 'Some world' }
    const data = { note: 'A note', ...world, timestamp: moment(1), createdAt: moment(2) }
    const row = await scope().db.print.update({ where: { id }, data })
    yield { id, row }
  },
  async *Prop(app, owner) {
    const { id } = await owner.api.call('createProp', { body: await aPropRequest(app, owner) })
    const row = await app.scope().db.prop.update({ where: { id }, data: await aPropRow(app, owner.id) })
    yield { id, row }
  },
}

export const graphNodes = {
  ...people,
  ...messages,
  ...favorites,
  ...content,
  ...avatarNodes,
  ...groupNodes,
  ...calendarNodes,
  ...catalogueNodes,
  ...jamNodes,
  ...inventoryNodes,
  ...operationNodes,
  ...reportNodes,
  ...rewardNodes,
  ...paymentNodes,
  ...purchaseNodes,
  ...walletNodes,
  ...subscriptionNodes,
}
