import { beforeEach, describe, expect, test } from 'vitest'
import { newId, PLATFORM_USER_ID } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedClockApp } from '../../support/app.ts'
import { aFriendOf, befriend, letPresenceExpire, seeOnClient, seeOnWeb } from '../../support/friends.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { createInstanceAs, enterAs } from '../../support/instances.ts'
import { aPrivateInstance } from '../../support/invites.ts'
import { block } from '../../support/playerModerations.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const Friends = graphql(`
  query Friends($filter: FriendFilter, $sort: FriendSort, $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      friends(filter: $filter, sort: $sort, first: $first, after: $after, last: $last, before: $before) {
        totalCount
        nodes { id isFriend standing }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

const Requests = graphql(`
  query Requests($hidden: Boolean, $first: Int, $after: String) {
    viewer {
      incomingFriendRequests(isHidden: $hidden, first: $first, after: $after) {
        nodes { id isHidden createdAt sender { id friendRequestStatus } receiver { id } }
        pageInfo { hasNextPage endCursor }
      }
      outgoingFriendRequests(first: $first) {
        nodes { id isHidden sender { id } receiver { id friendRequestStatus } }
      }
    }
  }
`)

const SomeoneElse = graphql(`
  query SomeoneElse($id: ID!, $first: Int, $after: String, $last: Int) {
    user(id: $id) {
      isFriend
      friendRequestStatus
      standing
      mutualFriends(first: $first, after: $after, last: $last) {
        totalCount
        nodes { id displayName }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`)

const Everybody = graphql(`
  query Everybody($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
      ... on User { isFriend friendRequestStatus standing mutualFriends(first: 2) { totalCount nodes { id } } }
    }
  }
`)

const Abilities = graphql(`
  query FriendAbilities($ids: [ID!]!) {
    nodes(ids: $ids) { ... on User { id viewerCanBefriend viewerCanBoop viewerCanInvite viewerCanRequestInvite } }
  }
`)

const app = await sharedClockApp()
let ada: TestUser
let grace: TestUser
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

const idsOf = (nodes: readonly { id: string }[] | undefined) => (nodes ?? []).map(({ id }) => id)
const friendIds = async (variables: object = {}) => idsOf((await graph.run(Friends, variables)).viewer?.friends.nodes)

async function someFriends(count: number): Promise<TestUser[]> {
  const friends: TestUser[] = []
  for (let number = 0; number < count; number++) friends.push(await aFriendOf(app, ada))
  return friends.sort((one, other) => (one.username < other.username ? -1 : 1))
}

describe('the friends connection of the viewer', () => {
  test('is paged forward and backward by display name', async () => {
    const expected = idsOf(await someFriends(5))
    const first = (await graph.run(Friends, { first: 2 })).viewer?.friends
    expect(idsOf(first?.nodes)).toEqual(expected.slice(0, 2))
    expect(first?.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const after = first?.pageInfo.endCursor ?? ''
    expect(await friendIds({ first: 2, after })).toEqual(expected.slice(2, 4))
    const last = (await graph.run(Friends, { last: 2 })).viewer?.friends
    expect(idsOf(last?.nodes)).toEqual(expected.slice(3))
    expect(await friendIds({ last: 2, before: last?.pageInfo.startCursor ?? '' })).toEqual(expected.slice(1, 3))
  })

  test('is filtered by visible presence, and paged when filtered', async () => {
    const [one, two, three, hiding, away] = await someFriends(5)
    if (!one || !two || !three || !hiding || !away) throw new Error('too few friends')
    await hiding.api.call('updateUser', { userId: hiding.id, body: { status: 'offline' } })
    letPresenceExpire(app)
    for (const friend of [one, two, hiding]) await seeOnClient(friend)
    await seeOnWeb(app, three)
    expect(await friendIds({ filter: { standings: ['ONLINE'] } })).toEqual([one.id, two.id])
    expect(await friendIds({ filter: { standings: ['ONLINE', 'ACTIVE'] } })).toEqual([one.id, two.id, three.id])
    expect(await friendIds({ filter: { standings: ['OFFLINE'] } })).toEqual([hiding.id, away.id])
    expect(await friendIds({ filter: { standings: [] } })).toEqual([])
    const page = (await graph.run(Friends, { filter: { standings: ['ONLINE', 'ACTIVE'] }, first: 2 })).viewer?.friends
    expect(page?.pageInfo.hasNextPage).toBe(true)
    const after = page?.pageInfo.endCursor ?? ''
    expect(await friendIds({ filter: { standings: ['ONLINE', 'ACTIVE'] }, first: 2, after })).toEqual([three.id])
    const back = { filter: { standings: ['ONLINE', 'ACTIVE'] }, last: 1, before: after }
    expect(await friendIds(back)).toEqual([one.id])
    const { viewer } = await graph.run(Friends, {})
    expect(viewer?.friends.nodes.map(({ standing }) => standing)).toEqual([
      'ONLINE',
      'ONLINE',
      'ACTIVE',
      'OFFLINE',
      'OFFLINE',
    ])
  })

  test('is searched by display name, sorted, and counted', async () => {
    const [one, two, three] = await someFriends(3)
    if (!one || !two || !three) throw new Error('too few friends')
    const page = async (variables: object) => (await graph.run(Friends, variables)).viewer?.friends
    const found = await page({ filter: { search: two.username.toUpperCase() } })
    expect([idsOf(found?.nodes), found?.totalCount]).toEqual([[two.id], 1])
    expect((await page({ first: 1 }))?.totalCount).toBe(3)
    expect((await page({ filter: { search: '%' } }))?.nodes).toEqual([])
    letPresenceExpire(app)
    await seeOnClient(three)
    await seeOnWeb(app, two)
    expect(await friendIds({ sort: 'STANDING' })).toEqual([three.id, two.id, one.id])
    await ada.api.call('unfriend', { userId: two.id })
    app.clock.advance(1_000)
    await befriend(ada, two)
    const newest = await page({ sort: 'BEFRIENDED_AT', first: 1 })
    expect(idsOf(newest?.nodes)).toEqual([two.id])
    const rest = await friendIds({ sort: 'BEFRIENDED_AT', after: newest?.pageInfo.endCursor ?? '' })
    expect([...rest].sort()).toEqual([one.id, three.id].sort())
  })

  test('is filtered by the place where friends show that they are', async () => {
    const [shown, asking, hidden] = await someFriends(3)
    if (!shown || !asking || !hidden) throw new Error('too few friends')
    const world = await aWorld(app, grace)
    const { location } = await createInstanceAs(grace, world)
    const secret = await aPrivateInstance(app, hidden, world)
    for (const person of [shown, asking, grace]) await enterAs(app, person, location)
    await enterAs(app, hidden, secret)
    await asking.api.call('updateUser', { userId: asking.id, body: { status: 'ask me' } })
    expect(await friendIds({ filter: { worldId: world } })).toEqual([shown.id])
    expect(await friendIds({ filter: { instanceId: location } })).toEqual([shown.id])
    expect(await friendIds({ filter: { instanceId: secret } })).toEqual([])
    expect(await friendIds({ filter: { worldId: newId('world', new Date()), instanceId: location } })).toEqual([])
    expect(await friendIds({ filter: { worldId: world, standings: ['OFFLINE'] } })).toEqual([])
    await block(shown, ada)
    expect(await friendIds({ filter: { worldId: world } })).toEqual([])
  })

  test('runs as many statements for 2 friends as for 8', async () => {
    await someFriends(8)
    // The session is known afterwards.
    await graph.run(Friends, { first: 8 })
    const few = await countStatements(app, () => graph.run(Friends, { first: 2 }))
    const many = await countStatements(app, () => graph.run(Friends, { first: 8 }))
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(4)
  })
})

describe('friend requests', () => {
  test('are listed in both directions, latest first', async () => {
    const askers = [await aUser(app), await aUser(app), await aUser(app)]
    for (const { api } of askers) await api.call('friend', { userId: ada.id })
    await ada.api.call('friend', { userId: grace.id })
    const { viewer } = await graph.run(Requests, { first: 2 })
    expect(viewer?.incomingFriendRequests.nodes).toMatchObject([
      { isHidden: false, sender: { id: askers[2]?.id, friendRequestStatus: 'INCOMING' }, receiver: { id: ada.id } },
      { isHidden: false, sender: { id: askers[1]?.id } },
    ])
    expect(viewer?.outgoingFriendRequests.nodes).toMatchObject([
      { isHidden: false, sender: { id: ada.id }, receiver: { id: grace.id, friendRequestStatus: 'OUTGOING' } },
    ])
    const after = viewer?.incomingFriendRequests.pageInfo.endCursor ?? ''
    const rest = await graph.run(Requests, { first: 2, after })
    expect(rest.viewer?.incomingFriendRequests.nodes.map(({ sender }) => sender?.id)).toEqual([askers[0]?.id])
  })

  test('are listed separately once declined, and look unchanged to their sender', async () => {
    const { id } = await grace.api.call('friend', { userId: ada.id })
    await app.scope().db.notification.update({ where: { id }, data: { hiddenAt: app.clock.now() } })
    expect((await graph.run(Requests, {})).viewer?.incomingFriendRequests.nodes).toEqual([])
    const { viewer } = await graph.run(Requests, { hidden: true })
    expect(viewer?.incomingFriendRequests.nodes).toMatchObject([{ id, isHidden: true }])
    const sender = await aGraphClient(app, grace.api).run(Requests, {})
    expect(sender.viewer?.outgoingFriendRequests.nodes).toMatchObject([{ id, isHidden: false }])
  })
})

describe('fields of another person', () => {
  test('tell what the viewer can do, without revealing who has blocked the viewer', async () => {
    const [friend, quiet, blocked, blocking, asked] = [
      await aFriendOf(app, ada),
      await aFriendOf(app, ada),
      await aUser(app),
      await aUser(app),
      await aUser(app),
    ]
    await quiet.api.call('updateUser', { userId: quiet.id, body: { isBoopingEnabled: false } })
    await block(ada, blocked)
    await block(blocking, ada)
    await ada.api.call('friend', { userId: asked.id })
    const people = [friend, quiet, grace, blocked, blocking, asked, ada]
    const { nodes } = await graph.run(Abilities, { ids: [...people.map(({ id }) => id), PLATFORM_USER_ID] })
    const none = {
      viewerCanBefriend: false,
      viewerCanBoop: false,
      viewerCanInvite: false,
      viewerCanRequestInvite: false,
    }
    const close = { ...none, viewerCanBoop: true, viewerCanInvite: true, viewerCanRequestInvite: true }
    expect(nodes.map((node) => (node && 'id' in node ? { ...node, id: undefined } : null))).toEqual([
      close,
      { ...close, viewerCanBoop: false },
      { ...none, viewerCanBefriend: true },
      none,
      { ...none, viewerCanBefriend: true },
      none,
      none,
      none,
    ])
    await block(friend, ada)
    expect((await graph.run(Abilities, { ids: [friend.id] })).nodes).toEqual([{ id: friend.id, ...none }])
  })

  test('list mutual friends by display name in pages, with their total count', async () => {
    const mutual = await someFriends(3)
    for (const friend of mutual) await befriend(friend, grace)
    await aFriendOf(app, grace)
    const { user } = await graph.run(SomeoneElse, { id: grace.id, first: 2 })
    expect(user?.mutualFriends.totalCount).toBe(3)
    expect(idsOf(user?.mutualFriends.nodes)).toEqual(idsOf(mutual.slice(0, 2)))
    const after = user?.mutualFriends.pageInfo.endCursor ?? ''
    const rest = await graph.run(SomeoneElse, { id: grace.id, first: 2, after })
    expect(idsOf(rest.user?.mutualFriends.nodes)).toEqual([mutual[2]?.id])
    const last = await graph.run(SomeoneElse, { id: grace.id, last: 1 })
    expect(idsOf(last.user?.mutualFriends.nodes)).toEqual([mutual[2]?.id])
  })

  test('equal those of the REST record', async () => {
    const friend = await aFriendOf(app, ada)
    await grace.api.call('friend', { userId: ada.id })
    await befriend(friend, grace)
    for (const { id } of [friend, grace, ada]) {
      const { user } = await graph.run(SomeoneElse, { id })
      const record = await ada.api.call('getUser', { userId: id })
      const { friends } = await ada.api.call('getMutuals', { userId: id })
      expect(user).toMatchObject({ isFriend: record.isFriend, mutualFriends: { totalCount: friends } })
      expect(user?.standing.toLowerCase()).toBe(record.state)
      expect(user?.friendRequestStatus?.toLowerCase() ?? '').toBe(record.friendRequestStatus)
    }
  })

  test('hide presence and mutual friends from strangers', async () => {
    const friend = await aFriendOf(app, grace)
    await seeOnClient(friend)
    const { user } = await graph.run(SomeoneElse, { id: friend.id })
    expect(user).toMatchObject({ isFriend: false, standing: 'OFFLINE', mutualFriends: { totalCount: 0, nodes: [] } })
  })

  test('hide the connections of people who have opted out', async () => {
    const [one, two] = await someFriends(2)
    if (!one || !two) throw new Error('too few friends')
    for (const friend of [one, two]) await befriend(friend, grace)
    const optOut = { hasSharedConnectionsOptOut: true }
    await one.api.call('updateUser', { userId: one.id, body: optOut })
    expect((await graph.run(SomeoneElse, { id: grace.id })).user?.mutualFriends).toMatchObject({ totalCount: 1 })
    await grace.api.call('updateUser', { userId: grace.id, body: optOut })
    expect((await graph.run(SomeoneElse, { id: grace.id })).user?.mutualFriends).toMatchObject({ totalCount: 0 })
    expect((await graph.run(SomeoneElse, { id: ada.id })).user?.mutualFriends).toMatchObject({ totalCount: 2 })
  })

  test('cost as many statements for 4 people as for 8', async () => {
    const crowd = await someFriends(8)
    for (const friend of crowd.slice(1)) await befriend(friend, crowd[0] ?? friend)
    const ids = idsOf(crowd)
    const few = await countStatements(app, () => graph.run(Everybody, { ids: ids.slice(0, 4) }))
    const many = await countStatements(app, () => graph.run(Everybody, { ids }))
    expect(many).toBe(few)
    expect(few).toBeLessThanOrEqual(6)
  })
})
