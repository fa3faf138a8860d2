import { beforeAll, describe, expect, it } from 'vitest'
import { newId, type WorldId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { createInstanceAs, enterAs, leaveAs, storedLocationOf } from '../../support/instances.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
let owner: TestUser
let friend: TestUser
let stranger: TestUser
let own: GraphClient
let friends: GraphClient
let strange: GraphClient
let worldId: WorldId

beforeAll(async () => {
  ;[owner, friend, stranger] = [await aUser(app), await aUser(app), await aUser(app)]
  ;[own, friends, strange] = [
    aGraphClient(app, owner.api),
    aGraphClient(app, friend.api),
    aGraphClient(app, stranger.api),
  ]
  await befriend(owner, friend)
  worldId = await aWorld(app, owner, { capacity: 3 })
})

const Create = graphql(`
  mutation CreateInstance($input: CreateInstanceInput!) {
    createInstance(input: $input) {
      instance {
        id name type region capacity occupantCount isOpen closedAt hardClose displayName shortName secureName
        nonce allowsInviteRequests viewerCanEnter viewerCanInvite viewerCanClose contentSettings { drones emoji }
        world { id } owner { id } creator { id } occupants { totalCount nodes { id } }
      }
      instanceEdge { cursor node { id } }
    }
  }
`)

const Read = graphql(`
  query Instance($location: ID!) {
    instance(location: $location) {
      id type occupantCount isOpen nonce shortName creator { id } occupants { nodes { id } }
      viewerCanEnter viewerCanInvite viewerCanClose
    }
    node(id: $location) { id __typename }
  }
`)

const Enter = graphql(`
  mutation EnterInstance($input: EnterInstanceInput!) {
    enterInstance(input: $input) {
      instance { id occupantCount } leftInstance { id occupantCount }
      viewer { instance { id } recentInstances { totalCount nodes { id } } }
    }
  }
`)

const Leave = graphql(`
  mutation LeaveInstance {
    leaveInstance(input: {}) { leftInstance { id occupantCount } viewer { instance { id } } }
  }
`)

const Close = graphql(`
  mutation CloseInstance($input: CloseInstanceInput!) {
    closeInstance(input: $input) { instance { id isOpen hardClose closedAt viewerCanEnter viewerCanInvite viewerCanClose } }
  }
`)

const Invite = graphql(`
  mutation InviteMyselfTo($input: InviteMyselfToInput!) {
    inviteMyselfTo(input: $input) { instance { id } notification { type sender { id } details } }
  }
`)

const Named = graphql(`
  query InstanceByShortName($name: String!) {
    instanceByShortName(shortName: $name) { id }
  }
`)

const Listed = graphql(`
  query WorldInstances($id: ID!, $first: Int, $after: String) {
    world(id: $id) {
      instances(first: $first, after: $after) {
        totalCount
        nodes { id type occupantCount creator { id } world { id } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`)

describe('an instance in the graph', () => {
  it('is created like over REST, and read by its location', async () => {
    const input = { worldId, type: 'FRIENDS', displayName: 'Mine', contentSettings: { drones: false } } as const
    const { instance, instanceEdge } = (await own.run(Create, { input })).createInstance
    expect(instanceEdge.node.id).toBe(instance.id)
    expect(instance).toMatchObject({
      ...{ type: 'FRIENDS', region: 'US', capacity: 3, occupantCount: 0, isOpen: true, closedAt: null },
      ...{ displayName: 'Mine', contentSettings: { drones: false, emoji: null } },
      ...{ viewerCanEnter: true, viewerCanInvite: true, viewerCanClose: true, allowsInviteRequests: false },
      ...{
        world: { id: worldId },
        owner: { id: owner.id },
        creator: { id: owner.id },
        occupants: { totalCount: 0, nodes: [] },
      },
      id: `${worldId}:${instance.name}~friends(${owner.id})~region(us)`,
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    const location = instance.id
    expect(await friends.run(Read, { location })).toEqual({
      instance: {
        ...{ id: location, type: 'FRIENDS', occupantCount: 0, isOpen: true, nonce: null },
        ...{ viewerCanEnter: true, viewerCanInvite: true, viewerCanClose: false },
        ...{ shortName: instance.shortName, creator: { id: owner.id }, occupants: null },
      },
      node: { id: location, __typename: 'Instance' },
    })
  })

  it('looks as if it was not created to viewers who may not see it', async () => {
    const { location } = await createInstanceAs(owner, worldId, { type: 'private' })
    await enterAs(app, owner, location)
    expect((await strange.run(Read, { location })).instance).toEqual({
      ...{ id: location, type: 'PRIVATE', occupantCount: 0, isOpen: true, nonce: null },
      ...{ viewerCanEnter: false, viewerCanInvite: false, viewerCanClose: false },
      ...{ shortName: null, creator: null, occupants: null },
    })
    await leaveAs(app, owner)
  })

  it('is null for an invalid location', async () => {
    const ask = (location: string) => own.send(`{ instance(location: "${location}") { id } }`)
    for (const location of ['', 'private', `${worldId}:~`, `${newId('world', new Date())}:1`])
      expect(await ask(location)).toEqual({ data: { instance: null } })
  })

  it('is found by its short name and secure name', async () => {
    const { location, shortName, secureName } = await createInstanceAs(owner, worldId)
    for (const name of [shortName, secureName])
      expect((await strange.run(Named, { name: name ?? '' })).instanceByShortName).toEqual({ id: location })
    expect((await strange.run(Named, { name: 'none' })).instanceByShortName).toBeNull()
  })

  it('shows its occupants only to its creator', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, friend, location)
    expect((await own.run(Read, { location })).instance?.occupants?.nodes).toEqual([{ id: friend.id }])
    expect((await friends.run(Read, { location })).instance?.occupants).toBeNull()
    await leaveAs(app, friend)
  })
})

describe('entering and leaving in the graph', () => {
  it('is shown in the payload', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    const input = { location, platform: 'android' }
    expect((await strange.run(Enter, { input })).enterInstance).toEqual({
      instance: { id: location, occupantCount: 1 },
      leftInstance: null,
      viewer: { instance: { id: location }, recentInstances: { totalCount: 1, nodes: [{ id: location }] } },
    })
    const other = await createInstanceAs(owner, worldId)
    expect((await strange.run(Enter, { input: { ...input, location: other.location } })).enterInstance).toEqual({
      instance: { id: other.location, occupantCount: 1 },
      leftInstance: { id: location, occupantCount: 0 },
      viewer: {
        instance: { id: other.location },
        recentInstances: { totalCount: 2, nodes: [{ id: other.location }, { id: location }] },
      },
    })
    const left = { leftInstance: { id: other.location, occupantCount: 0 }, viewer: { instance: null } }
    expect((await strange.run(Leave)).leaveInstance).toEqual(left)
    expect((await strange.run(Leave)).leaveInstance).toEqual({ ...left, leftInstance: null })
    expect(await storedLocationOf(app, stranger)).toBeNull()
  })

  it('is refused with codes for an invalid location, no access, a closed and a full instance', async () => {
    const refused = (graph: GraphClient, location: string) =>
      graph.refusalCodes(Enter, { input: { location, platform: 'android' } })
    expect(await refused(own, 'nowhere')).toEqual(['BAD_INPUT'])
    const secret = await createInstanceAs(owner, worldId, { type: 'private' })
    expect(await refused(strange, secret.location)).toEqual(['FORBIDDEN'])
    const small = await aWorld(app, owner, { capacity: 1 })
    const { location } = await createInstanceAs(owner, small)
    await enterAs(app, friend, location)
    expect(await refused(strange, location)).toEqual(['CONFLICT'])
    expect((await strange.run(Read, { location })).instance).toMatchObject({
      viewerCanEnter: false,
      viewerCanInvite: true,
    })
    expect((await friends.run(Read, { location })).instance).toMatchObject({ viewerCanEnter: true })
    await leaveAs(app, friend)
    expect((await own.run(Close, { input: { location, hardClose: true } })).closeInstance.instance).toMatchObject({
      isOpen: false,
      hardClose: true,
      viewerCanEnter: false,
      viewerCanInvite: false,
      viewerCanClose: false,
    })
    expect(await refused(strange, location)).toEqual(['CONFLICT'])
  })
})

describe('instance mutations', () => {
  it('are refused with codes', async () => {
    const { location } = await createInstanceAs(owner, worldId)
    expect(await strange.refusalCodes(Close, { input: { location } })).toEqual(['FORBIDDEN'])
    expect(await strange.refusalCodes(Close, { input: { location: `${worldId}:99999` } })).toEqual(['NOT_FOUND'])
    expect(await own.refusalCodes(Create, { input: { worldId: 'none', type: 'PUBLIC' } })).toEqual(['BAD_INPUT'])
    expect(await own.refusalCodes(Create, { input: { worldId, type: 'PUBLIC', displayName: 'x'.repeat(65) } })).toEqual(
      ['BAD_INPUT'],
    )
    const ownerId = newId('group', new Date())
    expect(await own.refusalCodes(Create, { input: { worldId, type: 'GROUP', ownerId } })).toEqual(['NOT_FOUND'])
  })

  it('send an invite to the viewer', async () => {
    const { location, world } = await createInstanceAs(owner, worldId)
    expect((await strange.run(Invite, { input: { location } })).inviteMyselfTo).toEqual({
      instance: { id: location },
      notification: {
        type: 'INVITE',
        sender: { id: stranger.id },
        details: { worldId: location, worldName: world.name },
      },
    })
    const secret = await createInstanceAs(owner, worldId, { type: 'private' })
    expect(await strange.refusalCodes(Invite, { input: { location: secret.location } })).toEqual(['NOT_FOUND'])
  })
})

describe('the instances connection of a world', () => {
  it('has the instances that the viewer can see, by number of occupants', async () => {
    const world = await aWorld(app, owner)
    const open = await createInstanceAs(owner, world)
    const full = await createInstanceAs(owner, world)
    const hidden = await createInstanceAs(owner, world, { type: 'hidden' })
    const secret = await createInstanceAs(owner, world, { type: 'private' })
    const closed = await createInstanceAs(owner, world)
    await own.run(Close, { input: { location: closed.location } })
    await enterAs(app, stranger, full.location)
    const locations = async (graph: GraphClient) =>
      (await graph.run(Listed, { id: world })).world?.instances.nodes.map(({ id }) => id)
    const sorted = (...some: { location: string }[]) => some.map(({ location }) => location).sort()
    expect(await locations(strange)).toEqual([full.location, open.location])
    expect(await locations(own)).toEqual([full.location, ...sorted(open, hidden, secret)])
    expect(await locations(friends)).toEqual([full.location, open.location])
    await enterAs(app, owner, hidden.location)
    expect(new Set(await locations(friends))).toEqual(new Set(sorted(full, open, hidden)))
    await owner.api.call('updateUser', { userId: owner.id, body: { status: 'ask me' } })
    expect(await locations(friends)).toEqual([full.location, open.location])
    await owner.api.call('updateUser', { userId: owner.id, body: { status: 'active' } })
    await leaveAs(app, owner)
    await leaveAs(app, stranger)
  })

  it('is paged', async () => {
    const world = await aWorld(app, owner)
    for (let at = 0; at < 5; at++) await createInstanceAs(owner, world)
    const pageAfter = async (after: string | null) =>
      (await strange.run(Listed, { id: world, first: 3, after })).world?.instances
    const first = await pageAfter(null)
    const second = await pageAfter(first?.pageInfo.endCursor ?? null)
    expect([first?.pageInfo.hasNextPage, second?.pageInfo.hasNextPage]).toEqual([true, false])
    const found = [...(first?.nodes ?? []), ...(second?.nodes ?? [])].map(({ id }) => id)
    expect(found).toHaveLength(5)
    expect(new Set(found).size).toBe(5)
    expect([first?.totalCount, second?.totalCount]).toEqual([5, 5])
  })

  it('costs a constant number of statements, with locations of friends', async () => {
    const query = `{
      worlds(first: 8, filter: { authorId: "${owner.id}" }) {
        nodes {
          id friends { totalCount nodes { id } }
          instances(first: 4) {
            totalCount
            nodes {
              id occupantCount viewerCanEnter viewerCanInvite viewerCanClose owner { id }
              occupants(first: 4) { totalCount nodes { id } } friends { totalCount nodes { id } }
            }
          }
        }
      }
      viewer {
        recentInstances { nodes { id } }
        friends(first: 10) { nodes { id whereabouts { kind instance { id world { id } } } } }
      }
    }`
    const ask = async () => {
      const { errors } = await own.send(query)
      expect(errors).toBeUndefined()
    }
    const { location } = await createInstanceAs(owner, worldId)
    await enterAs(app, friend, location)
    const before = await countStatements(app, ask)
    for (let at = 0; at < 4; at++) {
      const world = await aWorld(app, owner)
      const place = await createInstanceAs(owner, world)
      const other = await aUser(app)
      await befriend(owner, other)
      await enterAs(app, other, place.location)
    }
    expect(await countStatements(app, ask)).toBe(before)
  })
})
