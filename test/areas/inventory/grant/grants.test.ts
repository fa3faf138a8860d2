import { beforeEach, describe, expect, it } from 'vitest'
import { giveOnArrival } from '../../../../src/areas/inventory/drop/drops.ts'
import { endItemsOfSource, isSourceUnused, MAX_ITEMS } from '../../../../src/areas/inventory/grant/grants.ts'
import { lockHolders } from '../../../../src/areas/inventory/queries.ts'
import { addMilliseconds, HOUR } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { transact } from '../../../../src/kernel/transaction.ts'
import { sharedApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aBundle, anItem, aTemplate, give, insertItems } from '../../../support/inventory.ts'
import { refusal } from '../../../support/refusals.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
beforeEach(async () => {
  ada = await aUser(app)
})

const held = async () =>
  (await ada.api.call('getInventory')).data.map(({ templateId, quantity }) => [templateId, quantity] as const)
const end = (source: string) =>
  transact(app.scope(), async (tx) => {
    await lockHolders(tx, [ada.id])
    return endItemsOfSource(tx, source)
  })

/** Fills the inventory of a person, but for so many rows. */
const fill = async (person: TestUser, free: number) => insertItems(app, person, await aTemplate(app), MAX_ITEMS - free)

describe('a source', () => {
  it('gives a person once, also when it gives 20 times at once', async () => {
    const templateId = await aTemplate(app, { quantifiable: true })
    const source = `test:once:${ada.id}`
    const given = await runConcurrently(app, 20, () => give(app, ada, templateId, { source, quantity: 3 }))
    expect(given.filter((ids) => ids.length > 0)).toHaveLength(1)
    expect(await held()).toEqual([[templateId, 3]])
    const grace = await aUser(app)
    expect(await give(app, grace, templateId, { source })).toHaveLength(1)
  })

  it('adds quantifiable items of one expiry to one row, and others to rows of their own', async () => {
    const [stack, thing] = [await aTemplate(app, { quantifiable: true }), await aTemplate(app)]
    const expiryDate = addMilliseconds(new Date(), HOUR)
    const [first] = await give(app, ada, stack, { quantity: 2 })
    expect(await give(app, ada, stack, { quantity: 3 })).toEqual([first])
    await give(app, ada, stack, { expiryDate })
    expect(await give(app, ada, thing, { quantity: 2 })).toHaveLength(2)
    expect(new Set((await held()).map(String))).toEqual(
      new Set(
        [
          [stack, 5],
          [stack, 1],
          [thing, 1],
          [thing, 1],
        ].map(String),
      ),
    )
  })

  it('gives a unique item once, and again when its time is over', async () => {
    const unique = await aTemplate(app, { flags: ['unique'] })
    const expiryDate = addMilliseconds(new Date(), HOUR)
    expect(await give(app, ada, unique, { quantity: 4, expiryDate })).toHaveLength(1)
    expect(await give(app, ada, unique)).toHaveLength(0)
    await app.scope().db.inventoryItem.updateMany({ where: { templateId: unique }, data: { expiryDate: new Date(0) } })
    expect(await give(app, ada, unique)).toHaveLength(1)
  })

  it('gives nothing whose time is over, and neither drafts nor what people make', async () => {
    const thing = await aTemplate(app)
    expect(await give(app, ada, thing, { expiryDate: new Date() })).toEqual([])
    for (const templateId of [
      await aTemplate(app, { status: 'draft' }),
      newId('inventoryTemplate', new Date()),
      'invt_00000000-0000-4000-8000-000000000001',
    ])
      await expect(give(app, ada, templateId)).rejects.toMatchObject({ kind: 'invalid', reason: 'unknown_reference' })
    expect(await held()).toEqual([])
  })
})

describe('the end of a source', () => {
  it('takes what is left of it: items, shares of stacks, and what a bundle of it has given', async () => {
    const [stack, thing] = [await aTemplate(app, { quantifiable: true, flags: ['consumable'] }), await aTemplate(app)]
    const bundle = await aBundle(app, [thing])
    const source = `test:end:${ada.id}`
    await give(app, ada, stack, { quantity: 2 })
    const [stackId = '', , bundleId = ''] = await give(app, ada, stack, {
      templateIds: [stack, thing, bundle],
      source,
    })
    expect(await isSourceUnused(app.scope(), source)).toBe(true)
    await ada.api.call('consumeOwnInventoryItem', { inventoryItemId: bundleId })
    expect(await isSourceUnused(app.scope(), source)).toBe(false)
    expect(await held()).toHaveLength(3)
    await end(source)
    expect(await held()).toEqual([[stack, 2]])
    expect(await end(source)).toBe(0)
    await ada.api.call('consumeOwnInventoryItem', { inventoryItemId: stackId })
    expect(await held()).toEqual([[stack, 1]])
  })

  it('takes no more than what is left, and knows that something was worn', async () => {
    const stack = await aTemplate(app, { quantifiable: true, flags: ['consumable'] })
    const [older, newer] = [`test:older:${ada.id}`, `test:newer:${ada.id}`]
    const [id = ''] = await give(app, ada, stack, { source: older, quantity: 2 })
    await give(app, ada, stack, { source: newer })
    await ada.api.call('consumeOwnInventoryItem', { inventoryItemId: id })
    await end(older)
    expect(await held()).toEqual([[stack, 1]])
    const worn = `test:worn:${ada.id}`
    const itemId = await anItem(app, ada, {}, { source: worn })
    expect(await isSourceUnused(app.scope(), worn)).toBe(true)
    await ada.api.call('equipOwnInventoryItem', { inventoryItemId: itemId, body: { equipSlot: 'drone' } })
    expect(await isSourceUnused(app.scope(), worn)).toBe(false)
  })
})

describe('a full inventory', () => {
  it('makes grants wait until there is room, or refuses them', async () => {
    const templateId = await aTemplate(app, { flags: ['trashable'] })
    const [own = ''] = await give(app, ada, templateId)
    await fill(ada, 1)
    expect(await give(app, ada, templateId)).toEqual([])
    await expect(give(app, ada, templateId, { whenFull: 'refuse' })).rejects.toMatchObject({
      kind: 'conflict',
      reason: 'limit_reached',
    })
    await giveOnArrival(app.scope(), ada.id)
    const count = async () => (await ada.api.call('getInventory', { query: { n: '1' } })).totalCount
    expect(await count()).toBe(MAX_ITEMS)
    await ada.api.call('deleteOwnInventoryItem', { inventoryItemId: own })
    expect(await count()).toBe(MAX_ITEMS)
    expect(await app.scope().db.inventoryGrant.count({ where: { userId: ada.id, givenAt: null } })).toBe(0)
  })

  it('keeps a bundle closed whose items have no room', async () => {
    const [id = ''] = await give(app, ada, await aBundle(app, [await aTemplate(app), await aTemplate(app)]))
    await fill(ada, 1)
    const answer = await ada.api.try('consumeOwnInventoryItem', { inventoryItemId: id })
    expect(answer).toMatchObject(refusal(400, /too many items/))
    expect(await ada.api.try('getOwnInventoryItem', { inventoryItemId: id })).toMatchObject({ status: 200 })
  })
})
