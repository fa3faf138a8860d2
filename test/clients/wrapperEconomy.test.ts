import { beforeAll, describe, expect, it } from 'vitest'
import { PLUS_GROUP_ID } from '../../src/areas/economy/licenses/queries.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { acceptTerms, aListing, aPurchaseRequest, aSeller, withTokens } from '../support/economy.ts'
import { PARTS, wrapperFor } from './wrapperClient.ts'

let app: TestApp
let wrapper: ReturnType<typeof wrapperFor>
beforeAll(async () => {
  app = await anApp()
  wrapper = wrapperFor(app)
})

describe('the economy by the wrapper', () => {
  it('is read before anything is bought', async () => {
    const { call, unsent, person } = await wrapper.aMember()
    expect(await call('economyApi', 'listTokenBundles')).toHaveLength(5)
    expect(await call('economyApi', 'listSubscriptions')).toMatchObject([{ id: 'plus-monthly' }, { id: 'plus-yearly' }])
    expect(await call('economyApi', 'getTiliaStatus')).toMatchObject({ economyOnline: true })
    expect(await call('economyApi', 'getCurrentSubscriptions')).toEqual([])
    expect(await call('economyApi', 'listSteamTransactions')).toEqual([])
    expect(await call('economyApi', 'getBalance')).toMatchObject({ balance: 0 })
    const missing = { transactionId: 'txn_00000000-0000-4000-8000-000000000000' }
    await unsent('economyApi', 'getSteamTransaction', missing, 'deprecated')
    expect(await call('economyApi', 'getTiliaTOS', { userId: person.id })).toEqual({ signed_tos: false })
    const group = await call('economyApi', 'getLicenseGroup', { licenseGroupId: PLUS_GROUP_ID })
    expect(group).toMatchObject({ name: 'plus' })
  })

  it('shows listings and purchases', async () => {
    const { call, unsent, person } = await wrapper.aMember()
    const seller = await aSeller(app)
    const listingId = await aListing(app, seller)
    expect(await call('economyApi', 'getUserProductListings', { userId: seller.id })).toMatchObject([{ id: listingId }])
    await acceptTerms(app, person)
    await withTokens(app, person, 100)
    await person.api.call('purchaseProductListing', {
      headers: {},
      body: { ...aPurchaseRequest(listingId), quantity: 1 },
    })
    const purchases = await call('economyApi', 'getOwnPurchases', { buyerId: person.id })
    expect(purchases).toMatchObject([{ listingId, buyerId: person.id }])
    await unsent('economyApi', 'getProductListing', { listingId }, 'noQuery')
  })

  it('was called by each method for an operation of the server', async () => {
    const { api } = await wrapper.aMember()
    expect(wrapper.uncalled(api, PARTS.economy)).toEqual([])
  })
})
