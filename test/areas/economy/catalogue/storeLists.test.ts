import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { graphIdOf } from '../../../support/catalogue.ts'
import { aBuyer, aListing, aSeller, withTokens } from '../../../support/economy.ts'
import { mutate, query } from '../../../support/jams.ts'
import { aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
let seller: TestUser
let visitor: TestUser
/** Ids of a public store and of one that is not. */
let stores: { readonly shown: string; readonly hidden: string }

async function aStore(status: string): Promise<string> {
  const { db, now } = app.scope()
  const id = newId('store', now)
  const worldId = await aWorld(app, seller)
  const given = { storeType: 'world', displayName: 'Shop', status, createdAt: now, updatedAt: now }
  await db.store.create({ data: { id, worldId, sellerId: seller.id, ...given } })
  return id
}

beforeAll(async () => {
  seller = await aSeller(app)
  visitor = await aUser(app)
  stores = { shown: await aStore('public'), hidden: await aStore('draft') }
})

const idsOf = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id)

describe('lists of stores', () => {
  it('show everybody public stores of groups and worlds, newest first', async () => {
    const { stores: listed } = await query(
      app,
      visitor,
      '{ stores(first: 100, type: WORLD) { totalCount nodes { id type } } }',
    )
    expect(idsOf(listed.nodes)).toContain(stores.shown)
    expect(idsOf(listed.nodes)).not.toContain(stores.hidden)
    expect(listed.totalCount).toBe(listed.nodes.length)
    const all = await query(app, visitor, '{ stores(first: 100) { nodes { type } } }')
    expect(all.stores.nodes).not.toContainEqual({ type: 'HOUSE' })
  })

  it('show sellers all of their own', async () => {
    const text = '{ viewer { stores(first: 10) { totalCount nodes { id } } } }'
    const own = (await query(app, seller, text)).viewer.stores
    expect(own).toEqual({ totalCount: 2, nodes: [{ id: stores.hidden }, { id: stores.shown }] })
    expect((await query(app, visitor, text)).viewer.stores.totalCount).toBe(0)
  })
})

describe('what a listing is to the viewer', () => {
  const FACTS = 'query($id: ID!) { listing(id: $id) { viewerPrice viewerHas viewerOwns } }'

  it.each([
    ['permanent', {}, { viewerHas: true, viewerOwns: true }],
    ['duration', { duration: 1, durationType: 'day' }, { viewerHas: true, viewerOwns: false }],
    ['instant', { isStackable: true }, { viewerHas: false, viewerOwns: false }],
  ])('of the type %s follows from what they have bought', async (listingType, given, after) => {
    const buyer = await aBuyer(app)
    const id = graphIdOf(await aListing(app, seller, { listingType, ...given }))
    const before = (await query(app, buyer, FACTS, { id })).listing
    expect(before).toEqual({ viewerPrice: 100, viewerHas: false, viewerOwns: false })
    await mutate(app, buyer, 'purchaseProductListing { purchase { id } }', { listingId: id, totalPrice: 100 })
    expect((await query(app, buyer, FACTS, { id })).listing).toEqual({ viewerPrice: 100, ...after })
  })

  it('has the lower price for who has a subscription', async () => {
    const buyer = await aUser(app)
    await withTokens(app, buyer, 100)
    const { db, now } = app.scope()
    const { id: forId } = await db.licenseGroup.findFirstOrThrow({ where: { name: 'plus' }, select: { id: true } })
    const grant = { forType: 'licenseGroup', forId, forAction: 'have', source: 'test', createdAt: now }
    const id = graphIdOf(await aListing(app, seller, { plusDiscountPrice: 70 }))
    expect((await query(app, buyer, FACTS, { id })).listing).toMatchObject({ viewerPrice: 100 })
    await db.licenseGrant.create({ data: { id: newId('licenseGrant', now), userId: buyer.id, ...grant } })
    expect((await query(app, buyer, FACTS, { id })).listing).toMatchObject({ viewerPrice: 70 })
  })
})
