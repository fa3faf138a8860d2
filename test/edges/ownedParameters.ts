import { updateUserRole } from '../../src/areas/accounts/account/roles.ts'
import type { TestApp } from '../support/app.ts'
import { aListing, aProduct, letSell } from '../support/economy.ts'
import { anItem } from '../support/inventory.ts'
import { aJam, aSubmission } from '../support/jams.ts'
import { aName, type TestUser } from '../support/users.ts'

/** Values of path parameters by name. */
type Parameters = Readonly<Record<string, string>>

const THEME = { name: 'Sea', buttonColor: '064b5c', iconColor: '6ae3f9', subtextColor: 'a9a9a9' }

/** Makes what an operation without body acts upon, by the name of the operation; the person gets the right to do it. */
export const OWNED_PARAMETERS: Readonly<Record<string, (app: TestApp, somebody: TestUser) => Promise<Parameters>>> = {
  deleteJamSubmission: async (app, somebody) => {
    const jamId = await aJam(app)
    return { jamId, jamSubmissionId: (await aSubmission(app, jamId, somebody)).id }
  },
  deleteProfileTheme: async (_app, { api }) => ({
    themeId: (await api.call('createProfileTheme', { body: THEME })).id,
  }),
  deleteOwnInventoryItem: async (app, somebody) => ({ inventoryItemId: await anItem(app, somebody) }),
  consumeOwnInventoryItem: async (app, somebody) => ({
    inventoryItemId: await anItem(app, somebody, { flags: ['consumable'] }),
  }),
  unequipOwnInventorySlot: async () => ({ inventoryItemId: 'drone' }),
  deleteProduct: async (app, somebody) => {
    await letSell(app, somebody)
    return { productId: await aProduct(app, somebody) }
  },
  deleteProductListingDirect: async (app, somebody) => {
    await letSell(app, somebody)
    return { productId: await aListing(app, somebody) }
  },
  deletePermission: async (app, { api, id }) => {
    await updateUserRole(app.scope(), id, { admin: true })
    const permission = await api.call('createPermission', { body: { name: aName('permission-') } })
    return { permissionId: permission.id }
  },
}
