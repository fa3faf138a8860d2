import { beforeAll, describe, expect, test } from 'vitest'
import { siblingId } from '../../src/kernel/ids.ts'
import { anApp, type TestApp } from '../support/app.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { aSubscription, payloadsOf, subscriptionErrors } from '../support/graphSubscriptions.ts'
import { aGroup, aSubscriber } from '../support/groups.ts'
import { createInstanceAs, enterAs } from '../support/instances.ts'
import { block } from '../support/playerModerations.ts'
import { aUser, type TestUser } from '../support/users.ts'
import { aWorld } from '../support/worlds.ts'

let app: TestApp
let ada: TestUser
let bob: TestUser
beforeAll(async () => {
  app = await anApp()
  ;[ada, bob] = [await aSubscriber(app), await aUser(app)]
})

const viewerIdOf = ({ id }: TestUser) => siblingId('viewer', id)
const setBio = (person: TestUser, bio: string) => person.api.call('updateUser', { userId: person.id, body: { bio } })
const join = (person: TestUser, groupId: string) => person.api.call('joinGroup', { groupId, query: {}, body: {} })

/** Subscribes and returns a function that waits for the number of events and answers them. */
async function following(person: TestUser, field: string, query: string) {
  const connection = await aSubscription(app, person, `subscription { ${query} }`)
  return async (count: number) => {
    await connection.until((messages) => payloadsOf(messages, field).length >= count)
    return payloadsOf(connection.messages, field)
  }
}

describe('with `initial` the first event shows the present state', () => {
  test('of the viewer, a person, a wallet, a world and a group', async () => {
    const worldId = await aWorld(app, ada)
    const { id: groupId } = await aGroup(app, {}, ada)
    const first = async (field: string, query: string) => (await (await following(ada, field, query))(1))[0]
    expect(await first('viewerChanged', 'viewerChanged(initial: true) { id }')).toEqual({ id: viewerIdOf(ada) })
    const person = `userChanged(userId: "${bob.id}", initial: true) { user { id } }`
    expect(await first('userChanged', person)).toEqual({ user: { id: bob.id } })
    const wallet = 'walletChanged(initial: true) { viewer { id } }'
    expect(await first('walletChanged', wallet)).toEqual({ viewer: { id: viewerIdOf(ada) } })
    const world = `worldOccupancy(worldId: "${worldId}", initial: true) { world { id } }`
    expect(await first('worldOccupancy', world)).toEqual({ world: { id: worldId } })
    const group = `groupChanged(groupId: "${groupId}", initial: true) { kind group { memberCount } }`
    expect(await first('groupChanged', group)).toEqual({ kind: 'INITIAL', group: { memberCount: 1 } })
  })

  test('and changes follow it', async () => {
    const person = await aUser(app)
    const events = await following(
      ada,
      'userChanged',
      `userChanged(userId: "${person.id}", initial: true) { user { bio } }`,
    )
    await events(1)
    await setBio(person, 'new')
    expect((await events(2)).at(-1)).toEqual({ user: { bio: 'new' } })
  })
})

describe('groupChanged', () => {
  test('shows members who come and go, few events for many', async () => {
    const { id: groupId } = await aGroup(app, {}, ada)
    const events = await following(
      ada,
      'groupChanged',
      `groupChanged(groupId: "${groupId}") { kind group { memberCount } }`,
    )
    const people = await Promise.all(Array.from({ length: 8 }, () => aUser(app)))
    await Promise.all(people.map((person) => join(person, groupId)))
    let count = 1
    while ((await events(count)).at(-1)?.kind !== 'MEMBERS' || memberCountOf(await events(count)) !== 9) count += 1
    expect((await events(count)).every(({ kind }) => kind === 'MEMBERS')).toBe(true)
    const [leaving] = people
    await leaving?.api.call('leaveGroup', { groupId })
    while (memberCountOf(await events(count)) !== 8) count += 1
    expect(count).toBeLessThan(9)
  })
})

const memberCountOf = (events: readonly Record<string, unknown>[]) => Object(events.at(-1)?.group).memberCount

describe('userChanged', () => {
  test('shows changes as a query does, and nothing across a block', async () => {
    const [viewer, person] = [await aUser(app), await aUser(app)]
    const events = await following(viewer, 'userChanged', `userChanged(userId: "${person.id}") { user { bio } }`)
    const own = await following(viewer, 'userChanged', `userChanged(userId: "${viewer.id}") { user { bio } }`)
    await setBio(person, 'before')
    expect(await events(1)).toEqual([{ user: { bio: 'before' } }])
    await block(person, viewer)
    await setBio(person, 'after')
    await setBio(viewer, 'first')
    await own(1)
    await setBio(viewer, 'second')
    await own(2)
    expect(await events(1)).toEqual([{ user: { bio: 'before' } }])
  })

  test('is refused for nobody', async () => {
    const nobody = 'usr_00000000-0000-7000-8000-000000000000'
    const connection = await aSubscription(app, ada, `subscription { userChanged(userId: "${nobody}") { userId } }`)
    await connection.until((messages) => subscriptionErrors(messages).length > 0)
    expect(subscriptionErrors(connection.messages)[0]?.extensions).toMatchObject({ reason: 'USER_NOT_FOUND' })
  })
})

describe('`query`', () => {
  test('of one event is of each viewer, though others subscribe by the same document', async () => {
    const { id: groupId } = await aGroup(app, {}, ada)
    await join(bob, groupId)
    const document = `groupChanged(groupId: "${groupId}") { kind query { viewer { id } session { id } } }`
    const followers = [await following(ada, 'groupChanged', document), await following(bob, 'groupChanged', document)]
    await ada.api.call('updateGroup', { groupId, body: { description: 'Shared by two' } })
    const [first, second] = await Promise.all(followers.map(async (events) => (await events(1)).at(-1)))
    expect(Object(first).query.viewer.id).toBe(viewerIdOf(ada))
    expect(Object(second).query.viewer.id).toBe(viewerIdOf(bob))
    expect(Object(first).query.session.id).not.toBe(Object(second).query.session.id)
  })

  test('of an event whose payload is the same for all is of each viewer, too', async () => {
    const [friend, other] = [await aUser(app), await aUser(app)]
    const worldId = await aWorld(app, friend)
    const document = `worldOccupancy(worldId: "${worldId}", initial: true) { world { id } query { viewer { id } } }`
    for (const person of [friend, other]) {
      const events = await following(person, 'worldOccupancy', document)
      expect((await events(1))[0]).toMatchObject({ query: { viewer: { id: viewerIdOf(person) } } })
    }
  })

  test('of one event that two people get at once is of each, beside what is executed for both together', async () => {
    const [host, guest] = [await aUser(app), await aUser(app)]
    const worldId = await aWorld(app, host)
    const { location } = await createInstanceAs(host, worldId)
    const place = `worldOccupancy(worldId: "${worldId}") { world { occupantCount }`
    const own = `${place} viewer { id } query { viewer { id } session { id } world(id: "${worldId}") { occupantCount } } }`
    const follow = (person: TestUser, selection: string) => following(person, 'worldOccupancy', selection)
    const [hosts, guests] = [await follow(host, own), await follow(guest, own)]
    const shared = await follow(host, `${place} }`)
    await enterAs(app, guest, location)
    const [mine, theirs] = [(await hosts(1)).at(-1), (await guests(1)).at(-1)]
    for (const [event, person] of [
      [mine, host],
      [theirs, guest],
    ] as const) {
      const viewer = { id: viewerIdOf(person) }
      expect(event).toMatchObject({
        world: { occupantCount: 1 },
        viewer,
        query: { viewer, world: { occupantCount: 1 } },
      })
    }
    expect(Object(mine).query.session.id).not.toBe(Object(theirs).query.session.id)
    expect((await shared(1)).at(-1)).toEqual({ world: { occupantCount: 1 } })
  })

  test('of a payload shows the state after the act, and counts its cost as a query', async () => {
    const graph = aGraphClient(app, ada.api)
    const act = (selection: string) => `mutation { updateProfile(input: { bio: "seen at the root" }) { ${selection} } }`
    const { data } = await graph.send(act(`query { user(id: "${ada.id}") { bio } }`))
    expect(Object(data).updateProfile.query).toEqual({ user: { bio: 'seen at the root' } })
    const costOf = async (document: string) => {
      const { extensions } = await graph.send(document, {}, { 'x-plaza-cost': '1' })
      return extensions?.cost?.requested ?? 0
    }
    const selection = '{ worlds(first: 50) { nodes { id } } onlineCount }'
    // The payload and `query` itself are two more objects.
    expect(await costOf(act(`query ${selection}`))).toBe((await costOf(selection)) + 2)
  })

  test('is refused where its field is', async () => {
    const { errors } = await aGraphClient(app, ada.api).send(
      'mutation { updateProfile(input: {}) { query { auditLog(first: 1) { nodes { id } } } } }',
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', reason: 'ADMIN_ONLY' })
  })
})
