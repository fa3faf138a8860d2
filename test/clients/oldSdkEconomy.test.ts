import { expect, it } from 'vitest'
import * as oldSdk from 'vrchat-1'
import { PLUS_GROUP_ID } from '../../src/areas/economy/licenses/queries.ts'
import { anApp } from '../support/app.ts'
import { aListing, aSeller } from '../support/economy.ts'
import { anOldSdkUser, oldSdkFor } from './oldSdkClient.ts'

it('reads what is sold and what a person has by version 1 of the public SDK', async () => {
  const app = await anApp()
  const sdk = oldSdkFor(app)
  const [{ id, economy }, seller] = [await anOldSdkUser(app, sdk), await aSeller(app)]
  const listingId = await aListing(app, seller)
  expect((await economy.getProductListing(listingId, true)).data).toMatchObject({ id: listingId, priceTokens: 100 })
  expect((await economy.getProductListings(seller.id)).data).toMatchObject([{ id: listingId }])
  expect((await economy.getTokenBundles()).data).toHaveLength(5)
  expect((await economy.getSubscriptions()).data).toHaveLength(2)
  expect((await economy.getLicenseGroup(PLUS_GROUP_ID)).data.licenses).toHaveLength(8)
  expect((await economy.getTiliaStatus()).data).toMatchObject({ economyOnline: true })
  expect((await economy.getTiliaTos(id)).data).toEqual({ signed_tos: false })
  expect((await economy.getBalance(id)).data).toMatchObject({ balance: 0 })
  expect((await economy.getCurrentSubscriptions()).data).toEqual([])
  expect((await economy.getSteamTransactions()).data).toEqual([])
  const missing = economy.getSteamTransaction('txn_00000000-0000-4000-8000-000000000000')
  await expect(missing).rejects.toMatchObject({ response: { status: 404 } })
  const methods = Object.getOwnPropertyNames(oldSdk.EconomyApi.prototype).filter((name) => name !== 'constructor')
  expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
})
