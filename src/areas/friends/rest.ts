import type { friends } from '../../contract/friends.ts'
import type { Handlers } from '../../contract/operation.ts'
import { pageOf } from '../../contract/shapes/queryParameters.ts'
import { successResponse } from '../../contract/shapes/response.ts'
import type { ScopeByAccess } from '../../kernel/scope.ts'
import { notificationWire } from '../notifications/wire.ts'
import { searchActiveUsers } from './activeUsers.ts'
import { boop } from './boops.ts'
import { acceptFriendRequest, deleteFriendRequest, sendFriendRequest } from './friendRequests.ts'
import { readFriendStatus, readFriends, readMutualFriends } from './friends.ts'
import { unfriend } from './friendships.ts'
import { activeUserWire, friendStatusWire, friendWire, mutualFriendWire } from './wire.ts'

export const friendsRest: Handlers<typeof friends, ScopeByAccess> = {
  getFriends: async (scope, { query }) =>
    (await readFriends(scope, query.offline ?? false, pageOf(query))).map((friend) => friendWire(scope, friend)),
  searchActiveUsers: async (scope, { query }) =>
    (await searchActiveUsers(scope, query, pageOf(query))).map((person) => activeUserWire(scope, person)),
  unfriend: async (scope, { userId }) => unfriend(scope, userId).then(() => successResponse('Friendship destroyed')),
  getFriendStatus: async (scope, { userId }) => friendStatusWire(await readFriendStatus(scope, userId)),
  friend: async (scope, { userId }) => notificationWire(scope, await sendFriendRequest(scope, userId)),
  acceptFriendRequest: async (scope, { notificationId }) =>
    acceptFriendRequest(scope, notificationId).then(() => successResponse('Ok')),
  deleteFriendRequest: async (scope, { userId }) =>
    deleteFriendRequest(scope, userId).then(() => successResponse('Friendship request deleted')),
  boop: async (scope, { userId, body }) => boop(scope, userId, body).then(() => successResponse('User booped!')),
  getMutualFriends: async (scope, { userId, query }) =>
    (await readMutualFriends(scope, userId, pageOf(query))).map((person) => mutualFriendWire(scope, person)),
}
