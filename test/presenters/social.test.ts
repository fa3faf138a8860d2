import { beforeAll, describe, expect, it } from 'vitest'
import { Favorite, FavoriteGroup } from '../../src/contract/shapes/favorite.ts'
import { InfoPush } from '../../src/contract/shapes/infoPush.ts'
import { InviteMessage } from '../../src/contract/shapes/invite.ts'
import { ModerationReport, PaginatedModerationReportList } from '../../src/contract/shapes/moderationReport.ts'
import { Permission } from '../../src/contract/shapes/permission.ts'
import {
  AvatarModeration,
  AvatarModerationCreated,
  PlayerModeration,
} from '../../src/contract/shapes/playerModeration.ts'
import { MINUTE } from '../../src/kernel/clock.ts'
import { newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import { anAvatar } from '../support/avatars.ts'
import { anAvatarId, favoriteAs } from '../support/favorites.ts'
import { moderate } from '../support/playerModerations.ts'
import { aRestClient } from '../support/restClient.ts'
import { aName, anAdmin, aUser, type TestUser } from '../support/users.ts'
import { expectDistinct, expectPresented, moment } from './records.ts'

const app = await anApp()
const { db } = app.scope()
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  ;[ada, bob] = [await aUser(app), await aUser(app)]
})

describe('inviteMessageWire and inviteMessagesWire', () => {
  it('contain the message of each slot, edited or not', async () => {
    const updatedAt = new Date(app.scope().now.getTime() - 30.01 * MINUTE)
    const edited = { messageType: 'request', slot: 5, message: 'Edited', updatedAt }
    await db.inviteMessage.create({ data: { userId: ada.id, ...edited } })
    const where = { userId: ada.id, messageType: 'request' } as const
    const messages = await ada.api.call('getInviteMessages', where)
    expect(messages.map(({ slot }) => slot)).toEqual(Array.from({ length: 12 }, (_, slot) => slot))
    const record = await ada.api.call('getInviteMessage', { ...where, slot: 5 })
    expectPresented(record, InviteMessage, { edited, messages })
    expect(messages[5]).toEqual(record)
    expect(messages[6]).toMatchObject({ slot: 6, canBeUpdated: true, remainingCooldownMinutes: 0 })
    expect(new Set(messages.map(({ id }) => id)).size).toBe(12)
  })
})

describe('moderationWire', () => {
  it('maps every column, and both names', async () => {
    const { id } = await moderate(ada, bob, 'mute')
    await db.playerModeration.update({ where: { id }, data: { createdAt: moment(1) } })
    const [record] = await ada.api.call('getPlayerModerations')
    expectPresented(record, PlayerModeration, { ada, bob, id })
  })
})

describe('avatarModerationWire and createdAvatarModerationWire', () => {
  it('map every column: the time as ISO text in the list, in milliseconds once created', async () => {
    const wanted = { avatarModerationType: 'block', targetAvatarId: anAvatarId() } as const
    const made = await ada.api.call('createGlobalAvatarModeration', { body: wanted })
    const { createdAt } = await db.globalAvatarModeration.findFirstOrThrow({ where: { userId: ada.id } })
    expectPresented(made, AvatarModerationCreated, { createdAt: createdAt.getTime(), wanted })
    const [record] = await ada.api.call('getGlobalAvatarModerations')
    expectPresented(record, AvatarModeration, { createdAt, wanted })
  })
})

describe('reportWire and reportsWire', () => {
  it('map every column, and the total count', async () => {
    const row = {
      type: 'user',
      category: 'text',
      reason: 'spam',
      contentId: bob.id,
      contentName: 'What it was called',
      contentThumbnailImageUrl: 'https://plaza.test/small.png',
      description: 'What is wrong with it',
    }
    expectDistinct(row)
    const ids = [newId('moderationReport', new Date()), newId('moderationReport', new Date())]
    for (const [at, id] of ids.entries()) {
      const times = { createdAt: moment(2 - at), updatedAt: moment(9) }
      await db.moderationReport.create({ data: { id, reporterId: ada.id, ...row, ...times } })
    }
    const { results = [], ...page } = await (await anAdmin(app)).api.call('getModerationReports', { query: { n: '1' } })
    expectPresented({ ...page, results: [] }, PaginatedModerationReportList, {})
    expectPresented(results[0], ModerationReport, { ids, row })
  })
})

describe('favoriteWire', () => {
  it('maps every column, with the group as the only tag', async () => {
    const favoriteId = await anAvatar(app, ada)
    const { id } = await favoriteAs(ada, 'avatar', favoriteId, 'avatars2')
    const [record] = await ada.api.call('getFavorites', { query: { type: 'avatar' } })
    expectPresented(record, Favorite, { favoriteId, id })
  })
})

describe('favoriteGroupWire', () => {
  it('maps every column, and the owner', async () => {
    const row = { type: 'world', name: 'worlds2', displayName: 'Calm ones', visibility: 'public', tags: ['calm'] }
    expectDistinct(row)
    const group = { userId: ada.id, favoriteGroupType: 'world', favoriteGroupName: 'worlds2' } as const
    const { displayName, tags } = row
    await ada.api.call('updateFavoriteGroup', { ...group, body: { displayName, tags, visibility: 'public' } })
    const { id } = await db.favoriteGroup.findFirstOrThrow({ where: { userId: ada.id } })
    const record = await bob.api.call('getFavoriteGroup', group)
    expectPresented(record, FavoriteGroup, { ada, id, row })
  })
})

describe('infoPushWire', () => {
  it.each([{ priority: 31 }, { priority: 32 }])('maps every column with %j', async ({ priority }) => {
    const row = {
      id: aName('notice-'),
      isEnabled: true,
      releaseStatus: 'public',
      priority,
      tags: [aName('tag')],
      data: { name: 'Hello' },
      hash: 'hash of it',
      startDate: moment(1),
      endDate: new Date('2100-01-01T00:00:00.000Z'),
      createdAt: moment(2),
      updatedAt: moment(3),
    }
    expectDistinct(row)
    await db.infoPush.create({ data: row })
    const [record] = await ada.api.call('getInfoPush', { query: { include: row.tags.join() } })
    expectPresented(record, InfoPush, { row })
  })
})

describe('permissionWire', () => {
  it('maps every column, and the owner', async () => {
    const row = {
      id: newId('permission', new Date()),
      name: aName('permission-'),
      displayName: 'A permission',
      description: 'What it allows',
      type: 'kind',
      data: { max: 3 },
      ownerId: bob.id,
    }
    expectDistinct(row)
    await db.permission.create({ data: { ...row, createdAt: moment(1), updatedAt: moment(2) } })
    await db.permissionGrant.create({ data: { userId: ada.id, permissionId: row.id, grantedAt: moment(3) } })
    const [record] = await ada.api.call('getAssignedPermissions')
    expectPresented(record, Permission, { bob, row })
    expect(await ada.api.call('getPermission', { permissionId: row.id })).toEqual(record)
  })
})

describe('configWire', () => {
  it('contains each member as stored, and that registration is open', async () => {
    const entries = await db.configEntry.findMany()
    const fill = (text: string) =>
      text
        .replaceAll('{publicUrl}', 'http://plaza.test')
        .replaceAll('{webUrl}', app.app.services.rules.webUrl)
        .replaceAll('{host}', 'plaza.test')
    const stored = Object.fromEntries(entries.map(({ key, value }) => [key, JSON.parse(fill(JSON.stringify(value)))]))
    expect(await aRestClient(app).call('getConfig')).toEqual({ ...stored, disableRegistration: false })
  })
})

describe('timeWire', () => {
  it('has a precision of one second', async () => {
    const before = Math.floor(app.clock.now().getTime() / 1_000)
    const record = await aRestClient(app).call('getSystemTime')
    expect(record).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/)
    const seconds = Date.parse(record) / 1_000
    expect(seconds).toBeGreaterThanOrEqual(before)
    expect(seconds).toBeLessThanOrEqual(app.clock.now().getTime() / 1_000)
  })
})
