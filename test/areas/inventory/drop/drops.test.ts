import { describe, expect, it } from 'vitest'
import { addMilliseconds, HOUR } from '../../../../src/kernel/clock.ts'
import { anApp, type TestApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { eventually } from '../../../support/eventually.ts'
import { aGroup, aMember } from '../../../support/groups.ts'
import { aDrop, aTemplate } from '../../../support/inventory.ts'
import { aPipelineSocket } from '../../../support/pipelineSocket.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

// Drops for everybody reach all people of a server, so these tests have one of their own.
const app = await anApp()

const held = async ({ api }: TestUser) => (await api.call('getInventory')).data.map(({ templateId }) => templateId)
const rowsOf = ({ id }: TestUser, { scope }: TestApp = app) =>
  scope().db.inventoryItem.count({ where: { holderId: id } })

describe('a drop', () => {
  it('is given once to each who comes, also by twenty requests at once, with its notification', async () => {
    const admin = await anAdmin(app)
    const templateId = await aTemplate(app)
    const dropExpiryDate = addMilliseconds(new Date(), 5 * HOUR)
    const notificationDetails = { title: 'A gift', body: 'Look.', imageUrl: '' }
    const dropId = await aDrop(app, admin, { templateIds: [templateId], dropExpiryDate, notificationDetails })
    const person = await aUser(app)
    await runConcurrently(app, 20, () => person.api.call('getInventory'))
    const { data } = await person.api.call('getInventory')
    expect(data).toMatchObject([{ templateId, expiryDate: dropExpiryDate.toISOString() }])
    const notices = await app
      .scope()
      .db.notification.findMany({ where: { receiverId: person.id, type: 'promo.redeem' } })
    expect(notices).toMatchObject([{ title: 'A gift', message: 'Look.', senderId: null }])
    expect(await person.api.call('getInventoryDrops')).toMatchObject([
      { id: dropId, status: 'active', templateIds: [templateId], notificationDetails },
    ])
    await app.scope().db.inventoryDrop.update({ where: { id: dropId }, data: { isDisabled: true } })
    expect(await held(await aUser(app))).toEqual([])
    expect(await held(person)).toEqual([templateId])
    expect(await person.api.call('getInventoryDrops')).toEqual([])
  })

  it('is given to who opens a socket, without a request for the list', async () => {
    const dropId = await aDrop(app, await anAdmin(app), { templateIds: [await aTemplate(app)] })
    const person = await aUser(app)
    const socket = await aPipelineSocket(app, person)
    await eventually(async () => (await rowsOf(person)) === 1)
    await socket.close()
    await app.scope().db.inventoryDrop.delete({ where: { id: dropId } })
  })

  it('is for supporters or the members of a group alone', async () => {
    const admin = await anAdmin(app)
    const group = await aGroup(app)
    const member = await aMember(app, group)
    const supporter = await aUser(app)
    const stranger = await aUser(app)
    await app.scope().db.user.update({ where: { id: supporter.id }, data: { tags: ['system_supporter'] } })
    const [forMembers, forSupporters] = [await aTemplate(app), await aTemplate(app)]
    await aDrop(app, admin, { templateIds: [forMembers], targetGroup: group.id })
    await aDrop(app, admin, { templateIds: [forSupporters], targetGroup: 'supporters' })
    expect(await held(member)).toEqual([forMembers])
    expect(await held(supporter)).toEqual([forSupporters])
    expect(await held(stranger)).toEqual([])
    expect(await stranger.api.call('getInventoryDrops')).toEqual([])
    expect(await supporter.api.call('getInventoryDrops')).toHaveLength(1)
  })

  it('is active from its start to a millisecond before its end', async () => {
    let now = new Date()
    const timed = await anApp({}, { clock: { now: () => now } })
    const admin = await anAdmin(timed)
    const [start, end] = [addMilliseconds(now, HOUR), addMilliseconds(now, 2 * HOUR)]
    await aDrop(timed, admin, { templateIds: [await aTemplate(timed)], startDropDate: start, endDropDate: end })
    const [early, first, last, late] = [await aUser(timed), await aUser(timed), await aUser(timed), await aUser(timed)]
    const states: unknown[] = []
    for (const [at, person] of [
      [addMilliseconds(start, -1), early],
      [start, first],
      [addMilliseconds(end, -1), last],
      [end, late],
    ] as const) {
      now = at
      const drops = await admin.api.call('getInventoryDrops')
      states.push([(await held(person)).length, drops[0]?.status])
    }
    expect(states).toEqual([
      [0, 'upcoming'],
      [1, 'active'],
      [1, 'active'],
      [0, 'ended'],
    ])
    expect(await admin.api.call('getInventoryDrops', { query: { active: 'true' } })).toEqual([])
    expect(await admin.api.call('getInventoryDrops', { query: { active: 'false' } })).toHaveLength(1)
    expect(await late.api.call('getInventoryDrops', { query: { active: 'false' } })).toEqual([])
  })
})

describe('templates', () => {
  it('are read by everybody unless they are drafts', async () => {
    const [person, admin] = [await aUser(app), await anAdmin(app)]
    const draft = await aTemplate(app, { status: 'draft', collections: ['Hidden'] })
    const retired = await aTemplate(app, { status: 'retired', collections: ['Old'] })
    const live = await aTemplate(app, { collections: ['Winter', 'Autumn'], global: true })
    const read = ({ api }: TestUser, inventoryTemplateId: string) =>
      api.try('getInventoryTemplate', { inventoryTemplateId })
    expect((await read(person, draft)).status).toBe(404)
    expect((await read(admin, draft)).status).toBe(200)
    expect(await read(person, retired)).toMatchObject({ body: { status: 'retired', itemTypeLabel: 'Drone Skin' } })
    expect(await person.api.call('getInventoryCollections')).toEqual(['Autumn', 'Winter'])
    const global = await person.api.call('getGlobalInventory')
    expect(global).toMatchObject([{ templateId: live, holderId: person.id, flags: [] }])
    const [{ id = '' } = {}] = global
    expect((await person.api.try('consumeOwnInventoryItem', { inventoryItemId: id })).status).toBe(404)
  })
})
