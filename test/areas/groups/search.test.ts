import { beforeAll, describe, expect, it } from 'vitest'
import { hideGroup, showGroup } from '../../../src/areas/groups/group/update.ts'
import { transact } from '../../../src/kernel/transaction.ts'
import { anApp } from '../../support/app.ts'
import { countStatements } from '../../support/graphClient.ts'
import { aGroup, aMember, aSubscriber, type TestGroup } from '../../support/groups.ts'
import { viewerScopeOf } from '../../support/scopes.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await anApp()
let owner: TestUser
let viewer: TestUser
let mill: TestGroup
let mills: TestGroup
let bakery: TestGroup

beforeAll(async () => {
  owner = await aSubscriber(app)
  viewer = await aUser(app)
  mill = await aGroup(app, { name: 'Old mill', shortCode: 'MILL' }, owner)
  mills = await aGroup(app, { name: 'Mills and millers of the valley', shortCode: 'VALLEY' }, owner)
  bakery = await aGroup(app, { name: 'Bakery', shortCode: 'MILL' }, owner)
  await aMember(app, bakery)
  await aMember(app, bakery)
  await aMember(app, mills)
})

const search = async (query: object, person = viewer) =>
  (await person.api.call('searchGroups', { query })).map(({ id }) => id)
const strictly = async (query: string) =>
  (await viewer.api.call('strictSearchGroups', { query: { query } })).map(({ id }) => id)

describe('searchGroups', () => {
  it('finds a code first, the largest of one code, then similar names', async () => {
    expect(await search({ query: 'mill' })).toEqual([bakery.id, mill.id, mills.id])
  })

  it('finds a code with its number', async () => {
    const { discriminator } = await viewer.api.call('getGroup', { groupId: mill.id, query: {} })
    expect((await search({ query: `mill.${discriminator}` }))[0]).toBe(mill.id)
    expect(await search({ query: 'VALLEY.99999' })).toEqual([])
  })

  it('finds parts of names, and texts with wildcards only as such', async () => {
    expect(await search({ query: 'akery' })).toEqual([bakery.id])
    expect(await search({ query: 'ba' })).toEqual([bakery.id])
    expect(await search({ query: 'ak' })).toEqual([])
    expect(await search({ query: '%' })).toEqual([])
    expect(await search({ query: '_ld mill' })).not.toContain(mills.id)
    expect(await search({ query: 'windsurfing' })).toEqual([])
  })

  it('lists the largest without a text, in pages', async () => {
    const all = await search({})
    expect(all.slice(0, 2)).toEqual([bakery.id, mills.id])
    expect(await search({ query: ' ', n: '1', offset: '1' })).toEqual(all.slice(1, 2))
    expect(await search({ offset: '1000' })).toEqual([])
  })

  it('shows the status of the viewer', async () => {
    const [found] = await owner.api.call('searchGroups', { query: { query: 'Bakery' } })
    expect(found).toMatchObject({ id: bakery.id, membershipStatus: 'member', isSearchable: true, memberCount: 3 })
  })

  it('never finds private, hidden and deleted groups, even for members', async () => {
    const secret = await aGroup(app, { name: 'Zebra crossing', shortCode: 'ZEBRA', privacy: 'private' }, owner)
    const other = await aSubscriber(app)
    const hidden = await aGroup(app, { name: 'Zebra herd', shortCode: 'ZEBRA' }, other)
    const deleted = await aGroup(app, { name: 'Zebra foals', shortCode: 'ZEBRA' }, other)
    expect(await search({ query: 'zebra' }, other)).toHaveLength(2)
    await transact(viewerScopeOf(app, other), (tx) => hideGroup(tx, hidden.id))
    await other.api.call('deleteGroup', { groupId: deleted.id, query: {} })
    for (const person of [owner, other, viewer]) {
      expect(await search({ query: 'zebra' }, person)).toEqual([])
      expect(await search({}, person)).not.toContain(secret.id)
    }
    expect(await strictly('zebra')).toEqual([])
    await transact(viewerScopeOf(app, other), (tx) => showGroup(tx, hidden.id))
    expect(await search({ query: 'zebra' })).toEqual([hidden.id])
  })

  it('needs as many statements for many groups as for one', async () => {
    const one = await countStatements(app, () => search({ n: '1' }))
    expect(await countStatements(app, () => search({}))).toBe(one)
    const read = await countStatements(app, () => viewer.api.call('getGroup', { groupId: mill.id, query: {} }))
    expect(await countStatements(app, () => owner.api.call('getGroup', { groupId: bakery.id, query: {} }))).toBe(read)
  })
})

describe('strictSearchGroups', () => {
  it('finds equal codes and names only', async () => {
    expect(await strictly('mill')).toEqual([bakery.id, mill.id])
    expect(await strictly('old MILL ')).toEqual([mill.id])
    expect(await strictly('old mil')).toEqual([])
  })
})
