import { z } from 'zod'
import { del, get, post, put } from './operation.ts'
import { BoopRequest, FriendStatus, LimitedUserFriend, MutualFriend, Mutuals } from './shapes/friend.ts'
import { Notification } from './shapes/notification.ts'
import { booleanText, pageQuery } from './shapes/queryParameters.ts'
import { Success } from './shapes/response.ts'

export const friends = {
  getFriends: get('/auth/user/friends', {
    summary: "Lists the viewer's friends who are online or active, or with offline=true those who are offline.",
    query: z.object({
      ...pageQuery,
      offline: booleanText('offline').optional().describe('Whether to list the friends who are offline instead.'),
    }),
    result: z.array(LimitedUserFriend),
  }),
  unfriend: del('/auth/user/friends/{userId}', { summary: 'Ends a friendship.', result: Success }),
  getFriendStatus: get('/user/{userId}/friendStatus', {
    summary: 'Reads whether a person is a friend, or has sent or received a friend request.',
    result: FriendStatus,
  }),
  friend: post('/user/{userId}/friendRequest', {
    summary: 'Sends a friend request, or accepts the one that the other person has sent.',
    result: Notification,
  }),
  acceptFriendRequest: put('/auth/user/notifications/{notificationId}/accept', {
    summary: 'Accepts a received friend request.',
    result: Success,
  }),
  deleteFriendRequest: del('/user/{userId}/friendRequest', {
    summary: 'Cancels a sent friend request, or deletes a received one.',
    result: Success,
  }),
  boop: post('/users/{userId}/boop', {
    summary: 'Sends a boop to a friend.',
    body: BoopRequest,
    bodyOptional: true,
    result: Success,
  }),
  getMutuals: get('/users/{userId}/mutuals', {
    summary: 'Counts mutual friends and groups of the viewer and another person.',
    result: Mutuals,
  }),
  getMutualFriends: get('/users/{userId}/mutuals/friends', {
    summary: 'Lists mutual friends of the viewer and another person.',
    query: z.object(pageQuery),
    result: z.array(MutualFriend),
  }),
}
