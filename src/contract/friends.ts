import { z } from 'zod'
import { del, get, post, put } from './operation.ts'
import { BoopRequest, FriendStatus, LimitedUserFriend, MutualFriend } from './shapes/friend.ts'
import { Notification } from './shapes/notification.ts'
import { booleanText, pageQuery } from './shapes/queryParameters.ts'
import { Success } from './shapes/response.ts'

/** What legacy clients are told when they ask something of a person who is not found. */
export const UNKNOWN_PERSON = { userId: "user doesn't exist!" }

const UNKNOWN_REQUEST = 'that friend request could not be found'

export const friends = {
  getFriends: get('/auth/user/friends', {
    origin: 'extended',
    summary: "Lists the viewer's friends who are online or active, or with offline=true those who are offline.",
    query: z.object({
      ...pageQuery,
      offline: booleanText('offline').optional().describe('Whether to list the friends who are offline instead.'),
    }),
    result: z.array(LimitedUserFriend),
  }),
  searchActiveUsers: get('/users/active', {
    summary: 'Searches people who are online or active by name. Admins only.',
    origin: 'extended',
    access: 'admin',
    deprecated: true,
    query: z.object({
      search: z.string().describe('Part of the name; an empty one finds nobody.'),
      developerType: z.string().optional().describe('Only people with this developer type.'),
      ...pageQuery,
    }),
    result: z.array(LimitedUserFriend),
  }),
  unfriend: del('/auth/user/friends/{userId}', { origin: 'extended', summary: 'Ends a friendship.', result: Success }),
  getFriendStatus: get('/user/{userId}/friendStatus', {
    origin: 'extended',
    summary: 'Reads whether a person is a friend, or has sent or received a friend request.',
    result: FriendStatus,
  }),
  friend: post('/user/{userId}/friendRequest', {
    origin: 'extended',
    summary: 'Sends a friend request, or accepts the one that the other person has sent.',
    missing: UNKNOWN_PERSON,
    result: Notification,
  }),
  acceptFriendRequest: put('/auth/user/notifications/{notificationId}/accept', {
    summary: 'Accepts a received friend request.',
    missing: { notificationId: UNKNOWN_REQUEST },
    result: Success,
  }),
  deleteFriendRequest: del('/user/{userId}/friendRequest', {
    origin: 'extended',
    summary: 'Cancels a sent friend request, or deletes a received one.',
    missing: { userId: UNKNOWN_REQUEST },
    result: Success,
  }),
  boop: post('/users/{userId}/boop', {
    origin: 'extended',
    summary: 'Sends a boop to a friend.',
    missing: UNKNOWN_PERSON,
    body: BoopRequest,
    bodyOptional: true,
    result: Success,
  }),
  getMutualFriends: get('/users/{userId}/mutuals/friends', {
    summary: 'Lists mutual friends of the viewer and another person.',
    query: z.object(pageQuery),
    result: z.array(MutualFriend),
  }),
}
