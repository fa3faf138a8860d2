import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { PLUS_GROUP_ID } from '../../src/areas/economy/licenses/queries.ts'
import { HOUSE_STORE_ID } from '../../src/areas/economy/seed.ts'
import { economy } from '../../src/contract/economy.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { acceptTerms, aListing, aPurchaseRequest, aSeller, withTokens } from '../support/economy.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aRestClient } from '../support/restClient.ts'
import type { TestUser } from '../support/users.ts'
import { dataOf, methodsOf, sdkFor, sdkRefusal } from './sdkClient.ts'
import { anSdkUser, type SdkUser } from './sdkUser.ts'

let app: TestApp
let sdk: ReturnType<typeof sdkFor>
let ada: SdkUser
let grace: SdkUser
let seller: TestUser
beforeAll(async () => {
  app = await anApp()
  sdk = sdkFor(app)
  ;[ada, grace] = [await anSdkUser(app, sdk), await anSdkUser(app, sdk)]
  seller = await aSeller(app)
  await dataOf(ada.client.friend({ path: { userId: grace.id } }))
  await dataOf(grace.client.friend({ path: { userId: ada.id } }))
})

/** The names under which the SDK has operations whose paths name vendors. */
const VENDOR_METHODS: Readonly<Record<string, string>> = {
  getExternalStoreTransaction: 'getSteamTransaction',
  getExternalStoreTransactions: 'getSteamTransactions',
  getProviderStatus: 'getTiliaStatus',
  getProviderTos: 'getTiliaTos',
  updateProviderTos: 'updateTiliaTos',
}

describe('the economy by the public SDK', () => {
  it('accepts the terms, and tells what a person can do with tokens', async () => {
    const path = { userId: ada.id }
    expect(await dataOf(ada.client.getTiliaStatus())).toMatchObject({ economyOnline: true, economyState: 1 })
    expect(await dataOf(ada.client.getTiliaTos({ path }))).toEqual({ signed_tos: false })
    expect(await dataOf(ada.client.getBalance({ path }))).toMatchObject({ balance: 0, noTransactions: true })
    await dataOf(ada.client.updateTiliaTos({ path, body: { accepted: true } }))
    expect(await dataOf(ada.client.getTiliaTos({ path }))).toEqual({ signed_tos: true })
    await withTokens(app, ada, 1_000)
    expect(await dataOf(ada.client.getBalance({ path }))).toMatchObject({ balance: 1_000, noTransactions: false })
    expect(await dataOf(ada.client.getBalanceEarnings({ path }))).toMatchObject({ balance: 0 })
    expect(await dataOf(ada.client.getEconomyAccount({ path }))).toMatchObject({ canSpend: true, blocked: false })
    expect(await sdkRefusal(grace.client.getBalance({ path }))).toMatchObject({
      status: 403,
      message: 'User ID must be your own.',
    })
  })

  it('lists what is sold for money', async () => {
    const bundles = await dataOf(ada.client.getTokenBundles())
    expect(bundles.map(({ tokens, amount }) => [tokens, amount])).toEqual([
      [200, 199],
      [600, 549],
      [1_200, 999],
      [2_500, 1_999],
      [6_500, 4_999],
    ])
    const plans = await dataOf(ada.client.getSubscriptions())
    expect(plans.map(({ id }) => id)).toEqual(['plus-monthly', 'plus-yearly'])
    const query = { subscriptionId: 'plus-monthly' }
    const eligible = await dataOf(ada.client.getUserCreditsEligible({ path: { userId: ada.id }, query }))
    expect(eligible).toEqual({ eligible: false, reason: 'not_for_tokens' })
    const standing = await dataOf(ada.client.getUserSubscriptionEligible({ path: { userId: ada.id } }))
    expect(standing).toMatchObject({ purchaseEligible: true, subscriptionEligible: true, giftEligible: true })
    const group = await dataOf(ada.client.getLicenseGroup({ path: { licenseGroupId: PLUS_GROUP_ID } }))
    expect(group.licenses).toHaveLength(8)
  })

  it('has no subscription, payment or gift at first', async () => {
    expect(await dataOf(grace.client.getCurrentSubscriptions())).toEqual([])
    expect(await sdkRefusal(grace.client.getRecentSubscription())).toMatchObject({
      status: 404,
      message: 'You have no subscription.',
    })
    expect(await dataOf(grace.client.getSteamTransactions())).toEqual([])
    const path = { transactionId: 'txn_00000000-0000-4000-8000-000000000000' }
    expect(await sdkRefusal(grace.client.getSteamTransaction({ path }))).toMatchObject({
      status: 404,
      message: 'Transaction not found',
    })
    expect(await dataOf(grace.client.getBulkGiftPurchases())).toEqual([])
    expect(await dataOf(grace.client.getActiveLicenses())).toEqual([])
  })

  it('buys a listing, and gives one to a friend', async () => {
    const listingId = await aListing(app, seller, {
      displayName: 'A lantern',
      isStackable: true,
      listingType: 'instant',
    })
    const hydrated = await dataOf(
      ada.client.getProductListing({ path: { productId: listingId }, query: { hydrate: true } }),
    )
    expect(hydrated).toMatchObject({ id: listingId, priceTokens: 100, sellerId: seller.id })
    expect(hydrated.hydratedProducts).toHaveLength(1)
    const [productId = ''] = hydrated.productIds
    expect(await dataOf(ada.client.getProductListingAlternate({ path: { productId } }))).toMatchObject({
      id: listingId,
    })
    const listings = await dataOf(ada.client.getProductListings({ path: { userId: seller.id } }))
    expect(listings.map(({ id }) => id)).toEqual([listingId])
    const own = await dataOf(
      ada.client.purchaseProductListing({ body: { ...aPurchaseRequest(listingId), quantity: 1 } }),
    )
    expect(own).toMatchObject({ buyerId: ada.id, receiverId: ada.id, isGift: false, purchasePrice: 100 })
    const gift = { ...aPurchaseRequest(listingId), quantity: 1, receiverId: grace.id }
    expect(await dataOf(ada.client.purchaseProductListing({ body: gift }))).toMatchObject({ isGift: true })
    const query = { buyerId: ada.id }
    const purchases = await dataOf(ada.client.getProductPurchases({ query }))
    expect(purchases.map(({ receiverId }) => receiverId)).toEqual([grace.id, ada.id])
    expect(await dataOf(ada.client.getBalance({ path: { userId: ada.id } }))).toMatchObject({ balance: 800 })
    await acceptTerms(app, grace)
    const poor = { ...aPurchaseRequest(listingId), quantity: 1 }
    expect(await sdkRefusal(grace.client.purchaseProductListing({ body: poor }))).toMatchObject({
      status: 400,
      message: 'Not enough tokens.',
    })
  })

  it('shows what was paid on the page of the test provider, by both kinds of payment', async () => {
    const api = aRestClient(app)
    const { username, password } = grace.credentials
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    await api.call('getCurrentUser', { headers: { authorization } })
    const pay = async (item: object) => {
      const document = `mutation($input: StartStorePurchaseInput!) {
        startStorePurchase(input: $input) { transaction { id checkoutUrl } }
      }`
      const { data } = await aGraphClient(app, api).send(document, { input: { ...item, idempotencyKey: randomUUID() } })
      const { id, checkoutUrl } = Object(data).startStorePurchase.transaction
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ outcome: 'payment.succeeded' }).toString()
      const { status } = await api.fetch(new URL(checkoutUrl).pathname, { method: 'POST', headers, body })
      expect(status).toBe(200)
      return String(id)
    }
    const [bundle, plan] = [
      await pay({ bundleId: 'tbdl_tokens-600' }),
      await pay({ subscriptionId: 'splan_plus-monthly' }),
    ]
    expect(await dataOf(grace.client.getBalance({ path: { userId: grace.id } }))).toMatchObject({ balance: 600 })
    const transactions = await dataOf(grace.client.getSteamTransactions())
    expect(transactions.map(({ id, isTokens }) => [id, isTokens])).toEqual([
      [plan, false],
      [bundle, true],
    ])
    const read = await dataOf(grace.client.getSteamTransaction({ path: { transactionId: bundle } }))
    expect(read).toMatchObject({ id: bundle, status: 'active', sandbox: true })
    expect(await dataOf(grace.client.getCurrentSubscriptions())).toMatchObject([{ id: 'plus-monthly', active: true }])
    expect(await dataOf(grace.client.getRecentSubscription())).toMatchObject({ transactionId: plan })
    const licenses = await dataOf(grace.client.getActiveLicenses())
    expect(licenses.map(({ forName }) => forName)).toContain('permission-create-groups')
  })

  it('reads the store of the platform and its shelves', async () => {
    const query = { storeId: HOUSE_STORE_ID }
    const store = await dataOf(ada.client.getStore({ query: { ...query, hydrateListings: true } }))
    expect(store).toMatchObject({ id: HOUSE_STORE_ID, storeId: HOUSE_STORE_ID, storeType: 'house' })
    expect(await dataOf(ada.client.getStoreShelves({ query }))).toEqual([])
  })

  it('calls every SDK method whose operation is implemented', () => {
    const methods = methodsOf(economy).map((name) => VENDOR_METHODS[name] ?? name)
    expect(methods).toHaveLength(24)
    expect(methods.filter((name) => !sdk.called.has(name))).toEqual([])
  })
})
