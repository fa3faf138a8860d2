import { beforeEach, describe, expect, it } from 'vitest'
import { deleteExpiredItems } from '../../../../src/areas/inventory/item/manageItems.ts'
import { addMilliseconds, HOUR, MINUTE } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { anApp, sharedApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aBundle, anItem, aTemplate, give } from '../../../support/inventory.ts'
import { refusal } from '../../../support/refusals.ts'
import { rounds } from '../../../support/rounds.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const none = refusal(404, 'Inventory item not found')
const lists = (person: TestUser, query: object = {}) => person.api.call('getInventory', { query })
const idsOf = ({ data }: { readonly data: readonly { readonly id: string }[] }) => data.map(({ id }) => id)
const read = (person: TestUser, inventoryItemId: string) => person.api.try('getOwnInventoryItem', { inventoryItemId })
const update = (person: TestUser, inventoryItemId: string, body: object) =>
  person.api.try('updateOwnInventoryItem', { inventoryItemId, body })
const consume = (person: TestUser, inventoryItemId: string) =>
  person.api.try('consumeOwnInventoryItem', { inventoryItemId })
const equip = (person: TestUser, inventoryItemId: string, equipSlot: string) =>
  person.api.try('equipOwnInventoryItem', { inventoryItemId, body: { equipSlot } })

describe('an item', () => {
  it('is read by its holder alone, at any door', async () => {
    const id = await anItem(app, ada)
    expect(await ada.api.call('getOwnInventoryItem', { inventoryItemId: id })).toMatchObject({
      ...{ id, holderId: ada.id, itemType: 'droneskin', itemTypeLabel: 'Drone Skin', equipSlots: ['drone'] },
      ...{ equipSlot: '', quantity: 1, isSeen: false, isArchived: false, expiryDate: null },
    })
    expect(await read(grace, id)).toMatchObject(none)
    expect(await read(ada, newId('inventoryItem', new Date()))).toMatchObject(none)
    expect(await read(ada, 'drone')).toMatchObject(none)
    for (const answer of [
      await update(grace, id, { isSeen: true }),
      await consume(grace, id),
      await equip(grace, id, 'drone'),
      await grace.api.try('deleteOwnInventoryItem', { inventoryItemId: id }),
      await grace.api.try('spawnInventoryItem', { query: { id } }),
      await grace.api.try('getUserInventoryItem', { userId: ada.id, inventoryItemId: id }),
    ])
      expect(answer).toMatchObject(none)
  })

  it('is shown to others while it is worn, but not across a block', async () => {
    const id = await anItem(app, ada)
    const seen = () => grace.api.try('getUserInventoryItem', { userId: ada.id, inventoryItemId: id })
    expect(await seen()).toMatchObject(none)
    await equip(ada, id, 'drone')
    expect(await seen()).toMatchObject({ status: 200 })
    expect(await ada.api.try('getUserInventoryItem', { userId: grace.id, inventoryItemId: id })).toMatchObject(none)
    await ada.api.call('moderateUser', { body: { moderated: grace.id, type: 'block' } })
    expect(await seen()).toMatchObject(none)
    const admin = await anAdmin(app)
    expect(await admin.api.try('getUserInventoryItem', { userId: ada.id, inventoryItemId: id })).toMatchObject({
      status: 200,
    })
  })

  it('keeps its colors and its place in the archive, where it is not worn', async () => {
    const id = await anItem(app, ada)
    await equip(ada, id, 'drone')
    const colors = { primaryColor: '#A0b1c2' }
    expect(await update(ada, id, { isSeen: true, userAttributes: colors })).toMatchObject({
      body: { isSeen: true, equipSlot: 'drone', userAttributes: colors },
    })
    expect(await update(ada, id, { isArchived: true })).toMatchObject({
      body: { isArchived: true, equipSlot: '', userAttributes: colors },
    })
    expect(await equip(ada, id, 'drone')).toMatchObject(refusal(400, 'InventoryItem not equippable'))
    expect(await update(ada, id, {})).toMatchObject({ status: 200 })
  })

  it.each([
    [{ userAttributes: { trailColor: '#ffffff' } }, /^userAttributes/],
    [{ userAttributes: { primaryColor: 'red' } }, /^userAttributes/],
    [{ userAttributes: { primaryColor: '#fff' } }, /^userAttributes/],
    [{ isArchived: 'yes' }, /isArchived/],
  ])('refuses the update %j', async (body, message) => {
    expect(await update(ada, await anItem(app, ada), body)).toMatchObject(refusal(400, message))
  })

  it('refuses what its kind cannot do, by the words that clients know', async () => {
    const id = await anItem(app, ada, { flags: [] })
    expect(await update(ada, id, { isArchived: true })).toMatchObject(refusal(400, 'InventoryItem not archivable'))
    expect(await consume(ada, id)).toMatchObject(refusal(400, 'InventoryItem not consumable'))
    expect(await equip(ada, id, 'drone')).toMatchObject(refusal(400, 'InventoryItem not equippable'))
    const deletion = await ada.api.try('deleteOwnInventoryItem', { inventoryItemId: id })
    expect(deletion).toMatchObject(refusal(400, 'InventoryItem not trashable'))
    expect(await ada.api.try('spawnInventoryItem', { query: { id } })).toMatchObject(
      refusal(400, 'InventoryItem not instantiatable'),
    )
    expect(await ada.api.try('shareInventoryItemPedestal', { query: { itemId: id } })).toMatchObject(
      refusal(400, 'InventoryItem not cloneable'),
    )
  })

  it('is thrown away with its whole stack', async () => {
    const id = await anItem(app, ada, { quantifiable: true }, { quantity: 5 })
    expect(await ada.api.call('deleteOwnInventoryItem', { inventoryItemId: id })).toEqual({ success: true })
    expect(await read(ada, id)).toMatchObject(none)
    expect(await ada.api.try('deleteOwnInventoryItem', { inventoryItemId: id })).toMatchObject(none)
  })
})

describe('slots', () => {
  it('hold one item each, and the next puts it out', async () => {
    const templateId = await aTemplate(app)
    const [one = '', other = ''] = await give(app, ada, templateId, { quantity: 2 })
    expect(await equip(ada, one, 'drone')).toMatchObject({ body: { equipSlot: 'drone' } })
    expect(await equip(ada, one, 'drone')).toMatchObject({ body: { equipSlot: 'drone' } })
    expect(await equip(ada, other, 'drone')).toMatchObject({ body: { equipSlot: 'drone' } })
    expect(await read(ada, one)).toMatchObject({ body: { equipSlot: '' } })
    expect(idsOf(await lists(ada, { equipSlot: 'drone' }))).toEqual([other])
    for (const slot of ['portal', '']) expect(await equip(ada, one, slot)).toMatchObject({ status: 400 })
    const empty = (slot: string) => ada.api.try('unequipOwnInventorySlot', { inventoryItemId: slot })
    expect(await empty('drone')).toMatchObject({ status: 200, body: 'OK' })
    expect(await empty('drone')).toMatchObject({ status: 200, body: 'OK' })
    expect(await empty('hat')).toMatchObject(refusal(400, /^equipSlot/))
    expect(idsOf(await lists(ada, { equipSlot: 'drone' }))).toEqual([])
  })

  it('hold one of twenty items that are equipped at once', async () => {
    const ids = await give(app, ada, await aTemplate(app), { quantity: 20 })
    const answers = await runConcurrently(app, 20, (at) => equip(ada, ids[at] ?? '', 'drone'))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(idsOf(await lists(ada, { equipSlot: 'drone' }))).toHaveLength(1)
  })
})

/** Requests at once. */
const AT_ONCE = rounds(50)

describe('consumption', () => {
  it(`of one item, ${AT_ONCE} times at once: 1`, async () => {
    const id = await anItem(app, ada, { flags: ['consumable'] })
    const answers = await runConcurrently(app, AT_ONCE, () => consume(ada, id))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(AT_ONCE - 1)
  })

  it('takes one of a stack', async () => {
    const id = await anItem(app, ada, { flags: ['consumable'], quantifiable: true }, { quantity: 2 })
    expect(await consume(ada, id)).toMatchObject({ body: { inventoryItemsCreated: 0, inventoryItems: [], errors: [] } })
    expect(await read(ada, id)).toMatchObject({ body: { quantity: 1 } })
    await consume(ada, id)
    expect(await read(ada, id)).toMatchObject(none)
  })

  it('of a bundle gives what is in it, once, also when 20 try', async () => {
    const [thing, stack] = [await aTemplate(app), await aTemplate(app, { quantifiable: true })]
    const id = await anItem(app, ada, {
      ...{ itemType: 'bundle', flags: ['consumable'] },
      metadata: { inventoryItemsToInstantiate: [thing, stack, stack, thing] },
    })
    const answers = await runConcurrently(app, 20, () => consume(ada, id))
    expect(answers.filter(({ status }) => status === 200)).toMatchObject([{ body: { inventoryItemsCreated: 3 } }])
    const { data } = await lists(ada)
    expect(data.map(({ templateId, quantity }) => [templateId, quantity]).sort()).toEqual(
      [
        [thing, 1],
        [thing, 1],
        [stack, 2],
      ].sort(),
    )
  })

  it('of a bundle tells what the person has already and can have once only', async () => {
    const unique = await aTemplate(app, { flags: ['unique'] })
    await give(app, ada, unique)
    const [id = ''] = await give(app, ada, await aBundle(app, [unique]))
    expect(await consume(ada, id)).toMatchObject({
      body: { inventoryItemsCreated: 0, errors: [{ inventoryTemplateId: unique }] },
    })
  })
})

describe('the time of an item', () => {
  it('is over at its very millisecond, at every door', async () => {
    let now = new Date()
    const timed = await anApp({}, { clock: { now: () => now } })
    const person = await aUser(timed)
    const expiryDate = addMilliseconds(now, HOUR)
    const all = ['consumable', 'equippable', 'trashable', 'instantiatable', 'cloneable', 'archivable']
    const id = await anItem(timed, person, { flags: all }, { expiryDate })
    now = addMilliseconds(expiryDate, -1)
    expect(await read(person, id)).toMatchObject({ status: 200, body: { expiryDate: expiryDate.toISOString() } })
    expect(await equip(person, id, 'drone')).toMatchObject({ status: 200 })
    expect((await lists(person)).totalCount).toBe(1)
    now = expiryDate
    expect(await lists(person)).toEqual({ data: [], totalCount: 0 })
    for (const answer of [
      await read(person, id),
      await update(person, id, { isSeen: true }),
      await consume(person, id),
      await equip(person, id, 'drone'),
      await person.api.try('deleteOwnInventoryItem', { inventoryItemId: id }),
      await person.api.try('getUserInventoryItem', { userId: person.id, inventoryItemId: id }),
      await person.api.try('spawnInventoryItem', { query: { id } }),
    ])
      expect(answer).toMatchObject(none)
    const other = await anItem(timed, person)
    expect(await equip(person, other, 'drone')).toMatchObject({ status: 200 })
    now = addMilliseconds(expiryDate, MINUTE)
    await deleteExpiredItems(timed.scope())
    expect(await timed.scope().db.inventoryItem.count({ where: { id } })).toBe(0)
    expect((await lists(person)).totalCount).toBe(1)
  })
})

describe('the list of items', () => {
  it('is filtered by any of the words of each filter, and sorted', async () => {
    const drone = await anItem(app, ada, { tags: ['red'], flags: ['equippable'] })
    const prop = await anItem(app, ada, { itemType: 'prop', tags: ['blue'], flags: ['instantiatable', 'archivable'] })
    const warp = await anItem(app, ada, { itemType: 'warpeffect', flags: ['trashable'] })
    await update(ada, prop, { isArchived: true })
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{}, [warp, prop, drone]],
      [{ order: 'oldest' }, [drone, prop, warp]],
      [{ order: 'oldest_created' }, [drone, prop, warp]],
      [{ order: 'newest_created' }, [warp, prop, drone]],
      [{ types: 'droneskin, warpeffect' }, [warp, drone]],
      [{ types: 'loadingscreen' }, []],
      [{ equipSlot: 'loadingscreen' }, []],
      [{ flags: 'loadingscreen' }, []],
      [{ tags: 'loadingscreen' }, []],
      [{ notTypes: 'prop,loadingscreen' }, [warp, drone]],
      [{ flags: 'equippable,trashable' }, [warp, drone]],
      [{ notFlags: 'equippable' }, [warp, prop]],
      [{ flags: 'nothing' }, []],
      [{ tags: 'red,blue' }, [prop, drone]],
      [{ archived: 'true' }, [prop]],
      [{ archived: 'false' }, [warp, drone]],
      [{ n: 1, offset: 1 }, [prop]],
    ]
    for (const [query, expected] of cases)
      expect(idsOf(await lists(ada, query)), JSON.stringify(query)).toEqual(expected)
    expect((await lists(ada, { n: 1, types: 'prop,droneskin' })).totalCount).toBe(2)
    for (const query of [{ order: 'best' }, { archived: 'maybe' }])
      expect(await ada.api.try('getInventory', { query }), JSON.stringify(query)).toMatchObject({ status: 400 })
  })

  it('of others is for admins', async () => {
    const id = await anItem(app, ada)
    const query = { holderId: ada.id }
    expect(await grace.api.try('getInventory', { query })).toMatchObject(refusal(403, "You don't have permission."))
    expect(idsOf(await lists(await anAdmin(app), query))).toEqual([id])
  })
})
