import { aDrop, anItem, aTemplate } from '../support/inventory.ts'
import type { PrepareNode } from './graphNode.ts'
import { moment } from './records.ts'

/** A template with a different value in each column that others than its kind decide. */
const TEMPLATE = {
  itemType: 'warpeffect',
  flags: ['equippable', 'trashable'],
  tags: ['red'],
  collections: ['Winter'],
  metadata: { assetBundleId: 'aab_11111111-1111-4111-8111-111111111111' },
  createdAt: moment(1),
  updatedAt: moment(2),
} as const

const unlocked = () => ({ ...TEMPLATE, flags: [...TEMPLATE.flags], tags: [...TEMPLATE.tags], collections: ['Winter'] })

export const inventoryNodes: Readonly<Record<string, PrepareNode>> = {
  async *InventoryTemplate(app, owner) {
    for (const isSet of [true, false]) {
      const id = await aTemplate(app, { ...unlocked(), authorId: owner.id, quantifiable: isSet, global: !isSet })
      const row = await app.scope().db.inventoryTemplate.findUniqueOrThrow({ where: { id } })
      yield { id, row }
    }
  },
  async *InventoryItem(app, owner) {
    const { db } = app.scope()
    const id = await anItem(app, owner, unlocked())
    const expiryDate = new Date('2100-01-01T00:00:00.000Z')
    const times = { createdAt: moment(3), updatedAt: moment(4), expiryDate }
    for (const isSet of [true, false]) {
      const row = await db.inventoryItem.update({
        where: { id },
        data: { ...times, isSeen: isSet, isArchived: !isSet, equipSlot: isSet ? 'warp' : null, quantity: 3 },
        include: { template: true },
      })
      yield { id, row }
    }
  },
  async *InventoryDrop(app, owner) {
    const templateId = await aTemplate(app)
    const dates = {
      startDropDate: moment(1),
      endDropDate: new Date('2100-01-01T00:00:00.000Z'),
      dropExpiryDate: new Date('2100-01-02T00:00:00.000Z'),
    }
    const notificationDetails = { title: 'Hi', body: 'Look.', imageUrl: 'https://pictures.test/gift.png' }
    const texts = { name: 'Gift', tags: ['t'], notificationDetails, createdAt: moment(2), updatedAt: moment(3) }
    for (const isDisabled of [true, false]) {
      const given = { templateIds: [templateId], targetGroup: 'supporters', ...dates, ...texts, isDisabled }
      const id = await aDrop(app, owner, given)
      const row = await app.scope().db.inventoryDrop.findUniqueOrThrow({ where: { id } })
      yield { id, row }
    }
  },
}
