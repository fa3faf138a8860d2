import { graphql } from '../../generated/index.ts'

/** What changes of a person when their relation to the viewer does. */
export const PERSON_RELATION = graphql(`
  fragment PersonRelation on User {
    id
    displayName
    isViewer
    isFriend
    friendRequestStatus
    friendRequest {
      id
    }
    viewerCanBefriend
    viewerHasBlocked
    viewerHasMuted
    viewerCanReport
    favorite {
      id
      group {
        id
        name
        displayName
      }
    }
    ...PersonAvatar
    ...Whereabouts
    ...FriendActs
  }
`)

/** Friend requests that wait for the viewer. */
export const INCOMING_REQUESTS = graphql(`
  fragment IncomingRequests on Viewer {
    id
    incomingFriendRequests(first: 20, after: $more) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          createdAt
          sender {
            id
            displayName
            ...PersonChip
          }
        }
      }
    }
  }
`)

/** Friend requests of the viewer that wait for others. */
export const OUTGOING_REQUESTS = graphql(`
  fragment OutgoingRequests on Viewer {
    id
    outgoingFriendRequests(first: 20, after: $more) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          createdAt
          receiver {
            id
            displayName
            ...PersonChip
          }
        }
      }
    }
  }
`)

export const FRIEND = graphql(`
  mutation Friend($input: FriendInput!, $more: String) {
    friend(input: $input) {
      user {
        ...PersonRelation
      }
      viewer {
        ...IncomingRequests
        ...OutgoingRequests
      }
    }
  }
`)

export const ACCEPT_FRIEND_REQUEST = graphql(`
  mutation AcceptFriendRequest($input: AcceptFriendRequestInput!, $more: String) {
    acceptFriendRequest(input: $input) {
      user {
        ...PersonRelation
      }
      viewer {
        unreadNotificationCount
        ...IncomingRequests
      }
    }
  }
`)

export const DECLINE_FRIEND_REQUEST = graphql(`
  mutation DeclineFriendRequest($input: DeclineFriendRequestInput!, $more: String) {
    declineFriendRequest(input: $input) {
      user {
        ...PersonRelation
      }
      viewer {
        unreadNotificationCount
        ...IncomingRequests
      }
    }
  }
`)

export const DELETE_FRIEND_REQUEST = graphql(`
  mutation DeleteFriendRequest($input: DeleteFriendRequestInput!, $more: String) {
    deleteFriendRequest(input: $input) {
      user {
        ...PersonRelation
      }
      viewer {
        unreadNotificationCount
        ...IncomingRequests
        ...OutgoingRequests
      }
    }
  }
`)

export const UNFRIEND = graphql(`
  mutation Unfriend($input: UnfriendInput!) {
    unfriend(input: $input) {
      user {
        ...PersonRelation
      }
      viewer {
        id
      }
    }
  }
`)

export const ADD_PLAYER_MODERATION = graphql(`
  mutation AddPlayerModeration($input: AddPlayerModerationInput!) {
    addPlayerModeration(input: $input) {
      user {
        ...PersonRelation
      }
    }
  }
`)

export const REMOVE_PLAYER_MODERATION = graphql(`
  mutation RemovePlayerModeration($input: RemovePlayerModerationInput!) {
    removePlayerModeration(input: $input) {
      user {
        ...PersonRelation
      }
    }
  }
`)
