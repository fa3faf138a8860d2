import { graphql } from '../../generated/index.ts'

/** The groups for favorite friends. */
export const FRIEND_GROUPS = graphql(`
  fragment FriendGroups on Viewer {
    id
    favoriteGroups(type: FRIEND, first: 10) {
      edges {
        cursor
        node {
          id
          name
          displayName
          favoriteCount
          capacity
        }
      }
    }
  }
`)

/** The friends in a group of favorites. */
export const FAVORITE_FRIENDS = graphql(`
  fragment FavoriteFriends on FavoriteGroup {
    id
    favoriteCount
    favorites(first: 50, after: $more) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          target {
            __typename
            ... on User {
              id
              displayName
              standing
              ...FriendRow
            }
          }
        }
      }
    }
  }
`)

export const FAVORITE_FRIEND_GROUPS = graphql(`
  query FavoriteFriendGroups {
    viewer {
      ...FriendGroups
    }
  }
`)

export const ADD_FAVORITE_FRIEND = graphql(`
  mutation AddFavoriteFriend($input: AddFavoriteInput!, $more: String) {
    addFavorite(input: $input) {
      favorite {
        id
        group {
          id
          name
          displayName
          ...FavoriteFriends
        }
        target {
          ... on User {
            id
            favorite {
              id
            }
          }
        }
      }
      viewer {
        ...FriendGroups
      }
    }
  }
`)

export const REMOVE_FAVORITE_FRIEND = graphql(`
  mutation RemoveFavoriteFriend($input: RemoveFavoriteInput!, $more: String) {
    removeFavorite(input: $input) {
      favoriteGroup {
        ...FavoriteFriends
      }
      target {
        ... on User {
          id
          favorite {
            id
          }
        }
      }
      viewer {
        ...FriendGroups
      }
    }
  }
`)
