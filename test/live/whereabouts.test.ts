import { beforeAll, describe, expect, test } from 'vitest'
import type { WorldId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { befriend } from '../support/friends.ts'
import { enter, leave, made, partsOf } from '../support/instances.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import type { Message } from '../support/socket.ts'
import { aWorld } from '../support/worlds.ts'
import { aFollower, errorsIn, told } from './followers.ts'
import { aPipeline } from './pipeline.ts'

let app: TestApp
let host: Person
let worldId: WorldId
beforeAll(async () => {
  app = await anApp()
  host = await aUser(app)
  worldId = await aWorld(app, host)
})

const setStatus = (person: Person, status: string) =>
  person.api.fetch(`/api/1/users/${person.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  })

async function twoFriends() {
  const [ada, bob] = [await aUser(app), await aUser(app)]
  await befriend(ada, bob)
  return { ada, bob }
}

describe('the legacy websocket', () => {
  test('friend-location: where a friend goes, and that the friend has left', async () => {
    const { ada, bob } = await twoFriends()
    const line = await aPipeline(app, ada)
    const { location } = await made(host, worldId)
    await enter(app, bob, location)
    const { instanceId } = partsOf(location)
    expect(await line.next('friend-location')).toEqual({
      userId: bob.id,
      location,
      worldId,
      travelingToLocation: '',
      canRequestInvite: false,
      user: expect.objectContaining({ id: bob.id, location, worldId, instanceId, isFriend: true }),
    })
    await leave(app, bob)
    expect(await line.next('friend-location', 2)).toMatchObject({ userId: bob.id, location: 'private' })
    await line.close()
  })

  test('friend-location: private for a private instance, with the leave to ask where it is invite+', async () => {
    const { ada, bob } = await twoFriends()
    const line = await aPipeline(app, ada)
    const { location } = await made(bob, worldId, { type: 'private', canRequestInvite: true })
    await enter(app, bob, location)
    expect(await line.next('friend-location')).toMatchObject({
      userId: bob.id,
      location: 'private',
      worldId: 'private',
      canRequestInvite: true,
    })
    expect(line.raw.join()).not.toContain(location)
    await line.close()
  })

  test('friend-location: when a friend begins to tell where they are, and ceases to', async () => {
    const { ada, bob } = await twoFriends()
    const { location } = await made(host, worldId)
    await enter(app, bob, location)
    const line = await aPipeline(app, ada)
    await setStatus(bob, 'busy')
    expect(await line.next('friend-location')).toMatchObject({ location: 'private', canRequestInvite: false })
    await setStatus(bob, 'join me')
    expect(await line.next('friend-location', 2)).toMatchObject({ location })
    await line.close()
  })

  test('friend-location: nothing of strangers, nor of who wants to be seen by nobody', async () => {
    const { ada, bob } = await twoFriends()
    const stranger = await aUser(app)
    const line = await aPipeline(app, ada)
    const { location } = await made(host, worldId)
    await setStatus(bob, 'offline')
    await enter(app, stranger, location)
    await enter(app, bob, location)
    const own = await made(host, worldId)
    await enter(app, ada, own.location)
    await line.next('user-location')
    expect(line.of('friend-location')).toEqual([])
    expect(line.raw.join()).not.toContain(location)
    await line.close()
  })

  test('friend-online: with the place', async () => {
    const { ada, bob } = await twoFriends()
    const { location } = await made(host, worldId)
    await setStatus(bob, 'offline')
    await enter(app, bob, location)
    const line = await aPipeline(app, ada)
    await setStatus(bob, 'active')
    expect(await line.next('friend-online')).toMatchObject({
      userId: bob.id,
      location,
      worldId,
      travelingToLocation: '',
      canRequestInvite: false,
    })
    await line.close()
  })

  test('user-location: the own moves, the truth', async () => {
    const ada = await aUser(app)
    const line = await aPipeline(app, ada)
    const { location } = await made(ada, worldId, { type: 'private' })
    const { instanceId } = partsOf(location)
    await enter(app, ada, location)
    expect(await line.next('user-location')).toMatchObject({
      userId: ada.id,
      location,
      instance: instanceId,
      worldId,
      travelingToLocation: '',
      user: { id: ada.id },
    })
    await leave(app, ada)
    expect(await line.next('user-location', 2)).toMatchObject({ userId: ada.id, location: 'offline' })
    await line.close()
  })

  test('instance-closed: to those inside and to its creator', async () => {
    const { ada, bob } = await twoFriends()
    const admin = await anAdmin(app)
    const { location } = await made(ada, worldId)
    await enter(app, bob, location)
    const [creator, inside] = [await aPipeline(app, ada), await aPipeline(app, bob)]
    await admin.api.call('closeInstance', partsOf(location))
    expect(await creator.next('instance-closed')).toEqual({ instanceLocation: location })
    expect(await inside.next('instance-closed')).toEqual({ instanceLocation: location })
    await creator.close()
    await inside.close()
  })
})

const ACTIVITY = 'subscription { friendActivity { kind userId location } }'
const moves = (messages: readonly Message[]) =>
  told(messages, 'friendActivity').filter(({ kind }) => kind === 'LOCATION')

describe('friendActivity', () => {
  test('tells where a friend goes, as friends may know it', async () => {
    const { ada, bob } = await twoFriends()
    const line = await aFollower(app, ada, ACTIVITY)
    const open = await made(host, worldId)
    const secret = await made(bob, worldId, { type: 'private' })
    await enter(app, bob, open.location)
    await line.until((messages) => moves(messages).length === 1)
    await enter(app, bob, secret.location)
    await line.until((messages) => moves(messages).length === 2)
    expect(moves(line.messages)).toEqual([
      { kind: 'LOCATION', userId: bob.id, location: open.location },
      { kind: 'LOCATION', userId: bob.id, location: 'private' },
    ])
    line.socket.close()
  })
})

const OCCUPANCY = `subscription Occupancy($worldId: ID!) {
  worldOccupancy(worldId: $worldId) { worldId occupants publicOccupants privateOccupants instances { id occupants } }
}`
const counts = (messages: readonly Message[]) => told(messages, 'worldOccupancy')

describe('worldOccupancy', () => {
  test('tells who is in a world by numbers: of private instances not which', async () => {
    const world = await aWorld(app, host)
    const [ada, bob, viewer] = [await aUser(app), await aUser(app), await aUser(app)]
    const line = await aFollower(app, viewer, OCCUPANCY, { worldId: world })
    const open = await made(host, world)
    const secret = await made(bob, world, { type: 'private' })
    await enter(app, ada, open.location)
    await line.until((messages) => counts(messages).length === 1)
    await enter(app, bob, secret.location)
    await line.until((messages) => counts(messages).length === 2)
    expect(counts(line.messages)).toEqual([
      {
        worldId: world,
        occupants: 1,
        publicOccupants: 1,
        privateOccupants: 0,
        instances: [{ id: open.location, occupants: 1 }],
      },
      {
        worldId: world,
        occupants: 2,
        publicOccupants: 1,
        privateOccupants: 1,
        instances: [{ id: open.location, occupants: 1 }],
      },
    ])
    line.socket.close()
  })

  test('tells a crowd in a few messages, and the last says how it stands', async () => {
    const world = await aWorld(app, host, { capacity: 40 })
    const people = await Promise.all(Array.from({ length: 12 }, () => aUser(app)))
    const line = await aFollower(app, people[0] ?? host, OCCUPANCY, { worldId: world })
    const { location } = await made(host, world)
    const began = performance.now()
    for (const person of people) await enter(app, person, location)
    await line.until((messages) => counts(messages).at(-1)?.occupants === people.length)
    const seconds = (performance.now() - began) / 1_000
    expect(counts(line.messages).length).toBeLessThanOrEqual(Math.floor(seconds) + 2)
    line.socket.close()
  })

  test('tells nothing of other worlds, and is refused for a world that can not be read', async () => {
    const [ada, viewer] = [await aUser(app), await aUser(app)]
    const [world, other] = [await aWorld(app, host), await aWorld(app, host)]
    const hidden = await aWorld(app, host, { releaseStatus: 'hidden' })
    const refused = await aFollower(app, viewer, OCCUPANCY, { worldId: hidden })
    await refused.until((messages) => errorsIn(messages).length > 0)
    expect(errorsIn(refused.messages)).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    refused.socket.close()
    const line = await aFollower(app, viewer, OCCUPANCY, { worldId: world })
    await enter(app, ada, (await made(host, other)).location)
    await enter(app, ada, (await made(host, world)).location)
    await line.until((messages) => counts(messages).length === 1)
    expect(counts(line.messages)).toMatchObject([{ worldId: world, occupants: 1 }])
    line.socket.close()
  })
})
