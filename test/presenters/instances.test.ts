import { beforeAll, describe, expect, it } from 'vitest'
import { GroupInstance } from '../../src/contract/shapes/group.ts'
import { Instance, LimitedUserInstance } from '../../src/contract/shapes/instance.ts'
import { newId, type WorldId } from '../../src/kernel/ids.ts'
import { sharedApp } from '../support/app.ts'
import { befriend } from '../support/friends.ts'
import { aGroup } from '../support/groups.ts'
import { splitLocation } from '../support/instances.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'
import { expectDistinct, expectPresented, flagCombinations, moment } from './records.ts'
import { INSTANCE_ROW } from './rows.ts'
import { aUserRow, updateUserRow } from './userRows.ts'

const app = await sharedApp()
const { db } = app.scope()
let owner: TestUser
let creator: TestUser
let inside: TestUser
let worldId: WorldId
let location: string

async function createInstance(name: string, tags: string, row: object = {}): Promise<string> {
  const instanceId = `${name}${tags}`
  const named = { location: `${worldId}:${instanceId}`, worldId, instanceId, name, type: 'private', region: 'jp' }
  const names = { shortName: `short-${name}`, secureName: `secure-${name}` }
  await db.instance.create({ data: { ...named, ...names, creatorId: creator.id, ...INSTANCE_ROW, ...row } })
  return named.location
}

const enter = (userId: string, platform: string, day: number) =>
  db.occupant.create({ data: { userId, location, platform, joinedAt: moment(day) } })

beforeAll(async () => {
  ;[owner, creator, inside] = [await aUser(app), await aUser(app), await aUser(app)]
  await befriend(creator, inside)
  await db.user.updateMany({ where: { id: { in: [owner.id, creator.id] } }, data: { ageVerified: true } })
  worldId = await aWorld(app, owner)
  location = await createInstance('12345', `~private(${owner.id})~canRequestInvite~ageGate~strict~region(jp)`)
  await enter(inside.id, 'android', 1)
  for (const [day, platform] of ['android', 'android', 'ios', 'ios', 'standalonewindows'].entries())
    await enter((await aUser(app)).id, platform, day + 2)
  // An occupant may see the instance.
  await enter(creator.id, 'web', 9)
})

it('a row of an instance has a different value in each column', () => {
  expectDistinct(INSTANCE_ROW)
})

const seenBy = ({ api }: TestUser) => api.call('getInstance', splitLocation(location))

const FLAGS = flagCombinations('hardClose', 'queueEnabled', 'playerPersistenceEnabled', 'instancePersistenceEnabled')

describe('instanceWire', () => {
  it.each(FLAGS)('maps every column with %j', async (flags) => {
    await db.instance.update({ where: { location }, data: flags })
    const sources = { owner, creator, location, worldId, INSTANCE_ROW }
    const { world, secureName, ...told } = await seenBy(owner)
    expect(secureName).toMatch(/^[0-9a-f]{16}$/)
    expect(world).toEqual(await owner.api.call('getWorld', { worldId }))
    expectPresented({ ...told, world: {}, secureName: 'hexadecimal' }, Instance, sources)
    const { users = [], ...record } = await seenBy(creator)
    expectPresented({ ...record, world: {}, secureName: 'hexadecimal', users: [] }, Instance, sources)
    expect(users.map(({ id }) => id)).toContain(inside.id)
  })

  it.each(flagCombinations('ageVerified', 'allowAvatarCopying'))('contains the occupants with %j', async (flags) => {
    const row = aUserRow(inside.username)
    await updateUserRow(app, inside.id, { ...row, ...flags })
    const { users = [] } = await seenBy(creator)
    const key = { userId: creator.id, friendId: inside.id }
    const friendship = await db.friendship.findUniqueOrThrow({ where: { userId_friendId: key } })
    expectPresented(users[0], LimitedUserInstance, { inside, row, friendship })
  })

  it.each(['hidden', 'friends'])('repeats the owner in the field %s', async (type) => {
    const place = await createInstance(`1${type}`, `~${type}(${owner.id})~region(us)`, { type })
    const record = await owner.api.call('getInstance', splitLocation(place))
    expect(record).toMatchObject({ type, ownerId: owner.id, [type]: owner.id, region: 'us', canRequestInvite: false })
    expect(record).not.toHaveProperty('private')
  })

  it('contains the access type of a group', async () => {
    const group = newId('group', new Date())
    const tags = `~group(${group})~groupAccessType(plus)~inviteOnly~region(eu)`
    const place = await createInstance('1group', tags, { type: 'group' })
    const record = await (await anAdmin(app)).api.call('getInstance', splitLocation(place))
    expect(record).toMatchObject({ type: 'group', ownerId: group, groupAccessType: 'plus', roleRestricted: true })
  })

  it('reports a full instance', async () => {
    await db.instance.update({ where: { location }, data: { capacity: 7 } })
    expect(await seenBy(owner)).toMatchObject({ full: true, hasCapacityForYou: false, capacity: 7 })
    await db.instance.update({ where: { location }, data: { capacity: INSTANCE_ROW.capacity } })
  })

  it('describes an instance that does not exist yet', async () => {
    const place = { worldId, instanceId: '54321' }
    const world = await owner.api.call('getWorld', { worldId })
    expect(await owner.api.call('getInstance', place)).toMatchObject({
      ...{ active: true, closedAt: null, hardClose: null, displayName: null, shortName: null, queueEnabled: false },
      ...{ capacity: world.capacity, recommendedCapacity: world.recommendedCapacity, n_users: 0, ownerId: null },
      ...{ ageGate: null, canRequestInvite: false, strict: false, region: 'us', photonRegion: 'us', type: 'public' },
    })
  })
})

describe('shortNameWire', () => {
  it('contains both names', async () => {
    const { secureName } = await seenBy(owner)
    expect(await owner.api.call('getShortName', splitLocation(location))).toEqual({
      secureName,
      shortName: 'short-12345',
    })
  })
})

describe('groupInstanceWire', () => {
  it('contains the place, the number of occupants and the world', async () => {
    const group = await aGroup(app)
    const instanceId = `77777~group(${group.id})~groupAccessType(public)~region(us)`
    const named = {
      worldId,
      instanceId,
      location: `${worldId}:${instanceId}`,
      name: '77777',
      type: 'group',
      region: 'us',
    }
    const names = { shortName: 'short-77777', secureName: 'secure-77777', ownerId: group.id, groupAccessType: 'public' }
    const sizes = { creatorId: group.owner.id, capacity: 31, recommendedCapacity: 32, createdAt: moment(1) }
    await db.instance.create({ data: { ...named, ...names, ...sizes } })
    const { id: userId } = await aUser(app)
    await db.occupant.create({ data: { userId, location: named.location, platform: 'android', joinedAt: moment(2) } })
    const [record] = await group.owner.api.call('getGroupInstances', { groupId: group.id })
    expectPresented({ ...record, world: {} }, GroupInstance, { named })
    expect(record?.world).toMatchObject({ id: worldId })
  })
})
