import { graphql } from '../../generated/index.ts'

/** Which group of favorites something is in. */
export const FAVORITE_MARK = graphql(`
  fragment FavoriteMark on Favorite {
    id
    group {
      id
      name
      displayName
    }
  }
`)

/** How full a group of favorites is, and what its owner calls it. */
export const FAVORITE_GROUP_FACTS = graphql(`
  fragment FavoriteGroupFacts on FavoriteGroup {
    id
    name
    type
    displayName
    visibility
    favoriteCount
    capacity
  }
`)

export const FAVORITE_GROUPS = graphql(`
  query FavoriteGroups {
    viewer {
      id
      favoriteGroups(first: 20) {
        edges {
          cursor
          node {
            id
            ...FavoriteGroupFacts
          }
        }
      }
    }
  }
`)

/** What changes of a target when it becomes a favorite, or is one no longer. */
export const FAVORITE_TARGET = graphql(`
  fragment FavoriteTarget on FavoriteTarget {
    ... on World {
      ...FavoriteWorld
    }
    ... on Avatar {
      ...FavoriteAvatar
    }
    ... on User {
      id
      favorite {
        id
        ...FavoriteMark
      }
    }
  }
`)

export const ADD_FAVORITE = graphql(`
  mutation AddFavorite($input: AddFavoriteInput!) {
    addFavorite(input: $input) {
      favorite {
        id
        target {
          ...FavoriteTarget
        }
        group {
          ...FavoriteGroupFacts
        }
      }
    }
  }
`)

export const REMOVE_FAVORITE = graphql(`
  mutation RemoveFavorite($input: RemoveFavoriteInput!) {
    removeFavorite(input: $input) {
      deletedFavoriteId
      viewer {
        id
      }
      favoriteGroup {
        id
        ...FavoriteGroupFacts
      }
      target {
        ...FavoriteTarget
      }
    }
  }
`)

export const CLEAR_FAVORITE_GROUP = graphql(`
  mutation ClearFavoriteGroup($input: ClearFavoriteGroupInput!) {
    clearFavoriteGroup(input: $input) {
      deletedFavoriteIds
      viewer {
        id
      }
      favoriteGroup {
        id
        ...FavoriteGroupFacts
      }
    }
  }
`)

export const UPDATE_FAVORITE_GROUP = graphql(`
  mutation UpdateFavoriteGroup($input: UpdateFavoriteGroupInput!) {
    updateFavoriteGroup(input: $input) {
      favoriteGroup {
        ...FavoriteGroupFacts
      }
    }
  }
`)
