import { z } from 'zod'
import { FriendRequestId, UserId } from '../../../contract/ids.ts'
import { BoopRequest } from '../../../contract/shapes/friend.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { edgeOf } from '../../../edges/graphql/resolvers/connection.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { graphNotificationId } from '../../notifications/types.ts'
import { relationToViewer, UserEdge, userRef, usersById } from '../../users/graph/user.ts'
import { boop } from '../boops.ts'
import { acceptFriendRequest, declineFriendRequest, deleteFriendRequest, sendFriendRequest } from '../friendRequests.ts'
import { unfriend } from '../friendships.ts'
import { BY_DISPLAY_NAME } from './friend.ts'
import { BY_LATEST_REQUEST, FriendRequestEdge, friendRequestRef } from './friendRequest.ts'

/** What a mutation on another person returns: the id of that person. */
interface WithOther {
  readonly userId: string
}

const OtherUser = z.object({ userId: UserId.describe('Id of the other person.') })
const ReceivedRequest = z.object({ friendRequestId: FriendRequestId.describe('Id of a received friend request.') })

const otherUser = userRef('userId', 'The other person, with the new relation to the viewer.')

/** The entry of a person in the list of friends, by which clients add them to it. */
const friendEdge = {
  type: UserEdge,
  nullable: true as const,
  description: 'The other person in the list of friends; null while they are no friend.',
  resolve: async ({ userId }: WithOther, _args: unknown, context: GraphContext) => {
    const isFriend = (await relationToViewer(context, userId))?.isFriend ?? false
    const user = isFriend ? await usersById(context).load(userId) : null
    return user && edgeOf(BY_DISPLAY_NAME, user)
  },
}

interface WithDeletedRequest {
  readonly deletedFriendRequestId: string | null
}

const deletedNotificationId = {
  nullable: true as const,
  description: 'Id of the notification of the request, to take out of lists of notifications; null for none.',
  resolve: ({ deletedFriendRequestId: id }: WithDeletedRequest) => id && graphNotificationId(id),
}

mutation('friend', {
  description: 'Sends a friend request, or accepts the one that the other person has sent.',
  input: OtherUser,
  run: async (scope, { userId }) => {
    const request = await sendFriendRequest(scope, userId)
    const isAccepted = request.senderId === userId
    return { userId, request: isAccepted ? null : request, deletedFriendRequestId: isAccepted ? request.id : null }
  },
  payload: (t) => ({
    user: t.field(otherUser),
    friendEdge: t.field(friendEdge),
    friendRequestEdge: t.field({
      type: FriendRequestEdge,
      nullable: true,
      description: 'The sent request in the list of sent requests; null when a received one was accepted.',
      resolve: ({ request }) => request && edgeOf(BY_LATEST_REQUEST, request),
    }),
    deletedFriendRequestId: t.exposeID('deletedFriendRequestId', {
      nullable: true,
      description: 'Id of the received request that was accepted, and is gone with it.',
    }),
    deletedNotificationId: t.id(deletedNotificationId),
  }),
})

mutation('acceptFriendRequest', {
  description: 'Accepts a friend request, including a declined one.',
  input: ReceivedRequest,
  run: async (scope, { friendRequestId }) => ({
    userId: await acceptFriendRequest(scope, friendRequestId),
    deletedFriendRequestId: friendRequestId,
  }),
  payload: (t) => ({
    user: t.field(otherUser),
    friendEdge: t.field(friendEdge),
    deletedFriendRequestId: t.exposeID('deletedFriendRequestId', { description: 'Id of the request, which is gone.' }),
    deletedNotificationId: t.id(deletedNotificationId),
  }),
})

mutation('declineFriendRequest', {
  description: 'Hides a friend request. Its sender is not notified, and it can still be accepted.',
  input: ReceivedRequest,
  run: async (scope, { friendRequestId }) => ({
    userId: await declineFriendRequest(scope, friendRequestId),
    friendRequestId,
  }),
  payload: (t) => ({
    user: t.field(otherUser),
    friendRequest: t.field(friendRequestRef('friendRequestId', 'The declined request.')),
    deletedNotificationId: t.id({
      description: 'Id of the notification of the request, to take out of lists of notifications.',
      resolve: ({ friendRequestId }) => graphNotificationId(friendRequestId),
    }),
  }),
})

mutation('deleteFriendRequest', {
  description: "Cancels the viewer's friend request to a person, or deletes the one received from that person.",
  input: OtherUser,
  run: async (scope, { userId }) => ({ userId, deletedFriendRequestId: await deleteFriendRequest(scope, userId) }),
  payload: (t) => ({
    user: t.field(otherUser),
    deletedFriendRequestId: t.exposeID('deletedFriendRequestId', { description: 'Id of the deleted request.' }),
  }),
})

mutation('unfriend', {
  description: 'Ends a friendship.',
  input: OtherUser,
  run: async (scope, { userId }) => {
    await unfriend(scope, userId)
    return { userId, deletedFriendId: userId }
  },
  payload: (t) => ({
    user: t.field(otherUser),
    deletedFriendId: t.exposeID('deletedFriendId', {
      description: 'Id of the person, to take out of lists of friends.',
    }),
  }),
})

mutation('boop', {
  description: 'Sends a boop to a friend.',
  input: BoopRequest.extend({ userId: UserId.describe('Id of a friend.') }),
  run: async (scope, { userId, ...emoji }) => {
    await boop(scope, userId, emoji)
    return { userId }
  },
  payload: (t) => ({ user: t.field(userRef('userId', 'The friend.')) }),
})
