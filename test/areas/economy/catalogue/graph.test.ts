import { beforeAll, describe, expect, it } from 'vitest'
import { MAX_LISTINGS } from '../../../../src/areas/economy/catalogue/manageListings.ts'
import { MAX_PRODUCTS } from '../../../../src/areas/economy/catalogue/manageProducts.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { anOwnImage, graphIdOf } from '../../../support/catalogue.ts'
import { aListing, aProduct, aRoleListing, aSeller } from '../../../support/economy.ts'
import { countStatements } from '../../../support/graphClient.ts'
import { mutate, query, refusedMutation } from '../../../support/jams.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
let viewer: TestUser
/** Sellers of 1 and of 12 listings, each with a store of all of them. */
const sellers: { readonly seller: TestUser; readonly storeId: string; readonly ids: readonly string[] }[] = []

async function aSellerOf(count: number) {
  const seller = await aSeller(app)
  const ids: string[] = []
  const { db, now } = app.scope()
  for (let at = 0; at < count; at++) {
    const products = [await aProduct(app, seller), await aProduct(app, seller)]
    const id = await aListing(app, seller, {
      productIds: products,
      displayName: `Hat ${at}`,
      listingType: 'instant',
      isStackable: true,
    })
    const variants = [1, 2].map((quantity) => ({
      id: newId('listingVariant', now),
      listingId: id,
      quantity,
      unitPriceTokens: 9,
    }))
    await db.listingVariant.createMany({ data: variants })
    ids.unshift(id)
  }
  const storeId = newId('store', now)
  const worldId = await aWorld(app, seller)
  const texts = { storeType: 'world', displayName: 'Shop', status: 'public' }
  const offered = ids.map((listingId, position) => ({ listingId, position }))
  await db.store.create({
    data: {
      id: storeId,
      worldId,
      sellerId: seller.id,
      ...texts,
      createdAt: now,
      updatedAt: now,
      listings: { create: offered },
    },
  })
  return { seller, storeId, ids }
}

beforeAll(async () => {
  viewer = await aUser(app)
  sellers.push(await aSellerOf(1), await aSellerOf(12))
})

const LISTING_FIELDS = `id displayName imageUrl isForSale viewerCanUpdate seller { displayName } group { name }
  products { id displayName groupRole { id } listings(first: 2) { nodes { id } totalCount } viewerCanUpdate }
  variants { id unitPrice } stores { id displayName }`

describe('pages of listings', () => {
  it.each<[string, (one: (typeof sellers)[number]) => Promise<unknown>]>([
    [
      'User.listings',
      ({ seller }) =>
        query(
          app,
          viewer,
          `query($id: ID!) { node(id: $id) { ... on User { listings(first: 12) { nodes { ${LISTING_FIELDS} } totalCount } } } }`,
          { id: seller.id },
        ),
    ],
    [
      'Store.listings',
      ({ storeId }) =>
        query(
          app,
          viewer,
          `query($id: ID!) { store(id: $id) { id shelves { id } listings(first: 12) { nodes { ${LISTING_FIELDS} } totalCount } } }`,
          { id: storeId },
        ),
    ],
    [
      'getProductListings',
      ({ seller }) => viewer.api.call('getProductListings', { userId: seller.id, query: { hydrate: 'true' } }),
    ],
    [
      'getStore',
      ({ storeId }) =>
        viewer.api.call('getStore', { query: { storeId, hydrateListings: 'true', hydrateProducts: 'true' } }),
    ],
    [
      'Viewer.products',
      ({ seller }) =>
        query(
          app,
          seller,
          '{ viewer { products { nodes { id viewerCanUpdate group { id } listings { nodes { id } } } totalCount } } }',
        ),
    ],
  ])('of %s take as many statements however long they are', async (_name, read) => {
    const counts: number[] = []
    for (const one of sellers) counts.push(await countStatements(app, () => read(one)))
    expect(counts[1]).toBe(counts[0])
    expect(counts[0]).toBeLessThanOrEqual(14)
  })

  it('of sellers are paged from both ends, and filtered', async () => {
    const { seller, ids } = sellers[1] ?? (await aSellerOf(12))
    const page = async (args: string) => {
      const text = `query($id: ID!) { node(id: $id) { ... on User { listings(${args}) { nodes { id } totalCount pageInfo { endCursor startCursor hasNextPage hasPreviousPage } } } } }`
      return (await query(app, viewer, text, { id: seller.id })).node.listings
    }
    const nodes = (from: number, to: number) => ids.slice(from, to).map((id) => ({ id: graphIdOf(id) }))
    const first = await page('first: 5')
    expect(first).toMatchObject({ nodes: nodes(0, 5), totalCount: 12, pageInfo: { hasNextPage: true } })
    expect(await page(`first: 20, after: "${first.pageInfo.endCursor}"`)).toMatchObject({ nodes: nodes(5, 12) })
    expect(await page('last: 2')).toMatchObject({ nodes: nodes(10, 12), pageInfo: { hasPreviousPage: true } })
    expect(await page('type: INSTANT, isForSale: true')).toMatchObject({ totalCount: 12 })
    expect(await page('type: PERMANENT')).toMatchObject({ nodes: [], totalCount: 0 })
    expect(await page('isForSale: false')).toMatchObject({ nodes: [], totalCount: 0 })
    expect(await page(`groupId: "${newId('group', new Date())}"`)).toMatchObject({ nodes: [], totalCount: 0 })
  })

  it('of stores are in their order', async () => {
    const { storeId, ids } = sellers[1] ?? (await aSellerOf(12))
    const text =
      'query($id: ID!, $after: String) { store(id: $id) { listings(first: 5, after: $after) { nodes { id } pageInfo { endCursor } } } }'
    const first = (await query(app, viewer, text, { id: storeId })).store.listings
    const second = (await query(app, viewer, text, { id: storeId, after: first.pageInfo.endCursor })).store.listings
    expect([...first.nodes, ...second.nodes]).toEqual(ids.slice(0, 10).map((id) => ({ id: graphIdOf(id) })))
  })
})

describe('nodes of the catalogue', () => {
  it('are found by id as far as the viewer can see them', async () => {
    const owner = await aSeller(app)
    const hidden = await aProduct(app, owner)
    const draft = await aListing(app, owner, { state: 'draft' })
    const { db, now } = app.scope()
    const variantId = newId('listingVariant', now)
    await db.listingVariant.create({ data: { id: variantId, listingId: draft, quantity: 1, unitPriceTokens: 1 } })
    const draftProduct = await db.listingProduct.findFirstOrThrow({ where: { listingId: draft } })
    const ids = [hidden, draftProduct.productId, graphIdOf(draft), variantId]
    const nodes = async (person: TestUser) =>
      (await query(app, person, 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).nodes
    expect(await nodes(viewer)).toEqual([null, null, null, null])
    expect(await nodes(owner)).toEqual(ids.map((id) => ({ id })))
    await db.listing.update({ where: { id: draft }, data: { state: 'active' } })
    expect(await nodes(viewer)).toEqual([null, ...ids.slice(1).map((id) => ({ id }))])
  })

  it('show the group and role of a product to those who can see them', async () => {
    const { productId, listingId, group, roleId } = await aRoleListing(app)
    const text =
      'query($id: ID!, $listing: ID!) { node(id: $id) { ... on Product { type group { id } groupRole { id } joinsGroup } } listing(id: $listing) { group { id } } }'
    const seen = () => query(app, viewer, text, { id: productId, listing: graphIdOf(listingId) })
    const shown = { type: 'ROLE', group: { id: group.id }, groupRole: { id: roleId }, joinsGroup: true }
    expect(await seen()).toEqual({ node: shown, listing: { group: { id: group.id } } })
    await app.scope().db.group.update({ where: { id: group.id }, data: { privacy: 'private' } })
    expect(await seen()).toMatchObject({ node: { groupRole: null } })
    await app.scope().db.group.update({ where: { id: group.id }, data: { hiddenAt: new Date() } })
    expect(await seen()).toMatchObject({ node: { group: null, groupRole: null }, listing: { group: null } })
    const record = await viewer.api.call('getProductListing', { productId: listingId, query: {} })
    expect(record).toMatchObject({ groupId: group.id, groupName: null })
  })
})

describe('the number of products and listings of a seller', () => {
  it('is bounded, without those that are archived', async () => {
    const seller = await aSeller(app)
    const { client, now } = app.scope()
    const rows = Array.from({ length: MAX_PRODUCTS }, () => newId('product', now))
    await client.$executeRaw`
      INSERT INTO "Product" (id, "sellerId", "displayName", "productType", "imageId", "createdAt", "updatedAt")
      SELECT id, ${seller.id}, 'x', 'udon', 'x', ${now}, ${now} FROM unnest(${rows}::text[]) AS row(id)`
    await client.$executeRaw`
      INSERT INTO "Listing" (id, "sellerId", "displayName", "productType", "listingType", "priceTokens", "createdAt", "updatedAt")
      SELECT id, ${seller.id}, 'x', 'udon', 'permanent', 1, ${now}, ${now} FROM unnest(${rows.slice(0, MAX_LISTINGS)}::text[]) AS row(id)`
    const product = { displayName: 'x', type: 'UDON', imageId: await anOwnImage(app, seller) }
    const listing = { displayName: 'x', type: 'PERMANENT', productType: 'UDON', price: 1 }
    const full = { code: 'CONFLICT', reason: 'LIMIT_REACHED' }
    expect(await refusedMutation(app, seller, 'createProduct', product)).toMatchObject(full)
    expect(await refusedMutation(app, seller, 'createListing', listing)).toMatchObject(full)
    await mutate(app, seller, 'archiveProduct', { productId: rows[0] })
    await mutate(app, seller, 'archiveListing', { listingId: graphIdOf(rows[0] ?? '') })
    expect((await mutate(app, seller, 'createProduct', product)).error).toBeUndefined()
    expect((await mutate(app, seller, 'createListing', listing)).error).toBeUndefined()
  })
})
