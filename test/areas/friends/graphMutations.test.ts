import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { graphql } from '../../generated/index.ts'
import { sharedApp } from '../../support/app.ts'
import { befriend } from '../../support/friends.ts'
import { aGraphClient, type GraphClient } from '../../support/graphClient.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const Ask = graphql(`
  mutation Ask($input: FriendInput!) {
    friend(input: $input) {
      user { id isFriend friendRequestStatus standing viewerCanBefriend }
      friendEdge { cursor node { id } }
      friendRequestEdge { cursor node { id } }
      deletedFriendRequestId
      deletedNotificationId
      clientMutationId
      viewer { id friends { nodes { id } } outgoingFriendRequests { nodes { id } } }
    }
  }
`)

const Accept = graphql(`
  mutation Accept($input: AcceptFriendRequestInput!) {
    acceptFriendRequest(input: $input) {
      user { id isFriend }
      friendEdge { cursor node { id } }
      deletedFriendRequestId
      deletedNotificationId
      viewer { incomingFriendRequests { nodes { id } } }
    }
  }
`)

const TakeBack = graphql(`
  mutation TakeBack($input: DeleteFriendRequestInput!) {
    deleteFriendRequest(input: $input) { user { id friendRequestStatus } deletedFriendRequestId }
  }
`)

const Part = graphql(`
  mutation Part($input: UnfriendInput!) {
    unfriend(input: $input) { user { id isFriend standing } deletedFriendId viewer { friends { nodes { id } } } }
  }
`)

const Decline = graphql(`
  mutation Decline($input: DeclineFriendRequestInput!) {
    declineFriendRequest(input: $input) {
      user { id friendRequestStatus }
      friendRequest { id isHidden notification { id isHidden } }
      deletedNotificationId
      viewer { incomingFriendRequests(isHidden: true) { nodes { id isHidden } } }
    }
  }
`)

const Boop = graphql(`
  mutation Boop($input: BoopInput!) {
    boop(input: $input) { user { id } }
  }
`)

const app = await sharedApp()
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
const idsOf = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id)

describe('friend mutations', () => {
  test('send and accept a request and end the friendship, and return the new relation', async () => {
    const asked = (await graph.run(Ask, { input: { userId: grace.id, clientMutationId: 'one' } })).friend
    expect(asked).toMatchObject({
      user: { id: grace.id, isFriend: false, friendRequestStatus: 'OUTGOING', standing: 'OFFLINE' },
      friendEdge: null,
      deletedFriendRequestId: null,
      clientMutationId: 'one',
    })
    const [friendRequestId = ''] = idsOf(asked.viewer.outgoingFriendRequests.nodes)
    expect(asked.friendRequestEdge).toEqual({ cursor: expect.any(String), node: { id: friendRequestId } })
    const other = aGraphClient(app, grace.api)
    expect(await other.run(Accept, { input: { friendRequestId } })).toEqual({
      acceptFriendRequest: {
        user: { id: ada.id, isFriend: true },
        friendEdge: { cursor: expect.any(String), node: { id: ada.id } },
        deletedFriendRequestId: friendRequestId,
        deletedNotificationId: friendRequestId.replace('frq_', 'not_'),
        viewer: { incomingFriendRequests: { nodes: [] } },
      },
    })
    const { unfriend } = await graph.run(Part, of(grace))
    expect(unfriend).toEqual({
      user: { id: grace.id, isFriend: false, standing: 'OFFLINE' },
      deletedFriendId: grace.id,
      viewer: { friends: { nodes: [] } },
    })
  })

  test('accept the request of the other person, and cancel a request', async () => {
    const { id: requestId } = await grace.api.call('friend', { userId: ada.id })
    const { friend } = await graph.run(Ask, of(grace))
    expect(friend).toMatchObject({
      user: { isFriend: true, friendRequestStatus: null, standing: 'ONLINE' },
      friendEdge: { node: { id: grace.id } },
      friendRequestEdge: null,
      deletedFriendRequestId: requestId,
    })
    expect(idsOf(friend.viewer.friends.nodes)).toEqual([grace.id])
    const third = await aUser(app)
    await graph.run(Ask, of(third))
    const { deleteFriendRequest } = await graph.run(TakeBack, of(third))
    expect(deleteFriendRequest).toEqual({
      user: { id: third.id, friendRequestStatus: null },
      deletedFriendRequestId: expect.stringMatching(/^frq_/),
    })
  })

  test('decline a request, which hides it and changes nothing for its sender', async () => {
    const { id } = await grace.api.call('friend', { userId: ada.id })
    const { declineFriendRequest } = await graph.run(Decline, { input: { friendRequestId: id } })
    const notificationId = id.replace('frq_', 'not_')
    expect(declineFriendRequest).toEqual({
      user: { id: grace.id, friendRequestStatus: 'INCOMING' },
      friendRequest: { id, isHidden: true, notification: { id: notificationId, isHidden: true } },
      deletedNotificationId: notificationId,
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
    expect((await graph.send(Boop.toString(), long)).errors?.[0]?.extensions).toMatchObject({
      issues: [{ path: ['input', 'emojiId'] }],
    })
  })
})
