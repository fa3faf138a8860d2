import { describe, expect, it } from 'vitest'
import { addMilliseconds } from '../../../../src/kernel/clock.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { aListing, aSeller } from '../../../support/economy.ts'
import { aGroup, subscribe } from '../../../support/groups.ts'
import { refusal } from '../../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
const { db } = app.scope()
const [stranger, admin] = [await aUser(app), await anAdmin(app)]

/** The stores of a new seller: a public one of a world, a draft of another world, a public one of a private group. */
async function aTrade() {
  const seller = await aSeller(app)
  await subscribe(app, seller)
  const { now } = app.scope()
  const [world, hidden] = [await aWorld(app, seller), await aWorld(app, seller, { releaseStatus: 'private' })]
  const { id: groupId } = await aGroup(app, {}, seller)
  const places = [
    { storeType: 'world', worldId: world, status: 'public' },
    { storeType: 'world', worldId: hidden, status: 'draft' },
    { storeType: 'group', groupId, status: 'public' },
  ]
  const texts = { sellerId: seller.id, displayName: 'Shop', createdAt: now, updatedAt: now }
  const ids: string[] = []
  for (const place of places) {
    const { id } = await db.store.create({
      data: { id: newId('store', addMilliseconds(now, ids.length)), ...place, ...texts },
    })
    ids.push(id)
  }
  const [open = '', draft = '', ofGroup = ''] = ids
  return { seller, open, draft, ofGroup, world, hidden, groupId }
}

describe('listStores', () => {
  it('lists public stores of a seller, newest first, with what they offer', async () => {
    const { seller, open, ofGroup, world, groupId } = await aTrade()
    const listingId = await aListing(app, seller)
    await db.storeListing.create({ data: { storeId: open, listingId, position: 0 } })
    const stores = await stranger.api.call('listStores', { query: { sellerId: seller.id } })
    expect(stores).toMatchObject([
      { id: ofGroup, storeId: ofGroup, storeType: 'group', groupId, storeContext: { id: groupId } },
      { id: open, storeType: 'world', worldId: world, storeContext: { id: world }, listingIds: [listingId] },
    ])
    for (const store of stores)
      expect(store).toEqual(await stranger.api.call('getStore', { query: { storeId: store.id } }))
  })

  it('lists drafts too from the point of view of the seller, for the seller and admins alone', async () => {
    const { seller, open, draft, ofGroup } = await aTrade()
    const query = { sellerId: seller.id, managementPov: 'true' }
    const idsFor = async (person: TestUser, given: object) =>
      (await person.api.call('listStores', { query: given })).map(({ id }) => id)
    expect(await idsFor(seller, query)).toEqual([ofGroup, draft, open])
    expect(await idsFor(seller, { managementPov: 'true' })).toEqual([ofGroup, draft, open])
    expect(await idsFor(seller, { managementPov: 'true', n: '1', offset: '1' })).toEqual([draft])
    expect(await idsFor(admin, query)).toEqual([ofGroup, draft, open])
    expect(await idsFor(seller, { sellerId: seller.id })).toEqual([ofGroup, open])
    expect(await stranger.api.try('listStores', { query })).toMatchObject(refusal(403, 'User ID must be your own.'))
  })

  it('lists those of all sellers without one, and nothing of others as the own', async () => {
    const { open } = await aTrade()
    const all = await stranger.api.call('listStores', { query: { n: '100' } })
    expect(all.map(({ id }) => id)).toContain(open)
    expect(await stranger.api.call('listStores', { query: { managementPov: 'true' } })).toEqual([])
  })
})
