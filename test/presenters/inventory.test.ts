import { describe, expect, it } from 'vitest'
import { findItems } from '../../src/areas/inventory/item/items.ts'
import { dropWire, globalItemWire, itemWire, templateWire } from '../../src/areas/inventory/wire.ts'
import { InventoryDrop, InventoryItem, InventoryTemplate } from '../../src/contract/shapes/inventory.ts'
import { sharedApp } from '../support/app.ts'
import { aDrop, anItem, aTemplate } from '../support/inventory.ts'
import { viewerScopeOf } from '../support/scopes.ts'
import { aUser } from '../support/users.ts'
import { expectPresented, moment } from './records.ts'

const app = await sharedApp()
const { db } = app.scope()

const SHARED = {
  ...{ name: 'Warp', description: 'Sparks.', collections: ['Winter'], tags: ['red'] },
  defaultAttributes: { trailColor: { defaultValue: '#000000', validator: { type: 'color' } } },
}
const METADATA = { assetBundleId: 'aab_11111111-1111-4111-8111-111111111111' }
const COLUMNS = {
  ...SHARED,
  ...{ itemType: 'warpeffect', flags: ['equippable'], imageUrl: 'https://pictures.test/warp.png', metadata: METADATA },
  ...{ createdAt: moment(1), updatedAt: moment(2) },
} as const
const columns = () => ({ ...COLUMNS, flags: [...COLUMNS.flags], itemType: 'warpeffect' as const })
const KIND = {
  itemType: 'warpeffect',
  itemTypeLabel: 'Warp Effect',
  equipSlots: ['warp'],
  validateUserAttributes: true,
}

describe('itemWire', () => {
  it('presents each column of an item and its template', async () => {
    const person = await aUser(app)
    const id = await anItem(app, person, { ...columns(), quantifiable: true }, { quantity: 7 })
    const expiryDate = new Date('2100-01-01T00:00:00.000Z')
    const chosen = { isSeen: true, isArchived: true, equipSlot: 'warp', userAttributes: { trailColor: '#123456' } }
    const data = { ...chosen, expiryDate, createdAt: moment(3), updatedAt: moment(4) }
    const { templateId } = await db.inventoryItem.update({ where: { id }, data })
    const [row] = await findItems(app.scope(), { id })
    if (!row) throw new Error('the item is gone')
    expectPresented(itemWire(app.scope(), row), InventoryItem, { id, person, templateId })
  })
})

describe('templateWire and globalItemWire', () => {
  it('present each column of a template', async () => {
    const author = await aUser(app)
    const id = await aTemplate(app, { ...columns(), authorId: author.id, status: 'retired' })
    const row = await db.inventoryTemplate.findUniqueOrThrow({ where: { id } })
    const times = { created_at: moment(1).toISOString(), updated_at: moment(2).toISOString() }
    const record = { ...SHARED, ...KIND, ...times, imageUrl: COLUMNS.imageUrl, metadata: METADATA }
    const template = { ...record, id, authorId: author.id, status: 'retired', flags: ['equippable'] }
    expect(templateWire(app.scope(), row)).toEqual(template)
    expect(InventoryTemplate.parse(template)).toEqual(template)
    expectPresented(globalItemWire(viewerScopeOf(app, author), row), InventoryItem, { id, author })
  })
})

describe('dropWire', () => {
  it('presents each column of a drop', async () => {
    const author = await aUser(app)
    const templateIds = [await aTemplate(app)]
    const notificationDetails = { title: 'Hi', body: 'Look.', imageUrl: 'https://pictures.test/gift.png' }
    const dates = { startDropDate: moment(1), endDropDate: moment(2), dropExpiryDate: moment(3) }
    const texts = { name: 'Gift', tags: ['t'], targetGroup: 'supporters', isDisabled: false }
    const times = { createdAt: moment(4), updatedAt: moment(5) }
    const id = await aDrop(app, author, { templateIds, notificationDetails, ...dates, ...texts, ...times })
    const row = await db.inventoryDrop.findUniqueOrThrow({ where: { id } })
    expectPresented(dropWire(app.scope(), row), InventoryDrop, { id, author, templateIds })
  })
})
