import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { userChanged, whereaboutsChanged } from '../../../src/areas/accounts/events.ts'
import { friendFrames } from '../../../src/areas/friends/frames.ts'
import { readFriendSnapshots } from '../../../src/areas/friends/snapshots.ts'
import { PROFILE_CHANGE_LIMIT } from '../../../src/areas/users/profile/tags.ts'
import type { WorldId } from '../../../src/kernel/ids.ts'
import { presenceChanged } from '../../../src/kernel/presence.ts'
import { graphql } from '../../generated/index.ts'
import { sharedClockApp } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { befriend, seeOnClient } from '../../support/friends.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { createInstanceAs, enterAs, leaveAs, splitLocation } from '../../support/instances.ts'
import { aNotification } from '../../support/notifications.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedClockApp()
const TYPES = ['public', 'hidden', 'friends', 'private'] as const
const STATUSES = ['active', 'join me', 'ask me', 'busy', 'offline'] as const
type Type = (typeof TYPES)[number]
type Status = (typeof STATUSES)[number]
type Viewer = 'oneself' | 'friend' | 'friend of a friend' | 'stranger'

let mover: TestUser
let host: TestUser
let worldId: WorldId
const viewers: Partial<Record<Viewer, TestUser>> = {}
const locations: Partial<Record<Type, string>> = {}

beforeAll(async () => {
  ;[mover, host] = [await aUser(app), await aUser(app)]
  const [friend, second, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
  await befriend(mover, host)
  await befriend(mover, friend)
  await befriend(friend, second)
  Object.assign(viewers, { oneself: mover, friend, 'friend of a friend': second, stranger })
  worldId = await aWorld(app, host)
  for (const type of TYPES) locations[type] = (await createInstanceAs(host, worldId, { type })).location
  const details = { worldId: locations.private ?? '', worldName: 'World' }
  await aNotification(app, mover.id, { type: 'invite', senderId: host.id, details })
})

const Doors = graphql(`
  query Whereabouts($id: ID!, $world: ID!, $search: String!) {
    user(id: $id) { whereabouts { kind instanceId instance { id } } }
    users(filter: { search: $search }) { nodes { id whereabouts { kind instanceId instance { id } } } }
    world(id: $world) { instances { nodes { id occupantCount friends { nodes { id } } } } friends { nodes { id } } }
    viewer { friends { nodes { id whereabouts { kind instanceId instance { id } } } } }
  }
`)

/** Location that a viewer is expected to see. */
function expected(viewer: Viewer, type: Type, status: Status): string {
  const location = locations[type] ?? ''
  if (viewer === 'oneself') return location
  if (viewer !== 'friend' || status === 'offline') return 'offline'
  return type !== 'private' && (status === 'active' || status === 'join me') ? location : 'private'
}

const isPlace = (location: string) => location.startsWith('wrld_')

/** Whereabouts in the graph for a location by REST. */
function whereaboutsAt(location: string) {
  if (isPlace(location)) return { kind: 'IN_INSTANCE', instanceId: location, instance: { id: location } }
  return { kind: location.toUpperCase(), instanceId: null, instance: null }
}

async function toldByRest(viewer: TestUser): Promise<readonly string[]> {
  const { location } = await viewer.api.call('getUser', { userId: mover.id })
  const lists = [
    await viewer.api.call('getFriends'),
    await viewer.api.call('getFriends', { query: { offline: 'true' } }),
  ].flat()
  return [location, ...lists.filter(({ id }) => id === mover.id).map((friend) => friend.location)]
}

/** All answers that a viewer can get, as one text, in which a hidden location must not occur. */
async function allAnswers(viewer: TestUser): Promise<string> {
  const answers = [
    await viewer.api.call('getUser', { userId: mover.id }),
    await viewer.api.call('searchUsers', { query: { search: mover.username } }),
    await viewer.api.call('getFriends'),
    await viewer.api.call('getFriends', { query: { offline: 'true' } }),
    await viewer.api.call('getMutualFriends', { userId: mover.id }),
    await viewer.api.call('getWorld', { worldId }),
    await aGraphClient(app, viewer.api).run(Doors, { id: mover.id, world: worldId, search: mover.username }),
  ]
  return JSON.stringify(answers)
}

async function toldByGraph(viewer: TestUser) {
  const asked = { id: mover.id, world: worldId, search: mover.username }
  const { user, users, viewer: own, world } = await aGraphClient(app, viewer.api).run(Doors, asked)
  const nodes = [...users.nodes, ...(own?.friends.nodes ?? [])].filter((node) => node.id === mover.id)
  const friendsInPlaces = [world, ...(world?.instances.nodes ?? [])].map((place) => place?.friends.nodes ?? [])
  return {
    whereabouts: [user, ...nodes].map((node) => node?.whereabouts),
    /** How often the person is among the friends in the world and in its instances. */
    timesInPlaces: friendsInPlaces.flat().filter(({ id }) => id === mover.id).length,
  }
}

/** Sets the status of the person, as often as wanted: the limit of profile changes gets its point back. */
async function setStatus(status: Status) {
  await mover.api.call('updateUser', { userId: mover.id, body: { status } })
  await app.scope().limits.refund(PROFILE_CHANGE_LIMIT, mover.id)
}

async function toldRightly(type: Type, status: Status, who: Viewer) {
  const viewer = viewers[who]
  const location = locations[type] ?? ''
  if (!viewer) throw new Error('nobody looks')
  await seeOnClient(mover)
  await setStatus(status)
  await enterAs(app, mover, location)
  const wanted = expected(who, type, status)
  expect(new Set(await toldByRest(viewer))).toEqual(new Set([wanted]))
  const { whereabouts, timesInPlaces } = await toldByGraph(viewer)
  expect(whereabouts.length).toBeGreaterThan(1)
  for (const one of whereabouts) expect(one).toEqual(whereaboutsAt(wanted))
  expect(timesInPlaces).toBe(who === 'friend' && isPlace(wanted) ? 2 : 0)
  if (!isPlace(wanted) && type !== 'public') expect(await allAnswers(viewer)).not.toContain(location)
}

/** Only for friends it depends on type and status: one friend checks each combination. */
const FRIENDS = TYPES.flatMap((type) => STATUSES.map((status): [Type, Status, Viewer] => [type, status, 'friend']))

/** Websocket frames to friends about a person's location, presence and profile. */
async function framesOf({ id }: TestUser) {
  const [sighting] = await readFriendSnapshots(app.scope(), [id])
  const events = [whereaboutsChanged(id), presenceChanged(id), userChanged(id)]
  return events.flatMap((domainEvent) =>
    friendFrames(app.scope(), { domainEvent, friendId: id, friend: sighting?.friend ?? null }),
  )
}

describe('the location of a person', () => {
  it('is shown by REST and GraphQL according to type, status and relation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...TYPES),
        fc.constantFrom(...STATUSES),
        fc.constantFrom<Viewer>('oneself', 'friend', 'friend of a friend', 'stranger'),
        toldRightly,
      ),
      { numRuns: FRIENDS.length + 12, examples: FRIENDS },
    )
    await leaveAs(app, mover)
    await setStatus('active')
  })

  it.each(FRIENDS)('is shown to friends by websocket frames as by answers: %s, %s', async (type, status) => {
    await seeOnClient(mover)
    await setStatus(status)
    await enterAs(app, mover, locations[type] ?? '')
    const frames = await framesOf(mover)
    expect(frames).toHaveLength(3)
    const wanted = expected('friend', type, status)
    expect(JSON.stringify(frames).includes(locations[type] ?? '')).toBe(isPlace(wanted))
    const told = { type: 'friend-location', content: { userId: mover.id, location: wanted } }
    const away = { type: 'friend-offline', content: { userId: mover.id } }
    expect(frames[0]).toMatchObject(status === 'offline' ? away : told)
    await leaveAs(app, mover)
    await setStatus('active')
  })

  it('is hidden from worlds and instances, too', async () => {
    const location = locations.hidden ?? ''
    await enterAs(app, mover, location)
    const seen = await viewers.friend?.api.call('getUser', { userId: mover.id })
    expect(seen).toMatchObject({
      ...splitLocation(location),
      location,
      travelingToLocation: '',
      travelingToInstance: '',
      travelingToWorld: '',
    })
    await setStatus('busy')
    expect(await viewers.friend?.api.call('getUser', { userId: mover.id })).toMatchObject({
      worldId: 'private',
      instanceId: 'private',
    })
    await setStatus('active')
    await leaveAs(app, mover)
  })

  it('is shown in the own record', async () => {
    const location = locations.private ?? ''
    const { instanceId } = splitLocation(location)
    await enterAs(app, mover, location, 'android')
    const own = await mover.api.call('getCurrentUser')
    expect('presence' in own && own.presence).toMatchObject({
      instance: instanceId,
      instanceType: 'private',
      world: worldId,
      platform: 'android',
      travelingToInstance: '',
      travelingToWorld: '',
    })
    await leaveAs(app, mover)
    const after = await mover.api.call('getCurrentUser')
    expect('presence' in after && after.presence).toMatchObject({ instance: '', instanceType: '', world: '' })
  })

  it('is hidden when a friendship ends', async () => {
    const former = await aUser(app)
    await befriend(mover, former)
    await enterAs(app, mover, locations.public ?? '')
    expect(await former.api.call('getUser', { userId: mover.id })).toMatchObject({ location: locations.public })
    await mover.api.call('unfriend', { userId: former.id })
    expect(await former.api.call('getUser', { userId: mover.id })).toMatchObject({ location: 'offline' })
    await leaveAs(app, mover)
  })

  it('is hidden for people who went offline, even before they are removed from the instance', async () => {
    const sleeper = await aUser(app)
    const watcher = await aUser(app)
    await befriend(sleeper, watcher)
    const { location } = await createInstanceAs(host, worldId)
    await enterAs(app, sleeper, location)
    const seen = () => watcher.api.call('getUser', { userId: sleeper.id })
    expect(await seen()).toMatchObject({ location })
    app.clock.advance(6 * 60_000)
    await eventually(async () => (await seen()).location === 'offline')
    expect(await seen()).toMatchObject({ location: 'offline', worldId: 'offline', instanceId: 'offline' })
  })
})
