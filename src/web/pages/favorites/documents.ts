import { graphql } from '../../generated/index.ts'

/** The favorites in a group of the viewer, the latest first. */
export const FAVORITE_LIST = graphql(`
  fragment FavoriteList on FavoriteConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        targetId
        target {
          __typename
          ... on World {
            id
            name
            ...WorldCard
          }
          ... on Avatar {
            id
            name
            ...AvatarCard
          }
          ... on User {
            id
            displayName
            ...FriendRow
          }
        }
      }
    }
  }
`)

export const FAVORITES = graphql(`
  query Favorites($group: FavoriteGroupName!, $after: String) {
    viewer {
      id
      instance {
        id
      }
      favorites(first: 24, filter: { group: $group }, after: $after) {
        ...FavoriteList
      }
    }
  }
`)

export const FAVORITE_CHANGES = graphql(`
  subscription FavoriteChanges($initial: Boolean) {
    viewerListsChanged(initial: $initial) {
      kind
    }
  }
`)

/** Where friends are, and friendships that end, with which a favorite does. */
export const FAVORITE_FRIEND_CHANGES = graphql(`
  subscription FavoriteFriendChanges($initial: Boolean) {
    friendActivity(initial: $initial) {
      kind
      user {
        id
        ...FriendRow
      }
    }
  }
`)
