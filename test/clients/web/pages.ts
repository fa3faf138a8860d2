import { calendarPages } from './calendarPages.ts'
import { groupPages } from './groupPages.ts'

/**
 * The documents of a web client, by name. Operations are named as Relay demands: the name of their module first. Apollo
 * Client and graphcache add `__typename`, Relay adds ids as well.
 */
export const pages = {
  ...groupPages,
  ...calendarPages,
  signIn: `
    mutation pagesSignInMutation($input: SignInInput!) {
      signIn(input: $input) { session { id pendingFactors } viewer { id username } }
    }`,
  secondFactor: `
    mutation pagesSecondFactorMutation($input: Verify2FAInput!) {
      verify2FA(input: $input) { session { id pendingFactors } viewer { id username email } }
    }`,
  signOut: `
    mutation pagesSignOutMutation { logout(input: {}) { deletedSessionId session { id } viewer { id } } }`,
  me: `
    query pagesMeQuery { viewer { id username unreadNotificationCount user { id displayName userIcon isViewer } } }`,
  home: `
    query pagesHomeQuery {
      viewer {
        id
        unreadNotificationCount
        notificationFeedCursor
        user { id displayName pictureUrl(size: 128) status }
        friends(first: 50) {
          totalCount
          edges { cursor node { ...pages_friend } }
          pageInfo { hasNextPage endCursor }
        }
        incomingFriendRequests(first: 10) { totalCount nodes { id createdAt sender { id displayName isFriend } } }
        notifications(first: 20) {
          edges { cursor node { id type category title message createdAt seenAt sender { id displayName pictureUrl(size: 64) } } }
          pageInfo { hasNextPage endCursor }
        }
        favoriteWorlds(first: 16) { nodes { ...pages_world } }
      }
      popular: worlds(first: 16, sort: POPULARITY) { nodes { ...pages_world } }
      latest: worlds(first: 16, sort: PUBLISHED_AT) { nodes { ...pages_world } }
    }
    fragment pages_friend on User {
      id displayName pictureUrl(size: 64) status statusDescription standing trustRank
      whereabouts { kind instance { id name type occupantCount viewerCanEnter world { id name thumbnailUrl } } }
    }
    fragment pages_world on World { id name thumbnailUrl occupantCount favoriteCount author { id displayName } }`,
  world: `
    query pagesWorldQuery($id: ID!) {
      world(id: $id) {
        id name description imageUrl occupantCount tags updatedAt viewerCanUpdate
        author { id displayName pictureUrl(size: 64) }
        friends(first: 10) { totalCount nodes { id displayName } }
        instances(first: 30) {
          totalCount
          edges {
            cursor
            node {
              id name type region occupantCount capacity viewerCanEnter viewerCanClose
              owner { id displayName }
              occupants(first: 10) { nodes { id displayName pictureUrl(size: 64) } }
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
  worlds: `
    query pagesWorldsQuery($after: String) {
      worlds(first: 6, after: $after) {
        totalCount
        edges { cursor node { id name author { id displayName } } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
  accept: `
    mutation pagesAcceptMutation($input: AcceptFriendRequestInput!) {
      acceptFriendRequest(input: $input) {
        deletedFriendRequestId
        user { id isFriend }
        friendEdge { cursor node { id displayName isFriend } }
        viewer { id incomingFriendRequests(first: 10) { totalCount nodes { id } } }
      }
    }`,
  createUpload: `
    mutation pagesCreateUploadMutation($input: CreateUploadInput!) {
      createUpload(input: $input) { upload { id url method headers { name value } expiresAt } }
    }`,
  setPicture: `
    mutation pagesSetPictureMutation($input: UpdateProfileInput!) {
      updateProfile(input: $input) { user { id userIcon pictureUrl(size: 128) } viewer { id } }
    }`,
  feed: `
    subscription pagesFeedSubscription($after: String) {
      notificationFeed(after: $after) {
        cursor kind deletedIds
        notification { id type title createdAt seenAt sender { id displayName } }
        viewer { id unreadNotificationCount }
      }
    }`,
} as const

export type PageName = keyof typeof pages
