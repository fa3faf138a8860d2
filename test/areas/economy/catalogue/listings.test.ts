import { beforeAll, describe, expect, it } from 'vitest'
import { addMilliseconds, DAY } from '../../../../src/kernel/clock.ts'
import { newId, type ProductId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { graphIdOf } from '../../../support/catalogue.ts'
import { aListing, aProduct, aSeller } from '../../../support/economy.ts'
import { query } from '../../../support/jams.ts'
import { refusal } from '../../../support/refusals.ts'
import { aRestClient, type RestClient } from '../../../support/restClient.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
const CALLERS = ['anonymous', 'stranger', 'buyer', 'receiver', 'seller', 'admin'] as const
type Caller = (typeof CALLERS)[number]
const STATES = ['draft', 'active', 'expired', 'archived'] as const
type State = (typeof STATES)[number]

const [seller, buyer, receiver, stranger, admin] = [
  await aSeller(app),
  await aUser(app),
  await aUser(app),
  await aUser(app),
  await anAdmin(app),
]
const PEOPLE: Readonly<Record<Exclude<Caller, 'anonymous'>, TestUser>> = { stranger, buyer, receiver, seller, admin }
const apiOf = (caller: Caller): RestClient => (caller === 'anonymous' ? aRestClient(app) : PEOPLE[caller].api)

const listings = new Map<State, ProductId>()
const products = new Map<State, ProductId>()
/** Stores of the seller by their status, each with all listings. */
const stores = new Map<string, string>()

async function aPurchase(listingId: string): Promise<void> {
  const { db, now } = app.scope()
  const people = { buyerId: buyer.id, receiverId: receiver.id, sellerId: seller.id }
  await db.productPurchase.create({
    data: {
      ...{ id: newId('purchase', now), ...people, listingId, purchaseType: 'gift', listingType: 'permanent' },
      ...{ productType: 'udon', listingDisplayName: 'x', listingSubtitle: '', listingDescription: '', products: [] },
      ...{ quantity: 1, unitPrice: 0, price: 0, fee: 0, value: 0, isRefundable: true, isStackable: false },
      ...{ isRecurrable: false, createdAt: now },
    },
  })
}

beforeAll(async () => {
  const { db, now } = app.scope()
  for (const state of STATES) {
    const productId = await aProduct(app, seller)
    const stored = state === 'expired' ? { state: 'active', expiresAt: addMilliseconds(now, -DAY) } : { state }
    const listingId = await aListing(app, seller, { ...stored, displayName: state, productIds: [productId] })
    listings.set(state, listingId)
    products.set(state, productId)
    await aPurchase(listingId)
  }
  for (const status of ['draft', 'preview', 'public']) {
    const id = newId('store', now)
    const worldId = await aWorld(app, seller)
    const texts = { storeType: 'world', displayName: status, status }
    const offered = STATES.map((state, position) => ({ listingId: listings.get(state) ?? '', position }))
    await db.store.create({
      data: {
        id,
        worldId,
        sellerId: seller.id,
        ...texts,
        createdAt: now,
        updatedAt: now,
        listings: { create: offered },
      },
    })
    stores.set(status, id)
  }
})

const ALL: readonly State[] = STATES
const NONE: readonly State[] = []
const ACTIVE: readonly State[] = ['active', 'expired']
const FOR_SALE: readonly State[] = ['active']

/** What an operation shows a caller of listings in each state; 401 without a session. */
const OPERATIONS: Readonly<Record<string, (caller: Caller) => Promise<readonly State[] | 401>>> = {
  getProductListing: (caller) => eachState(caller, 'getProductListing', listings),
  getProductListingAlternate: (caller) => eachState(caller, 'getProductListingAlternate', listings),
  'getProductListingAlternate by product': (caller) => eachState(caller, 'getProductListingAlternate', products),
  getProductListings: (caller) => listed(caller, {}),
  'getProductListings, active': (caller) => listed(caller, { active: true }),
  'getProductListings, others': (caller) => listed(caller, { active: false }),
  'getProductListings of another type': (caller) => listed(caller, { listingType: 'duration' }),
  'getProductListings of a group': (caller) => listed(caller, { groupId: newId('group', new Date()) }),
  'getStore, public': (caller) => inStore(caller, 'public'),
  'getStore, preview': (caller) => inStore(caller, 'preview'),
  'getStore, draft': (caller) => inStore(caller, 'draft'),
  listing: async (caller) => {
    if (caller === 'anonymous') return 401
    const found: State[] = []
    for (const state of STATES) {
      const id = graphIdOf(listings.get(state) ?? '')
      const { listing, node } = await query(
        app,
        PEOPLE[caller],
        'query($id: ID!) { listing(id: $id) { id } node(id: $id) { id } }',
        { id },
      )
      expect(node).toEqual(listing)
      if (listing) found.push(state)
    }
    return found
  },
  'User.listings': async (caller) => {
    if (caller === 'anonymous') return 401
    const text = 'query($id: ID!) { node(id: $id) { ... on User { listings { nodes { displayName } totalCount } } } }'
    const { node } = await query(app, PEOPLE[caller], text, { id: seller.id })
    expect(node.listings.totalCount).toBe(node.listings.nodes.length)
    return statesIn(node.listings.nodes)
  },
  'Product.listings': async (caller) => {
    if (caller === 'anonymous') return 401
    const found: unknown[] = []
    const text = 'query($id: ID!) { node(id: $id) { ... on Product { listings { nodes { displayName } } } } }'
    for (const id of products.values())
      found.push(...((await query(app, PEOPLE[caller], text, { id })).node?.listings.nodes ?? []))
    return statesIn(found)
  },
}

const statesIn = (found: readonly unknown[]) =>
  STATES.filter((state) => found.some((listing) => Object(listing).displayName === state))

async function eachState(
  caller: Caller,
  operation: 'getProductListing' | 'getProductListingAlternate',
  ids: ReadonlyMap<State, ProductId>,
): Promise<readonly State[] | 401> {
  const found: State[] = []
  for (const state of STATES) {
    const exchange = await apiOf(caller).try(operation, { productId: ids.get(state) })
    if (exchange.status === 401) return 401
    if (exchange.status === 200) found.push(state)
    else expect(exchange).toMatchObject(refusal(404, 'Listing not found'))
  }
  return found
}

async function listed(caller: Caller, filter: object): Promise<readonly State[] | 401> {
  const { status, body } = await apiOf(caller).try('getProductListings', { userId: seller.id, query: filter })
  return status === 401 ? 401 : statesIn(Array.isArray(body) ? body : [])
}

async function inStore(caller: Caller, status: string): Promise<readonly State[] | 401> {
  const storeId = stores.get(status)
  const exchange = await apiOf(caller).try('getStore', { query: { storeId, hydrateListings: 'true' } })
  if (exchange.status === 401) return 401
  if (exchange.status === 200) return statesIn(Object(exchange.body).listings)
  expect(exchange).toMatchObject(refusal(404, 'Store not found'))
  return NONE
}

/** What a stranger, the buyer, the receiver, the seller and an admin find. */
const TABLE: Readonly<Record<string, readonly (readonly State[])[]>> = {
  getProductListing: [ACTIVE, ALL, ALL, ALL, ALL],
  getProductListingAlternate: [ACTIVE, ALL, ALL, ALL, ALL],
  'getProductListingAlternate by product': [FOR_SALE, FOR_SALE, FOR_SALE, FOR_SALE, FOR_SALE],
  getProductListings: [ACTIVE, ACTIVE, ACTIVE, ALL, ALL],
  'getProductListings, active': [FOR_SALE, FOR_SALE, FOR_SALE, FOR_SALE, FOR_SALE],
  'getProductListings, others': [
    ['expired'],
    ['expired'],
    ['expired'],
    ['draft', 'expired', 'archived'],
    ['draft', 'expired', 'archived'],
  ],
  'getProductListings of another type': [NONE, NONE, NONE, NONE, NONE],
  'getProductListings of a group': [NONE, NONE, NONE, NONE, NONE],
  'getStore, public': [ACTIVE, ACTIVE, ACTIVE, ALL, ALL],
  'getStore, preview': [NONE, NONE, NONE, ALL, ALL],
  'getStore, draft': [NONE, NONE, NONE, ALL, ALL],
  listing: [ACTIVE, ALL, ALL, ALL, ALL],
  'User.listings': [ACTIVE, ACTIVE, ACTIVE, ALL, ALL],
  'Product.listings': [ACTIVE, ACTIVE, ACTIVE, ALL, ALL],
}

describe('listings that are drafts, active, expired or archived', () => {
  it.each(Object.keys(TABLE))('%s shows them to those who may see them', async (operation) => {
    for (const [at, caller] of CALLERS.entries()) {
      const expected = caller === 'anonymous' ? 401 : TABLE[operation]?.[at - 1]
      expect(await OPERATIONS[operation]?.(caller), caller).toEqual(expected)
    }
  })

  it('tell how often they were bought to the seller and admins alone', async () => {
    const id = listings.get('active') ?? ''
    for (const caller of ['stranger', 'buyer', 'receiver', 'seller', 'admin'] as const) {
      const isManager = caller === 'seller' || caller === 'admin'
      const record = await PEOPLE[caller].api.call('getProductListing', { productId: id, query: {} })
      expect([record.purchaseCount, record.purchaseCountQuantity], caller).toEqual(
        isManager ? [0, 0] : [undefined, undefined],
      )
      const { listing } = await query(
        app,
        PEOPLE[caller],
        'query($id: ID!) { listing(id: $id) { purchaseCount purchaseQuantity viewerCanUpdate } }',
        { id: graphIdOf(id) },
      )
      const count = isManager ? 0 : null
      expect(listing, caller).toEqual({ purchaseCount: count, purchaseQuantity: count, viewerCanUpdate: isManager })
    }
  })

  it('name only the stores that the viewer can see', async () => {
    const query = { productId: listings.get('active') ?? '', query: {} }
    expect((await stranger.api.call('getProductListing', query)).storeIds).toEqual([stores.get('public')])
    expect((await seller.api.call('getProductListing', query)).storeIds).toEqual([...stores.values()].sort())
  })

  it('stay visible to people with whom their seller has a block, as worlds do', async () => {
    const blocked = await aUser(app)
    await seller.api.call('moderateUser', { body: { moderated: blocked.id, type: 'block' } })
    await blocked.api.call('getProductListing', { productId: listings.get('active') ?? '', query: {} })
  })
})

describe('the record of a listing', () => {
  it('has its products as ids, and whole when they are asked for', async () => {
    const [productId, id] = [products.get('active') ?? '', listings.get('active') ?? '']
    const bare = await stranger.api.call('getProductListing', { productId: id, query: {} })
    expect(bare).toMatchObject({
      ...{ id, active: true, archived: false, productIds: [productId], products: [{ id: productId }] },
      ...{ sellerId: seller.id, sellerDisplayName: seller.username, hasUdon: true, hasAvatar: false },
      ...{ permanent: true, recurrable: false, refundable: true, buyerRefundable: true, soldByVrc: false },
      ...{ listingType: 'permanent', productType: 'udon', priceTokens: 100, groupName: null, imageUrl: null },
    })
    expect(bare.hydratedProducts).toBeUndefined()
    const whole = await stranger.api.call('getProductListing', { productId: id, query: { hydrate: 'true' } })
    const [product] = whole.hydratedProducts ?? []
    expect(product).toMatchObject({
      ...{ id: productId, displayName: 'Hat', productType: 'udon', parentListings: [id], sellerId: seller.id },
      ...{
        imageUrl: expect.stringContaining(product?.imageId ?? 'none'),
        archived: false,
        sellerDisplayName: seller.username,
      },
    })
    expect(whole.products).toEqual(whole.hydratedProducts)
    const [listed] = await stranger.api.call('getProductListings', {
      userId: seller.id,
      query: { hydrate: 'true', n: '1', active: 'true' },
    })
    expect(listed).toEqual(whole)
    const storeId = stores.get('public') ?? ''
    const store = await stranger.api.call('getStore', {
      query: { storeId, hydrateListings: 'true', hydrateProducts: 'true' },
    })
    expect(store.listings?.find((one) => one.id === id)).toEqual(whole)
    const plain = await stranger.api.call('getStore', { query: { storeId } })
    expect(plain.listings).toBeUndefined()
    expect(plain.listingIds).toEqual([id, listings.get('expired')])
  })

  it('lists parts of a long list, newest first', async () => {
    const many = await aSeller(app)
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.unshift(await aListing(app, many))
    const page = async (n: number, offset: number) =>
      (
        await stranger.api.call('getProductListings', {
          userId: many.id,
          query: { n: String(n), offset: String(offset) },
        })
      ).map(({ id }) => id)
    expect([...(await page(2, 0)), ...(await page(2, 2)), ...(await page(2, 4))]).toEqual(ids)
    expect(await page(2, 9)).toEqual([])
    expect(await stranger.api.call('getProductListings', { userId: newId('user', new Date()), query: {} })).toEqual([])
  })

  it('is missing by an unknown id, and told apart by an id of another form', async () => {
    for (const operation of ['getProductListing', 'getProductListingAlternate'] as const) {
      expect(await stranger.api.try(operation, { productId: newId('product', new Date()) })).toMatchObject(
        refusal(404, 'Listing not found'),
      )
      expect(await stranger.api.try(operation, { productId: 'prod_1' })).toMatchObject({ status: 404 })
    }
  })

  it('shows an erased seller by what is left of the name', async () => {
    const gone = await aSeller(app)
    const id = await aListing(app, gone)
    await app
      .scope()
      .db.user.update({ where: { id: gone.id }, data: { displayName: 'Deleted user', erasedAt: new Date() } })
    expect(await stranger.api.call('getProductListing', { productId: id, query: {} })).toMatchObject({
      sellerDisplayName: 'Deleted user',
    })
    const { listing } = await query(app, stranger, 'query($id: ID!) { listing(id: $id) { seller { id } } }', {
      id: graphIdOf(id),
    })
    expect(listing).toEqual({ seller: null })
  })
})
