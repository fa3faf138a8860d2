import type { friends } from '../../contract/friends.ts'
import type { Handlers } from '../../contract/operation.ts'
import { success } from '../../contract/shapes/error.ts'
import { pageOf } from '../../contract/shapes/page.ts'
import type { ScopeOf } from '../../kernel/scope.ts'
import { notificationWire } from '../notifications/wire.ts'
import { boop } from './boops.ts'
import { readFriendStatus, readFriends } from './friends.ts'
import { unfriend } from './friendships.ts'
import { countMutualFriends, readMutualFriends } from './mutuals.ts'
import { acceptFriendRequest, deleteFriendRequest, friend } from './requests.ts'
import { friendStatusWire, friendWire, mutualFriendWire, mutualsWire } from './wire.ts'

export const friendsRest: Handlers<typeof friends, ScopeOf> = {
  getFriends: async (scope, { query }) =>
    (await readFriends(scope, query.offline ?? false, pageOf(query))).map(friendWire),
  unfriend: async (scope, { userId }) => unfriend(scope, userId).then(() => success('Friendship destroyed')),
  getFriendStatus: async (scope, { userId }) => friendStatusWire(await readFriendStatus(scope, userId)),
  friend: async (scope, { userId }) => notificationWire(await friend(scope, userId)),
  acceptFriendRequest: async (scope, { notificationId }) =>
    acceptFriendRequest(scope, notificationId).then(() => success('Ok')),
  deleteFriendRequest: async (scope, { userId }) =>
    deleteFriendRequest(scope, userId).then(() => success('Friendship request deleted')),
  boop: async (scope, { userId, body }) => boop(scope, userId, body).then(() => success('User booped!')),
  getMutuals: async (scope, { userId }) => mutualsWire(await countMutualFriends(scope, userId)),
  getMutualFriends: async (scope, { userId, query }) =>
    (await readMutualFriends(scope, userId, pageOf(query))).map(mutualFriendWire),
}
