import type { TestApp } from '../support/app.ts'
import { aDrop, anItem, aTemplate } from '../support/inventory.ts'
import type { TestUser } from '../support/users.ts'

/** Items of the owner of the fixture objects, and what they are made of. */
export interface InventoryThings {
  readonly templateId: string
  readonly draftTemplateId: string
  /** A drop for nobody who comes. */
  readonly dropId: string
  readonly itemId: string
  /** Items that may be consumed and thrown away. */
  readonly consumableId: string
  readonly goneItemId: string
}

export async function addInventory(app: TestApp, owner: TestUser): Promise<InventoryThings> {
  const templateId = await aTemplate(app)
  const all = ['archivable', 'cloneable', 'equippable', 'instantiatable', 'trashable']
  return {
    templateId,
    draftTemplateId: await aTemplate(app, { status: 'draft' }),
    dropId: await aDrop(app, owner, { templateIds: [templateId], isDisabled: true }),
    itemId: await anItem(app, owner, { flags: all }),
    consumableId: await anItem(app, owner, { flags: ['consumable'], quantifiable: true }, { quantity: 100 }),
    goneItemId: await anItem(app, owner),
  }
}
