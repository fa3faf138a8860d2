import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { anApp } from '../../support/app.ts'
import { aFriendOf, befriend, letPresenceExpire, seeOnClient, seeOnWeb } from '../../support/friends.ts'
import { aGraphClient, countStatements, type GraphClient } from '../../support/graphClient.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const Friends = graphql(`
  query Friends($standings: [Standing!], $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      friends(standings: $standings, first: $first, after: $after, last: $last, before: $before) {
        nodes { id isFriend standing }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }
  }
`)

const Requests = graphql(`
  query Requests($hidden: Boolean, $first: Int, $after: String) {
    viewer {
      incomingFriendRequests(hidden: $hidden, first: $first, after: $after) {
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

const Ask = graphql(`
  mutation Ask($input: FriendInput!) {
    friend(input: $input) {
      user { id isFriend friendRequestStatus standing }
      viewer { id friends { nodes { id } } outgoingFriendRequests { nodes { id } } }
    }
  }
`)

const Accept = graphql(`
  mutation Accept($input: FriendRequestInput!) {
    acceptFriendRequest(input: $input) { user { id isFriend } viewer { incomingFriendRequests { nodes { id } } } }
  }
`)

const TakeBack = graphql(`
  mutation TakeBack($input: FriendInput!) {
    deleteFriendRequest(input: $input) { user { id friendRequestStatus } }
  }
`)

const Part = graphql(`
  mutation Part($input: FriendInput!) {
    unfriend(input: $input) { user { id isFriend standing } viewer { friends { nodes { id } } } }
  }
`)

const Decline = graphql(`
  mutation Decline($input: FriendRequestInput!) {
    declineFriendRequest(input: $input) {
      user { id friendRequestStatus }
      viewer { incomingFriendRequests(hidden: true) { nodes { id isHidden } } }
    }
  }
`)

const Boop = graphql(`
  mutation Boop($input: BoopInput!) {
    boop(input: $input) { user { id } }
  }
`)

const app = await anApp()
let ada: TestUser
let grace: TestUser
let graph: GraphClient
beforeEach(async () => {
  ada = await aUser(app)
  grace = await aUser(app)
  graph = aGraphClient(app, ada.api)
})

const NOBODY = newId('user', new Date())
const of = (person: TestUser) => ({ input: { userId: person.id } })
const idsOf = (nodes: readonly { id: string }[] | undefined) => (nodes ?? []).map(({ id }) => id)
const friendIds = async (variables: object = {}) => idsOf((await graph.run(Friends, variables)).viewer?.friends.nodes)

async function someFriends(count: number): Promise<TestUser[]> {
  const friends: TestUser[] = []
  for (let number = 0; number < count; number++) friends.push(await aFriendOf(app, ada))
  return friends.sort((one, other) => (one.username < other.username ? -1 : 1))
}

describe('friend mutations', () => {
  test('send and accept a request and end the friendship, and return the new relation', async () => {
    const asked = (await graph.run(Ask, of(grace))).friend
    expect(asked.user).toEqual({ id: grace.id, isFriend: false, friendRequestStatus: 'OUTGOING', standing: 'OFFLINE' })
    const [friendRequestId = ''] = idsOf(asked.viewer.outgoingFriendRequests.nodes)
    const other = aGraphClient(app, grace.api)
    expect(await other.run(Accept, { input: { friendRequestId } })).toEqual({
      acceptFriendRequest: {
        user: { id: ada.id, isFriend: true },
        viewer: { incomingFriendRequests: { nodes: [] } },
      },
    })
    const { unfriend } = await graph.run(Part, of(grace))
    expect(unfriend).toEqual({
      user: { id: grace.id, isFriend: false, standing: 'OFFLINE' },
      viewer: { friends: { nodes: [] } },
    })
  })

  test('accept the request of the other person, and cancel a request', async () => {
    await grace.api.call('friend', { userId: ada.id })
    const { friend } = await graph.run(Ask, of(grace))
    expect(friend.user).toMatchObject({ isFriend: true, friendRequestStatus: null, standing: 'ONLINE' })
    expect(idsOf(friend.viewer.friends.nodes)).toEqual([grace.id])
    const third = await aUser(app)
    await graph.run(Ask, of(third))
    const { deleteFriendRequest } = await graph.run(TakeBack, of(third))
    expect(deleteFriendRequest.user).toEqual({ id: third.id, friendRequestStatus: null })
  })

  test('decline a request, which hides it and changes nothing for its sender', async () => {
    const { id } = await grace.api.call('friend', { userId: ada.id })
    const { declineFriendRequest } = await graph.run(Decline, { input: { friendRequestId: id } })
    expect(declineFriendRequest).toEqual({
      user: { id: grace.id, friendRequestStatus: 'INCOMING' },
      viewer: { incomingFriendRequests: { nodes: [{ id, isHidden: true }] } },
    })
    expect(await grace.api.call('getFriendStatus', { userId: ada.id })).toMatchObject({ outgoingRequest: true })
    await graph.run(Accept, { input: { friendRequestId: id } })
    expect(await graph.refusalCodes(Decline, { input: { friendRequestId: id } })).toEqual(['NOT_FOUND'])
  })

  test('send a boop to a friend', async () => {
    await befriend(ada, grace)
    const { boop } = await graph.run(Boop, { input: { userId: grace.id, emojiId: 'file_1' } })
    expect(boop.user).toEqual({ id: grace.id })
    const [row] = await app.scope().db.notification.findMany({ where: { receiverId: grace.id, type: 'boop' } })
    expect(row?.details).toMatchObject({ emojiId: 'file_1' })
  })

  test('are refused by the rules of the REST operations', async () => {
    const stranger = await aUser(app)
    expect(await graph.refusalCodes(Ask, { input: { userId: NOBODY } })).toEqual(['NOT_FOUND'])
    expect(await graph.refusalCodes(Ask, { input: { userId: 'nobody' } })).toEqual(['NOT_FOUND'])
    expect(await graph.refusalCodes(Ask, of(ada))).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(Part, of(stranger))).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(Boop, of(stranger))).toEqual(['BAD_INPUT'])
    expect(await graph.refusalCodes(TakeBack, of(stranger))).toEqual(['NOT_FOUND'])
    const { id: friendRequestId } = await ada.api.call('friend', { userId: grace.id })
    expect(await graph.refusalCodes(Accept, { input: { friendRequestId } })).toEqual(['NOT_FOUND'])
    expect(await graph.refusalCodes(Accept, { input: { friendRequestId: grace.id } })).toEqual(['NOT_FOUND'])
    await befriend(ada, stranger)
    const long = { input: { userId: stranger.id, emojiId: 'x'.repeat(129) } }
    expect((await graph.send(Boop.toString(), long)).errors?.[0]?.extensions).toMatchObject({ field: 'emojiId' })
  })
})

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
    expect(await friendIds({ standings: ['ONLINE'] })).toEqual([one.id, two.id])
    expect(await friendIds({ standings: ['ONLINE', 'ACTIVE'] })).toEqual([one.id, two.id, three.id])
    expect(await friendIds({ standings: ['OFFLINE'] })).toEqual([hiding.id, away.id])
    expect(await friendIds({ standings: [] })).toEqual([])
    const page = (await graph.run(Friends, { standings: ['ONLINE', 'ACTIVE'], first: 2 })).viewer?.friends
    expect(page?.pageInfo.hasNextPage).toBe(true)
    const after = page?.pageInfo.endCursor ?? ''
    expect(await friendIds({ standings: ['ONLINE', 'ACTIVE'], first: 2, after })).toEqual([three.id])
    const back = { standings: ['ONLINE', 'ACTIVE'], last: 1, before: after }
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

  test('runs as many statements for 2 friends as for 8', async () => {
    await someFriends(8)
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
    await graph.run(Ask, of(grace))
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
