import { expect, it } from 'vitest'
import * as oldSdk from 'vrchat-1'
import { anApp } from '../support/app.ts'
import { anItem, aTemplate, together } from '../support/inventory.ts'
import { anOldSdkUser, oldSdkFor } from './oldSdkClient.ts'

it('reads an inventory by version 1 of the public SDK', async () => {
  const app = await anApp()
  const sdk = oldSdkFor(app)
  const { inventory, person } = await anOldSdkUser(app, sdk)
  await together(app, person)
  const [itemId, templateId] = [await anItem(app, person), await aTemplate(app)]
  expect((await inventory.getInventory()).data).toMatchObject({ data: [{ id: itemId }] })
  expect((await inventory.getOwnInventoryItem(itemId)).data).toMatchObject({ id: itemId })
  expect((await inventory.getInventoryTemplate(templateId)).data).toMatchObject({ id: templateId })
  expect((await inventory.getInventoryDrops()).data).toEqual([])
  expect((await inventory.spawnInventoryItem(itemId)).data).toMatchObject({ version: 1 })
  const methods = Object.getOwnPropertyNames(oldSdk.InventoryApi.prototype).filter((name) => name !== 'constructor')
  expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
})
