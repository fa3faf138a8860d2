import { z } from 'zod'
import { del, get, post, put } from './operation.ts'
import { Success } from './shapes/error.ts'
import { BoopRequest, FriendStatus, LimitedUserFriend, MutualFriend, Mutuals } from './shapes/friend.ts'
import { Notification } from './shapes/notification.ts'
import { flag, paged } from './shapes/page.ts'

export const friends = {
  getFriends: get('/auth/user/friends', {
    summary: 'Lists the own friends: those who are here, or with offline=true those who are not.',
    query: z.object({ ...paged, offline: flag('offline').optional() }),
    result: z.array(LimitedUserFriend),
  }),
  unfriend: del('/auth/user/friends/{userId}', { summary: 'Ends a friendship.', result: Success }),
  getFriendStatus: get('/user/{userId}/friendStatus', {
    summary: 'Tells whether a person is a friend, or whether one of the two has asked.',
    result: FriendStatus,
  }),
  friend: post('/user/{userId}/friendRequest', {
    summary: 'Asks a person to be friends; accepts where that person has asked already.',
    result: Notification,
  }),
  acceptFriendRequest: put('/auth/user/notifications/{notificationId}/accept', {
    summary: 'Accepts a friend request that was received.',
    result: Success,
  }),
  deleteFriendRequest: del('/user/{userId}/friendRequest', {
    summary: 'Takes a friend request back, or clears one that was received.',
    result: Success,
  }),
  boop: post('/users/{userId}/boop', {
    summary: 'Boops a friend.',
    body: BoopRequest,
    bodyOptional: true,
    result: Success,
  }),
  getMutuals: get('/users/{userId}/mutuals', {
    summary: 'Counts the friends and groups that the viewer and a person have in common.',
    result: Mutuals,
  }),
  getMutualFriends: get('/users/{userId}/mutuals/friends', {
    summary: 'Lists the friends that the viewer and a person have in common.',
    query: z.object(paged),
    result: z.array(MutualFriend),
  }),
}
