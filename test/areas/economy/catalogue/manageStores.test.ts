import { describe, expect, it } from 'vitest'
import { HOUSE_STORE_ID } from '../../../../src/areas/economy/seed.ts'
import { newId } from '../../../../src/kernel/ids.ts'
import { sharedApp } from '../../../support/app.ts'
import { createdListing, graphIdOf } from '../../../support/catalogue.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { aListing, aSeller, letSell } from '../../../support/economy.ts'
import { favoriteAs } from '../../../support/favorites.ts'
import { aGroup, subscribe } from '../../../support/groups.ts'
import { mutate, query, refusedMutation } from '../../../support/jams.ts'
import { anAdmin, aUser, type TestUser } from '../../../support/users.ts'
import { aWorld } from '../../../support/worlds.ts'

const app = await sharedApp()
const [seller, admin, stranger] = [await aSeller(app), await anAdmin(app), await aUser(app)]

/** A group whose owner sells. */
async function aSellingGroup(owner?: TestUser) {
  const group = await aGroup(app, {}, owner)
  await letSell(app, group.owner)
  return group
}

async function createdStore(person: TestUser, given: object): Promise<string> {
  const { payload, error } = await mutate(app, person, 'createStore { store { id } }', {
    displayName: 'Shop',
    ...given,
  })
  if (error) throw new Error(error.message)
  return Object(payload?.store).id
}

describe('createStore', () => {
  it('makes the store of a group, of which its record knows while it is public', async () => {
    const { id: groupId, owner } = await aSellingGroup()
    const [active, draft] = [graphIdOf(await aListing(app, owner)), await createdListing(app, owner)]
    const given = { displayName: ' Shop ', description: 'All.', tags: ['a'], groupId, listingIds: [draft, active] }
    const selection = `store { id type status displayName description tags group { id } world { id } seller { id }
      listings { nodes { id } totalCount } shelves { id } viewerCanUpdate viewerCanUpdateShelves }`
    const { payload } = await mutate(app, owner, `createStore { ${selection} }`, given)
    const storeId = Object(payload?.store).id
    expect(payload).toEqual({
      store: {
        ...{ id: expect.stringMatching(/^esto_/), type: 'GROUP', status: 'DRAFT', displayName: 'Shop' },
        ...{ description: 'All.', tags: ['a'], group: { id: groupId }, world: null, seller: { id: owner.id } },
        ...{ listings: { nodes: [{ id: draft }, { id: active }], totalCount: 2 }, shelves: [] },
        ...{ viewerCanUpdate: true, viewerCanUpdateShelves: false },
      },
    })
    const ofGroup = async (person: TestUser) => {
      const { storeId: id } = await person.api.call('getGroup', { groupId, query: {} })
      const { group } = await query(app, person, 'query($id: ID!) { group(id: $id) { storeId store { id } } }', {
        id: groupId,
      })
      return [id, group.storeId, group.store]
    }
    expect(await ofGroup(owner)).toEqual([undefined, null, { id: storeId }])
    expect(await ofGroup(stranger)).toEqual([undefined, null, null])
    await mutate(app, owner, 'updateStore', { storeId, status: 'PUBLIC' })
    expect(await ofGroup(stranger)).toEqual([storeId, storeId, { id: storeId }])
    await mutate(app, owner, 'updateStore', { storeId, status: 'PREVIEW' })
    expect(await ofGroup(stranger)).toEqual([undefined, null, null])
  })

  it('makes the store of a world', async () => {
    const worldId = await aWorld(app, seller)
    const storeId = await createdStore(seller, { worldId, status: 'PUBLIC' })
    const found = await query(app, stranger, 'query($id: ID!) { world(id: $id) { store { id type world { id } } } }', {
      id: worldId,
    })
    expect(found.world.store).toEqual({ id: storeId, type: 'WORLD', world: { id: worldId } })
    const { name, imageUrl } = await app.scope().db.world.findUniqueOrThrow({ where: { id: worldId } })
    expect(await stranger.api.call('getStore', { query: { storeId } })).toMatchObject({
      ...{ storeType: 'world', worldId, storeContext: { id: worldId, name, imageUrl }, listingIds: [] },
    })
  })

  it('lets records of a world name its store while that is public', async () => {
    const worldId = await aWorld(app, seller)
    const storeId = await createdStore(seller, { worldId })
    await favoriteAs(stranger, 'world', worldId, 'worlds1')
    const expectNamed = async (expected: string | undefined) => {
      for (const { api } of [seller, stranger]) {
        const listed = await api.call('searchWorlds', { query: { userId: seller.id } })
        const found = [await api.call('getWorld', { worldId }), ...listed.filter(({ id }) => id === worldId)]
        expect(found.map((world) => world.storeId)).toEqual([expected, expected])
      }
      const favorites = await stranger.api.call('getFavoritedWorlds')
      expect(favorites).toMatchObject([{ id: worldId }])
      expect(favorites[0]).not.toHaveProperty('storeId')
    }
    await expectNamed(undefined)
    for (const [status, expected] of Object.entries({ PUBLIC: storeId, PREVIEW: undefined, DRAFT: undefined })) {
      await mutate(app, seller, 'updateStore', { storeId, status: 'PUBLIC' })
      await expectNamed(storeId)
      await mutate(app, seller, 'updateStore', { storeId, status })
      await expectNamed(expected)
    }
  })

  it('lets the record of a deleted world name none', async () => {
    const worldId = await aWorld(app, seller)
    const storeId = await createdStore(seller, { worldId, status: 'PUBLIC' })
    const nameOfStore = async () => (await admin.api.call('getWorld', { worldId })).storeId
    expect(await nameOfStore()).toBe(storeId)
    await seller.api.call('deleteWorld', { worldId })
    expect(await nameOfStore()).toBeUndefined()
    await mutate(app, seller, 'updateStore', { storeId, status: 'DRAFT' })
    await mutate(app, seller, 'updateStore', { storeId, status: 'PUBLIC' })
    expect(await nameOfStore()).toBeUndefined()
  })

  it('makes one a group and one a world, also at once', async () => {
    const { id: groupId, owner } = await aSellingGroup()
    const reasons = await runConcurrently(app, 5, async () => {
      const { error } = await mutate(app, owner, 'createStore', { displayName: 'Shop', groupId })
      return error?.extensions.reason
    })
    expect(reasons.filter((reason) => reason === undefined)).toHaveLength(1)
    expect(reasons.filter((reason) => reason === 'ALREADY_EXISTS')).toHaveLength(4)
  })

  it('needs a group or world of the own, one of both', async () => {
    const [group, worldId] = [await aGroup(app), await aWorld(app, stranger)]
    const refused = (given: object) => refusedMutation(app, seller, 'createStore', { displayName: 'x', ...given })
    expect(await refused({})).toMatchObject({ reason: 'WRONG_COMBINATION', fields: ['groupId'] })
    expect(await refused({ groupId: group.id })).toMatchObject({ reason: 'UNKNOWN_REFERENCE', fields: ['groupId'] })
    expect(await refused({ worldId })).toMatchObject({ reason: 'UNKNOWN_REFERENCE', fields: ['worldId'] })
    await subscribe(app, seller)
    const own = { groupId: (await aSellingGroup(seller)).id, worldId: await aWorld(app, seller) }
    expect(await refused(own)).toMatchObject({ reason: 'WRONG_COMBINATION', fields: ['groupId'] })
    const world = await aWorld(app, stranger)
    expect(await refusedMutation(app, stranger, 'createStore', { displayName: 'x', worldId: world })).toMatchObject({
      ...{ code: 'FORBIDDEN', reason: 'SELLER_ONLY' },
    })
  })

  it('offers listings of the seller alone', async () => {
    const worldId = await aWorld(app, seller)
    const others = graphIdOf(await aListing(app, await aSeller(app)))
    const archived = graphIdOf(await aListing(app, seller, { state: 'archived' }))
    const own = graphIdOf(await aListing(app, seller))
    const refused = (listingIds: readonly string[]) =>
      refusedMutation(app, seller, 'createStore', { displayName: '', worldId, listingIds })
    for (const id of [others, archived])
      expect(await refused([own, id])).toMatchObject({ fields: ['displayName', 'listingIds.1'] })
    expect(await refused([own, own])).toMatchObject({ fields: ['displayName', 'listingIds.1'] })
    const entries = Array.from({ length: 50 }, (_, index) => `listingIds.${index}`)
    const many = Array.from({ length: 101 }, () => newId('listing', new Date()))
    expect(await refused(many)).toMatchObject({ fields: ['displayName', 'listingIds', ...entries] })
  })
})

describe('updateStore', () => {
  it('changes what is given and keeps the rest', async () => {
    const worldId = await aWorld(app, seller)
    const [first, second] = [graphIdOf(await aListing(app, seller)), graphIdOf(await aListing(app, seller))]
    const storeId = await createdStore(seller, {
      worldId,
      description: 'All.',
      tags: ['a'],
      listingIds: [first, second],
    })
    const update = (given: object) =>
      mutate(app, seller, 'updateStore { store { displayName description tags status listings { nodes { id } } } }', {
        storeId,
        ...given,
      })
    expect((await update({ displayName: 'Kiosk', tags: [] })).payload).toEqual({
      store: {
        ...{ displayName: 'Kiosk', description: 'All.', tags: [], status: 'DRAFT' },
        listings: { nodes: [{ id: first }, { id: second }] },
      },
    })
    expect((await update({ listingIds: [second], description: '' })).payload).toMatchObject({
      store: { description: null, listings: { nodes: [{ id: second }] } },
    })
  })

  it('is for the seller and admins, who also change the store of the platform', async () => {
    const storeId = await createdStore(seller, { worldId: await aWorld(app, seller) })
    const change = { storeId, displayName: 'Kiosk' }
    expect(await refusedMutation(app, stranger, 'updateStore', change)).toMatchObject({ reason: 'SELLER_ONLY' })
    expect(await refusedMutation(app, await aSeller(app), 'updateStore', change)).toEqual({
      ...{ code: 'NOT_FOUND', reason: 'STORE_NOT_FOUND', fields: [] },
    })
    expect((await mutate(app, admin, 'updateStore { store { displayName } }', change)).payload).toEqual({
      store: { displayName: 'Kiosk' },
    })
    expect(await app.scope().db.auditEntry.findMany({ where: { subjectId: storeId } })).toMatchObject([
      { act: 'updateStore', actorId: admin.id },
    ])
    const house = { storeId: HOUSE_STORE_ID, description: 'What the platform sells.' }
    expect(await refusedMutation(app, seller, 'updateStore', house)).toMatchObject({ reason: 'STORE_NOT_FOUND' })
    expect((await mutate(app, admin, 'updateStore', house)).error).toBeUndefined()
    const listed = { ...house, listingIds: [graphIdOf(await aListing(app, seller))] }
    expect(await refusedMutation(app, admin, 'updateStore', listed)).toMatchObject({ reason: 'WRONG_COMBINATION' })
  })

  it('is no more for a seller whose group belongs to somebody else', async () => {
    const { id: groupId, owner } = await aSellingGroup()
    const storeId = await createdStore(owner, { groupId })
    await app.scope().db.group.update({ where: { id: groupId }, data: { ownerId: stranger.id } })
    expect(await refusedMutation(app, owner, 'updateStore', { storeId, displayName: 'x' })).toMatchObject({
      reason: 'STORE_NOT_FOUND',
    })
  })
})
