import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { friendFrames } from '../../src/areas/friends/frames.ts'
import { sightingsOf } from '../../src/areas/friends/seenFriends.ts'
import type { WorldId } from '../../src/kernel/ids.ts'
import { waitUntil } from '../../src/platform/database/processes.ts'
import { graphql } from '../generated/index.ts'
import { anApp } from '../support/app.ts'
import { befriend, comeOnline } from '../support/friends.ts'
import { aGraph } from '../support/graph.ts'
import { enter, leave, made, partsOf } from '../support/instances.ts'
import { tell } from '../support/notifications.ts'
import { aUser, type Person } from '../support/people.ts'
import { aWorld } from '../support/worlds.ts'

const app = await anApp()
const TYPES = ['public', 'hidden', 'friends', 'private'] as const
const STATUSES = ['active', 'join me', 'ask me', 'busy', 'offline'] as const
type Type = (typeof TYPES)[number]
type Status = (typeof STATUSES)[number]
type Viewer = 'oneself' | 'friend' | 'friend of a friend' | 'stranger'

let mover: Person
let host: Person
let worldId: WorldId
const viewers: Partial<Record<Viewer, Person>> = {}
const locations: Partial<Record<Type, string>> = {}

beforeAll(async () => {
  ;[mover, host] = [await aUser(app), await aUser(app)]
  const [friend, second, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
  await befriend(mover, host)
  await befriend(mover, friend)
  await befriend(friend, second)
  Object.assign(viewers, { oneself: mover, friend, 'friend of a friend': second, stranger })
  worldId = await aWorld(app, host)
  for (const type of TYPES) locations[type] = (await made(host, worldId, { type })).location
  const details = { worldId: locations.private ?? '', worldName: 'World' }
  await tell(app, mover.id, { type: 'invite', senderId: host.id, details })
})

const Doors = graphql(`
  query Whereabouts($id: ID!, $world: ID!, $search: String!) {
    user(id: $id) { location instance { id } }
    users(search: $search) { nodes { id location instance { id } } }
    world(id: $world) { instances { nodes { id occupantCount } } }
    viewer { friends { nodes { id location instance { id } } } }
  }
`)

/** What a viewer is to be told. */
function expected(viewer: Viewer, type: Type, status: Status): string {
  const location = locations[type] ?? ''
  if (viewer === 'oneself') return location
  if (viewer !== 'friend' || status === 'offline') return 'offline'
  return type !== 'private' && (status === 'active' || status === 'join me') ? location : 'private'
}

const isPlace = (location: string) => location.startsWith('wrld_')
const instanceOf = (location: string) => (isPlace(location) ? { id: location } : null)

async function toldByRest(viewer: Person): Promise<readonly string[]> {
  const { location } = await viewer.api.call('getUser', { userId: mover.id })
  const lists = [
    await viewer.api.call('getFriends'),
    await viewer.api.call('getFriends', { query: { offline: 'true' } }),
  ].flat()
  return [location, ...lists.filter(({ id }) => id === mover.id).map((friend) => friend.location)]
}

/** Everything that a viewer can ask, as one text: a place that is not told stands nowhere in it. */
async function allAnswers(viewer: Person): Promise<string> {
  const answers = [
    await viewer.api.call('getUser', { userId: mover.id }),
    await viewer.api.call('searchUsers', { query: { search: mover.username } }),
    await viewer.api.call('getFriends'),
    await viewer.api.call('getFriends', { query: { offline: 'true' } }),
    await viewer.api.call('getMutualFriends', { userId: mover.id }),
    await viewer.api.call('getWorld', { worldId }),
    await aGraph(app, viewer.api).run(Doors, { id: mover.id, world: worldId, search: mover.username }),
  ]
  return JSON.stringify(answers)
}

async function toldByGraph(viewer: Person) {
  const asked = { id: mover.id, world: worldId, search: mover.username }
  const { user, users, viewer: own } = await aGraph(app, viewer.api).run(Doors, asked)
  const nodes = [...(users?.nodes ?? []), ...(own?.friends.nodes ?? [])].filter((node) => node?.id === mover.id)
  return [user, ...nodes].map((node) => ({ location: node?.location, instance: node?.instance }))
}

async function toldRightly(type: Type, status: Status, who: Viewer) {
  const viewer = viewers[who]
  const location = locations[type] ?? ''
  if (!viewer) throw new Error('nobody looks')
  await comeOnline(mover)
  await mover.api.call('updateUser', { userId: mover.id, body: { status } })
  await enter(app, mover, location)
  const wanted = expected(who, type, status)
  expect(new Set(await toldByRest(viewer))).toEqual(new Set([wanted]))
  const told = await toldByGraph(viewer)
  expect(told.length).toBeGreaterThan(1)
  for (const one of told) expect(one).toEqual({ location: wanted, instance: instanceOf(wanted) })
  if (!isPlace(wanted) && type !== 'public') expect(await allAnswers(viewer)).not.toContain(location)
}

/** Friends are the ones for whom it depends: each type and status is looked at by one. */
const FRIENDS = TYPES.flatMap((type) => STATUSES.map((status): [Type, Status, Viewer] => [type, status, 'friend']))

/** What friends' websockets are told of a person who has moved, come, and changed the profile. */
async function framesOf({ id }: Person) {
  const [sighting] = await sightingsOf(app.scope(), [id])
  const topics = ['whereabouts.changed', 'presence.changed', 'user.changed']
  return topics.flatMap((topic) => friendFrames({ topic, subject: id }, id, sighting?.friend ?? null))
}

describe('where a person is', () => {
  it('is told by every door as type, status and relation have it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...TYPES),
        fc.constantFrom(...STATUSES),
        fc.constantFrom<Viewer>('oneself', 'friend', 'friend of a friend', 'stranger'),
        toldRightly,
      ),
      { numRuns: 80, examples: FRIENDS },
    )
    await leave(app, mover)
    await mover.api.call('updateUser', { userId: mover.id, body: { status: 'active' } })
  }, 120_000)

  it.each(FRIENDS)('is told to friends by frames as by answers: %s, %s', async (type, status) => {
    await comeOnline(mover)
    await mover.api.call('updateUser', { userId: mover.id, body: { status } })
    await enter(app, mover, locations[type] ?? '')
    const frames = await framesOf(mover)
    expect(frames).toHaveLength(3)
    const wanted = expected('friend', type, status)
    expect(JSON.stringify(frames).includes(locations[type] ?? '')).toBe(isPlace(wanted))
    const told = { type: 'friend-location', content: { userId: mover.id, location: wanted } }
    const away = { type: 'friend-offline', content: { userId: mover.id } }
    expect(frames[0]).toMatchObject(status === 'offline' ? away : told)
    await leave(app, mover)
    await mover.api.call('updateUser', { userId: mover.id, body: { status: 'active' } })
  })

  it('is told by world and instance alike', async () => {
    const location = locations.hidden ?? ''
    await enter(app, mover, location)
    const seen = await viewers.friend?.api.call('getUser', { userId: mover.id })
    expect(seen).toMatchObject({
      ...partsOf(location),
      location,
      travelingToLocation: '',
      travelingToInstance: '',
      travelingToWorld: '',
    })
    await mover.api.call('updateUser', { userId: mover.id, body: { status: 'busy' } })
    expect(await viewers.friend?.api.call('getUser', { userId: mover.id })).toMatchObject({
      worldId: 'private',
      instanceId: 'private',
    })
    await mover.api.call('updateUser', { userId: mover.id, body: { status: 'active' } })
    await leave(app, mover)
  })

  it('is told to oneself by the own record', async () => {
    const location = locations.private ?? ''
    const { instanceId } = partsOf(location)
    await enter(app, mover, location, 'android')
    const own = await mover.api.call('getCurrentUser')
    expect('presence' in own && own.presence).toMatchObject({
      instance: instanceId,
      instanceType: 'private',
      world: worldId,
      platform: 'android',
      travelingToInstance: '',
      travelingToWorld: '',
    })
    await leave(app, mover)
    const after = await mover.api.call('getCurrentUser')
    expect('presence' in after && after.presence).toMatchObject({ instance: '', instanceType: '', world: '' })
  })

  it('is told to nobody any more when a friendship ends', async () => {
    const former = await aUser(app)
    await befriend(mover, former)
    await enter(app, mover, locations.public ?? '')
    expect(await former.api.call('getUser', { userId: mover.id })).toMatchObject({ location: locations.public })
    await mover.api.call('unfriend', { userId: former.id })
    expect(await former.api.call('getUser', { userId: mover.id })).toMatchObject({ location: 'offline' })
    await leave(app, mover)
  })

  it('is not told of those who went away, though nobody has taken them out yet', async () => {
    const sleeper = await aUser(app)
    const watcher = await aUser(app)
    await befriend(sleeper, watcher)
    const { location } = await made(host, worldId)
    await enter(app, sleeper, location)
    const seen = () => watcher.api.call('getUser', { userId: sleeper.id })
    expect(await seen()).toMatchObject({ location })
    app.clock.advance(6 * 60_000)
    await waitUntil(async () => (await seen()).location === 'offline', 5_000)
    expect(await seen()).toMatchObject({ location: 'offline', worldId: 'offline', instanceId: 'offline' })
  })
})
