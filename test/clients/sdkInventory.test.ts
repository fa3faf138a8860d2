import { beforeAll, describe, expect, it } from 'vitest'
import { inventory } from '../../src/contract/inventory.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { enterAs } from '../support/instances.ts'
import { aBundle, aDrop, anItem, aTemplate, give, together } from '../support/inventory.ts'
import { aUser } from '../support/users.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
})

describe('the inventory by the public SDK', () => {
  it('lists items with their templates, collections and drops', async () => {
    const { client, id } = await anSdkUser(app, sdk)
    const templateId = await aTemplate(app, { collections: ['Spring'] })
    const [inventoryItemId = ''] = await give(app, { id }, templateId)
    await aDrop(app, { id }, { templateIds: [templateId], targetGroup: 'everyone' })
    const record = { id: inventoryItemId, templateId, holderId: id, created_at: expect.any(Date) }
    expect(await dataOf(client.getInventory({ query: { n: 60 } }))).toMatchObject({ data: [{ holderId: id }, record] })
    expect(await dataOf(client.getOwnInventoryItem({ path: { inventoryItemId } }))).toMatchObject(record)
    const theirs = client.getUserInventoryItem({ path: { inventoryItemId, userId: id } })
    expect(await dataOf(theirs)).toMatchObject(record)
    const template = client.getInventoryTemplate({ path: { inventoryTemplateId: templateId } })
    expect(await dataOf(template)).toMatchObject({ id: templateId })
    expect(await dataOf(client.getInventoryCollections())).toContain('Spring')
    expect(await dataOf(client.getInventoryDrops())).toMatchObject([{ templateIds: [templateId] }])
  })

  it('changes, equips, consumes and deletes items', async () => {
    const { client, id } = await anSdkUser(app, sdk)
    const path = { inventoryItemId: await anItem(app, { id }) }
    const changed = client.updateOwnInventoryItem({ path, body: { isSeen: true } })
    expect(await dataOf(changed)).toMatchObject({ isSeen: true })
    const equipped = client.equipOwnInventoryItem({ path, body: { equipSlot: 'drone' } })
    expect(await dataOf(equipped)).toMatchObject({ equipSlot: 'drone' })
    expect(await dataOf(client.unequipOwnInventorySlot({ path: { inventoryItemId: 'drone' } }))).toBe('OK')
    const [bundleId = ''] = await give(app, { id }, await aBundle(app, [await aTemplate(app)]))
    const results = await dataOf(client.consumeOwnInventoryItem({ path: { inventoryItemId: bundleId } }))
    expect(results.inventoryItems).toHaveLength(1)
    expect(await dataOf(client.deleteOwnInventoryItem({ path }))).toMatchObject({ success: expect.anything() })
    expect(await sdkRefusal(client.getOwnInventoryItem({ path }))).toMatchObject({ status: 404 })
  })

  it('shares items with somebody in the same instance, on a pedestal and by throwing', async () => {
    const { client, id } = await anSdkUser(app, sdk)
    const other = await aUser(app)
    await enterAs(app, { id }, await together(app, other))
    const itemId = await anItem(app, { id })
    const shared = client.shareInventoryItemDirect({
      query: { itemId, duration: 60 },
      body: { itemId, users: [other.id] },
    })
    expect(await dataOf(shared)).toEqual({ ok: 'ok' })
    const pedestal = client.shareInventoryItemPedestal({ query: { itemId, duration: 60 } })
    expect(await dataOf(pedestal)).toMatchObject({ token: expect.any(String), version: 1 })
    expect(await dataOf(client.spawnInventoryItem({ query: { id: itemId } }))).toMatchObject({ version: 1 })
  })

  it('calls every SDK method whose operation is implemented', () => {
    expect(methodsOf(inventory).filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
