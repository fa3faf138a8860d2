import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { WorldId } from '../../src/kernel/ids.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { befriend } from '../support/friends.ts'
import { aGraphClient } from '../support/graphClient.ts'
import type { SocketMessage } from '../support/graphSocket.ts'
import { aSubscription, payloadsOf, subscriptionErrors } from '../support/graphSubscriptions.ts'
import { createInstanceAs, enterAs, leaveAs, splitLocation } from '../support/instances.ts'
import { aPipelineSocket } from '../support/pipelineSocket.ts'
import { anAdmin, aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

let app: TestApp
let host: TestUser
let worldId: WorldId
beforeAll(async () => {
  app = await sharedApp()
  host = await aUser(app)
  worldId = await aWorld(app, host)
})

const setStatus = (person: TestUser, status: string) =>
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
  test('friend-location: the location that a friend enters, and that the friend has left', async () => {
    const { ada, bob } = await twoFriends()
    const connection = await aPipelineSocket(app, ada)
    const { location } = await createInstanceAs(host, worldId)
    await enterAs(app, bob, location)
    const { instanceId } = splitLocation(location)
    expect(await connection.nextContent('friend-location')).toEqual({
      userId: bob.id,
      location,
      worldId,
      travelingToLocation: '',
      canRequestInvite: false,
      user: expect.objectContaining({ id: bob.id, location, worldId, instanceId, isFriend: true }),
    })
    await leaveAs(app, bob)
    expect(await connection.nextContent('friend-location', 2)).toMatchObject({ userId: bob.id, location: 'private' })
    await connection.close()
  })

  test('friend-location: private for a private instance, with canRequestInvite where it is invite+', async () => {
    const { ada, bob } = await twoFriends()
    const connection = await aPipelineSocket(app, ada)
    const { location } = await createInstanceAs(bob, worldId, { type: 'private', canRequestInvite: true })
    await enterAs(app, bob, location)
    expect(await connection.nextContent('friend-location')).toMatchObject({
      userId: bob.id,
      location: 'private',
      worldId: 'private',
      canRequestInvite: true,
    })
    expect(connection.raw.join()).not.toContain(location)
    await connection.close()
  })

  test('friend-location: when a friend starts and stops sharing the location', async () => {
    const { ada, bob } = await twoFriends()
    const { location } = await createInstanceAs(host, worldId)
    await enterAs(app, bob, location)
    const connection = await aPipelineSocket(app, ada)
    await setStatus(bob, 'busy')
    expect(await connection.nextContent('friend-location')).toMatchObject({
      location: 'private',
      canRequestInvite: false,
    })
    await setStatus(bob, 'join me')
    expect(await connection.nextContent('friend-location', 2)).toMatchObject({ location })
    await connection.close()
  })

  test('friend-location: a busy friend is not asked for an invite, even to an invite+ instance', async () => {
    const { ada, bob } = await twoFriends()
    const connection = await aPipelineSocket(app, ada)
    const { location } = await createInstanceAs(bob, worldId, { type: 'private', canRequestInvite: true })
    await enterAs(app, bob, location)
    expect(await connection.nextContent('friend-location')).toMatchObject({ canRequestInvite: true })
    await setStatus(bob, 'busy')
    expect(await connection.nextContent('friend-location', 2)).toMatchObject({
      location: 'private',
      canRequestInvite: false,
    })
    await connection.close()
  })

  test('friend-location: nothing about strangers, nor about users who appear offline to all', async () => {
    const { ada, bob } = await twoFriends()
    const stranger = await aUser(app)
    const connection = await aPipelineSocket(app, ada)
    const { location } = await createInstanceAs(host, worldId)
    await setStatus(bob, 'offline')
    await enterAs(app, stranger, location)
    await enterAs(app, bob, location)
    const own = await createInstanceAs(host, worldId)
    await enterAs(app, ada, own.location)
    await connection.nextContent('user-location')
    expect(connection.framesOfType('friend-location')).toEqual([])
    expect(connection.raw.join()).not.toContain(location)
    await connection.close()
  })

  test('friend-online: with the location', async () => {
    const { ada, bob } = await twoFriends()
    const { location } = await createInstanceAs(host, worldId)
    await setStatus(bob, 'offline')
    await enterAs(app, bob, location)
    const connection = await aPipelineSocket(app, ada)
    await setStatus(bob, 'active')
    expect(await connection.nextContent('friend-online')).toMatchObject({
      userId: bob.id,
      location,
      worldId,
      travelingToLocation: '',
      canRequestInvite: false,
    })
    await connection.close()
  })

  test('user-location: one’s own moves, with the real location', async () => {
    const ada = await aUser(app)
    const connection = await aPipelineSocket(app, ada)
    const { location } = await createInstanceAs(ada, worldId, { type: 'private' })
    const { instanceId } = splitLocation(location)
    await enterAs(app, ada, location)
    expect(await connection.nextContent('user-location')).toMatchObject({
      userId: ada.id,
      location,
      instance: instanceId,
      worldId,
      travelingToLocation: '',
      user: { id: ada.id },
    })
    await leaveAs(app, ada)
    expect(await connection.nextContent('user-location', 2)).toMatchObject({ userId: ada.id, location: 'offline' })
    await connection.close()
  })

  test('instance-closed: to those inside and to its creator', async () => {
    const { ada, bob } = await twoFriends()
    const admin = await anAdmin(app)
    const { location } = await createInstanceAs(ada, worldId)
    await enterAs(app, bob, location)
    const [creator, inside] = [await aPipelineSocket(app, ada), await aPipelineSocket(app, bob)]
    await admin.api.call('closeInstance', splitLocation(location))
    expect(await creator.nextContent('instance-closed')).toEqual({ instanceLocation: location })
    expect(await inside.nextContent('instance-closed')).toEqual({ instanceLocation: location })
    await creator.close()
    await inside.close()
  })
})

const ACTIVITY = 'subscription { friendActivity { kind userId user { whereabouts { kind instanceId } } } }'
const moves = (messages: readonly SocketMessage[]) =>
  payloadsOf(messages, 'friendActivity').filter(({ kind }) => kind === 'LOCATION')

describe('friendActivity', () => {
  test('sends a friend’s location as far as friends may see it', async () => {
    const { ada, bob } = await twoFriends()
    const connection = await aSubscription(app, ada, ACTIVITY)
    const open = await createInstanceAs(host, worldId)
    const secret = await createInstanceAs(bob, worldId, { type: 'private' })
    await enterAs(app, bob, open.location)
    await connection.until((messages) => moves(messages).length === 1)
    await enterAs(app, bob, secret.location)
    await connection.until((messages) => moves(messages).length === 2)
    expect(moves(connection.messages)).toEqual([
      {
        kind: 'LOCATION',
        userId: bob.id,
        user: { whereabouts: { kind: 'IN_INSTANCE', instanceId: open.location } },
      },
      { kind: 'LOCATION', userId: bob.id, user: { whereabouts: { kind: 'PRIVATE', instanceId: null } } },
    ])
    connection.socket.close()
  })
})

const OCCUPANCY = `subscription Occupancy($worldId: ID!) {
  worldOccupancy(worldId: $worldId) {
    world { id occupantCount publicOccupantCount privateOccupantCount }
    instances { id occupantCount }
  }
}`
const counts = (messages: readonly SocketMessage[]) => payloadsOf(messages, 'worldOccupancy')
const occupantsIn = (payload: unknown) =>
  z.object({ world: z.object({ occupantCount: z.int() }) }).parse(payload).world.occupantCount

describe('worldOccupancy', () => {
  test('counts a world’s occupants, without naming private instances', async () => {
    const world = await aWorld(app, host)
    const [ada, bob, viewer] = [await aUser(app), await aUser(app), await aUser(app)]
    const open = await createInstanceAs(host, world)
    const secret = await createInstanceAs(bob, world, { type: 'private' })
    const connection = await aSubscription(app, viewer, OCCUPANCY, { worldId: world })
    await enterAs(app, ada, open.location)
    await connection.until((messages) => counts(messages).length === 1)
    await enterAs(app, bob, secret.location)
    await connection.until((messages) => counts(messages).length === 2)
    expect(counts(connection.messages)).toEqual([
      {
        world: { id: world, occupantCount: 1, publicOccupantCount: 1, privateOccupantCount: 0 },
        instances: [{ id: open.location, occupantCount: 1 }],
      },
      {
        world: { id: world, occupantCount: 2, publicOccupantCount: 1, privateOccupantCount: 1 },
        instances: [{ id: open.location, occupantCount: 1 }],
      },
    ])
    connection.socket.close()
  })

  test('batches many changes into few messages, the last with the final state', async () => {
    const world = await aWorld(app, host, { capacity: 40 })
    const people = await Promise.all(Array.from({ length: 12 }, () => aUser(app)))
    const { location } = await createInstanceAs(host, world)
    const connection = await aSubscription(app, people[0] ?? host, OCCUPANCY, { worldId: world })
    const began = performance.now()
    for (const person of people) await enterAs(app, person, location)
    await connection.until((messages) => occupantsIn(counts(messages).at(-1)) === people.length)
    const seconds = (performance.now() - began) / 1_000
    expect(counts(connection.messages).length).toBeLessThanOrEqual(Math.floor(seconds) + 2)
    connection.socket.close()
  })

  test('sends nothing about other worlds, and refuses worlds that the viewer can’t read', async () => {
    const [ada, viewer] = [await aUser(app), await aUser(app)]
    const [world, other] = [await aWorld(app, host), await aWorld(app, host)]
    const hidden = await aWorld(app, host, { releaseStatus: 'hidden' })
    const refused = await aSubscription(app, viewer, OCCUPANCY, { worldId: hidden })
    await refused.until((messages) => subscriptionErrors(messages).length > 0)
    expect(subscriptionErrors(refused.messages)).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    refused.socket.close()
    const { location } = await createInstanceAs(host, world)
    const connection = await aSubscription(app, viewer, OCCUPANCY, { worldId: world })
    await enterAs(app, ada, (await createInstanceAs(host, other)).location)
    await enterAs(app, ada, location)
    await connection.until((messages) => counts(messages).length === 1)
    expect(counts(connection.messages)).toMatchObject([{ world: { id: world, occupantCount: 1 } }])
    connection.socket.close()
  })
})

test('instanceChanged tells of an instance: who comes, who waits, its name, and that it is closed', async () => {
  const [owner, guest, viewer] = [await aUser(app), await aUser(app), await aUser(app)]
  const world = await aWorld(app, owner, { capacity: 1 })
  const { location } = await createInstanceAs(owner, world, { queueEnabled: true })
  const document = `subscription Changes($location: ID!) {
    instanceChanged(location: $location) { instance { displayName occupantCount queueSize isOpen } }
  }`
  const connection = await aSubscription(app, viewer, document, { location })
  const latest = () => payloadsOf(connection.messages, 'instanceChanged').at(-1)
  const becomes = (state: object) => connection.until(() => isDeepStrictEqual(latest(), { instance: state }))
  const state = { displayName: null, occupantCount: 1, queueSize: 0, isOpen: true }
  await enterAs(app, owner, location)
  await becomes(state)
  await enterAs(app, guest, location)
  await becomes({ ...state, queueSize: 1 })
  await aGraphClient(app, owner.api).send(
    `mutation { renameInstance(input: { location: "${location}", displayName: "Tea" }) { viewer { id } } }`,
  )
  await becomes({ ...state, displayName: 'Tea', queueSize: 1 })
  await owner.api.call('closeInstance', splitLocation(location))
  await becomes({ ...state, displayName: 'Tea', isOpen: false })
  connection.socket.close()
})

test('viewerChanged tells the viewer where they are', async () => {
  const person = await aUser(app)
  const subscription = await aSubscription(app, person, 'subscription { viewerChanged { id instance { id } } }')
  const { location } = await createInstanceAs(host, worldId)
  await enterAs(app, person, location)
  const isThere = ({ payload }: SocketMessage) =>
    JSON.stringify(payload ?? null).includes(splitLocation(location).instanceId)
  await subscription.until((messages) => messages.some(isThere))
  await leaveAs(app, person)
  const isNowhere = ({ payload }: SocketMessage) => JSON.stringify(payload ?? null).includes('"instance":null')
  await subscription.until((messages) => messages.some(isNowhere))
})
