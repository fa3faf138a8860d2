import type { DeclaredTables } from '../../kernel/personalData.ts'

/** What each table of the area holds of a person. */
export const personalData: DeclaredTables = {
  InventoryTemplate: { of: ['authorId'] },
  InventoryItem: { of: ['holderId'] },
  InventoryDrop: { of: ['authorId'] },
  InventoryGrant: { of: ['userId'] },
  InventoryGrantItem: { through: [{ column: 'grantId', table: 'InventoryGrant' }] },
}
