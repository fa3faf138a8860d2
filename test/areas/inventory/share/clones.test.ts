import { beforeEach, describe, expect, it } from 'vitest'
import { claimToken, readToken } from '../../../../src/areas/inventory/share/tokens.ts'
import { addMilliseconds, SECOND } from '../../../../src/kernel/clock.ts'
import { anApp, sharedApp, type TestApp } from '../../../support/app.ts'
import { runConcurrently } from '../../../support/concurrency.ts'
import { befriend } from '../../../support/friends.ts'
import { leaveAs } from '../../../support/instances.ts'
import { anItem, aTemplate, give, insertItems, together } from '../../../support/inventory.ts'
import { refusal } from '../../../support/refusals.ts'
import { viewerScopeOf } from '../../../support/scopes.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
})

const itemsOf = async ({ api }: TestUser) => (await api.call('getInventory')).data
const share = (from: TestUser, itemId: string, users: readonly string[], query: object = {}) =>
  from.api.try('shareInventoryItemDirect', { query: { itemId, ...query }, body: { itemId, users } })
const block = (one: TestUser, other: TestUser) =>
  one.api.call('moderateUser', { body: { moderated: other.id, type: 'block' } })
const notNear = refusal(400, /^users/)

describe('copies', () => {
  it('are given to friends and people in the same instance, and cannot be copied again', async () => {
    const neighbour = await aUser(app)
    await befriend(ada, grace)
    await together(app, ada, neighbour)
    const id = await anItem(app, ada)
    const answer = await share(ada, id, [grace.id, neighbour.id, grace.id], { duration: 60 })
    expect(answer).toMatchObject({ status: 200, body: { ok: 'ok' } })
    for (const person of [grace, neighbour]) {
      const [clone, ...rest] = await itemsOf(person)
      expect(rest).toEqual([])
      expect(clone?.flags).toEqual(['archivable', 'equippable', 'instantiatable', 'trashable'])
      expect(clone?.expiryDate).not.toBeNull()
    }
    const [clone] = await itemsOf(grace)
    expect(await share(grace, clone?.id ?? '', [ada.id])).toMatchObject(refusal(400, 'InventoryItem not cloneable'))
    const pedestal = await grace.api.try('shareInventoryItemPedestal', { query: { itemId: clone?.id ?? '' } })
    expect(pedestal).toMatchObject(refusal(400, 'InventoryItem not cloneable'))
    expect(await grace.api.call('getInventory', { query: { flags: 'cloneable' } })).toMatchObject({ totalCount: 0 })
    expect(await grace.api.call('getInventory', { query: { notFlags: 'trashable' } })).toMatchObject({ totalCount: 0 })
    expect(await itemsOf(ada)).toHaveLength(1)
  })

  it('are given to nobody else, and to all of the people or none', async () => {
    const id = await anItem(app, ada)
    await befriend(ada, grace)
    const stranger = await aUser(app)
    const unknown = 'usr_11111111-1111-4111-8111-111111111111'
    for (const users of [[], [stranger.id], [grace.id, stranger.id], [ada.id], [unknown], ['x']])
      expect(await share(ada, id, users), users.join()).toMatchObject(notNear)
    expect(
      await share(
        ada,
        id,
        Array.from({ length: 41 }, (_, at) => `usr_${at + 10}111111-1111-4111-8111-111111111111`),
      ),
    ).toMatchObject(notNear)
    const mixed = { query: { itemId: id }, body: { itemId: await anItem(app, ada), users: [grace.id] } }
    expect(await ada.api.try('shareInventoryItemDirect', mixed)).toMatchObject(refusal(400, /^itemId/))
    for (const duration of [29, 86_401, 'x'])
      expect(await share(ada, id, [grace.id], { duration })).toMatchObject(refusal(400, /^duration/))
    await block(grace, ada)
    expect(await share(ada, id, [grace.id])).toMatchObject(notNear)
    expect(await itemsOf(grace)).toEqual([])
  })
})

describe('copies of others', () => {
  const heldBy = ({ id: holderId }: TestUser) =>
    app.scope().db.inventoryItem.count({ where: { holderId, cloneOfId: { not: null } } })
  const setGiver = (holder: TestUser, source: string) =>
    app
      .scope()
      .db.inventoryItem.updateMany({ where: { holderId: holder.id, source: 'test' }, data: { cloneOfId: 'x', source } })

  it('take no more than a part of the room of people who did not ask', async () => {
    await befriend(ada, grace)
    const template = await aTemplate(app)
    const [mine, stacked] = [await anItem(app, ada), await anItem(app, ada, { quantifiable: true })]
    const other = await aUser(app)
    await befriend(other, grace)
    const others = await anItem(app, other)
    await insertItems(app, grace, template, 49)
    await setGiver(grace, `copy:${ada.id}`)
    for (const id of [mine, mine, stacked]) expect(await share(ada, id, [grace.id])).toMatchObject({ status: 200 })
    expect(await heldBy(grace)).toBe(50)
    expect(await share(other, others, [grace.id])).toMatchObject({ status: 200 })
    expect(await heldBy(grace)).toBe(51)
    await insertItems(app, grace, template, 948)
    await setGiver(grace, 'copy:many others')
    for (let time = 0; time < 2; time++) await share(other, others, [grace.id])
    expect(await heldBy(grace)).toBe(1_000)
    expect(await give(app, grace, template)).toHaveLength(1)
  })
})

interface Offer {
  readonly server: TestApp
  readonly host: TestUser
  readonly guest: TestUser
  readonly token: string
  readonly itemId: string
}

/** A token of a host, who is in one instance with a guest. */
async function anOffer(kind: 'pedestal' | 'spawn', server = app, host = ada, guest = grace): Promise<Offer> {
  await together(server, host, guest)
  const itemId = await anItem(server, host)
  const query = { itemId, duration: '60' }
  const { token, version } =
    kind === 'pedestal'
      ? await host.api.call('shareInventoryItemPedestal', { query })
      : await host.api.call('spawnInventoryItem', { query: { id: itemId } })
  expect(version).toBe(1)
  return { server, host, guest, token, itemId }
}

const claim = ({ server, guest, token }: Offer) => claimToken(viewerScopeOf(server, guest), token)
const seen = ({ server, guest, token }: Offer) => readToken(viewerScopeOf(server, guest), token)
const dead = { kind: 'invalid', reason: 'unknown_reference' }

describe('the token of a pedestal', () => {
  it('gives each person in the instance one copy', async () => {
    const offer = await anOffer('pedestal')
    const results = await runConcurrently(app, 10, () => claim(offer).catch(({ reason }) => reason))
    expect(results.filter((result) => result === 'already_exists')).toHaveLength(9)
    expect(await itemsOf(grace)).toHaveLength(1)
    await expect(claimToken(viewerScopeOf(app, ada), offer.token)).rejects.toMatchObject({ reason: 'self_target' })
  })

  it('is dead after its holder or the viewer has left, across a block, and altered', async () => {
    const offer = await anOffer('pedestal')
    const outsider = await aUser(app)
    await expect(claim({ ...offer, guest: outsider })).rejects.toMatchObject(dead)
    await expect(claim({ ...offer, token: `${offer.token}x` })).rejects.toMatchObject(dead)
    await expect(claim({ ...offer, token: 'a.b.c' })).rejects.toMatchObject(dead)
    await block(grace, ada)
    await expect(claim(offer)).rejects.toMatchObject(dead)
    await grace.api.call('unmoderateUser', { body: { moderated: ada.id, type: 'block' } })
    expect(await seen(offer)).toMatchObject({ kind: 'pedestal' })
    await leaveAs(app, ada)
    expect(await seen(offer)).toBeNull()
    await expect(claim(offer)).rejects.toMatchObject(dead)
    await together(app, ada, grace)
    expect(await seen(offer)).toBeNull()
    const homeless = await aUser(app)
    const query = { itemId: await anItem(app, homeless) }
    expect(await homeless.api.try('shareInventoryItemPedestal', { query })).toMatchObject(
      refusal(400, 'You are in no instance'),
    )
  })

  it('is dead when its item is gone', async () => {
    const offer = await anOffer('pedestal')
    await ada.api.call('deleteOwnInventoryItem', { inventoryItemId: offer.itemId })
    await expect(claim(offer)).rejects.toMatchObject(dead)
  })
})

describe('the token of a shown item', () => {
  it('lets people in the instance read the item, and gives no copy', async () => {
    const offer = await anOffer('spawn')
    const { itemId, token } = offer
    const read = (query: object) =>
      grace.api.try('getUserInventoryItem', { userId: ada.id, inventoryItemId: itemId, query })
    expect((await read({})).status).toBe(404)
    expect((await read({ token: 'x' })).status).toBe(404)
    expect(await read({ token })).toMatchObject({ status: 200, body: { id: itemId } })
    await expect(claim(offer)).rejects.toMatchObject(dead)
    await leaveAs(app, ada)
    expect((await read({ token })).status).toBe(404)
  })

  it('lives for 90 seconds to the millisecond', async () => {
    let now = new Date()
    const timed = await anApp({}, { clock: { now: () => now } })
    const offer = await anOffer('spawn', timed, await aUser(timed), await aUser(timed))
    const end = addMilliseconds(now, 90 * SECOND)
    now = addMilliseconds(end, -1)
    expect(await seen(offer)).toMatchObject({ kind: 'spawn', expiresAt: end })
    now = end
    expect(await seen(offer)).toBeNull()
  })
})
