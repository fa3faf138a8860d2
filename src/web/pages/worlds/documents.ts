import { graphql } from '../../generated/index.ts'

export const WORLD_LIST = graphql(`
  fragment WorldList on WorldConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...WorldCard
      }
    }
  }
`)

export const ALL_WORLDS = graphql(`
  query AllWorlds($filter: WorldFilter, $sort: WorldSort, $ascending: Boolean, $after: String) {
    worlds(first: 24, filter: $filter, sort: $sort, ascending: $ascending, after: $after) {
      ...WorldList
    }
  }
`)

export const ACTIVE_WORLDS = graphql(`
  query ActiveWorlds($filter: WorldFilter, $sort: WorldSort, $ascending: Boolean, $after: String) {
    worlds: activeWorlds(first: 24, filter: $filter, sort: $sort, ascending: $ascending, after: $after) {
      ...WorldList
    }
  }
`)

export const FAVORITE_WORLDS = graphql(`
  query FavoriteWorlds($filter: WorldFilter, $sort: WorldSort, $ascending: Boolean, $after: String) {
    viewer {
      id
      worlds: favoriteWorlds(first: 24, filter: $filter, sort: $sort, ascending: $ascending, after: $after) {
        ...WorldList
      }
    }
  }
`)

export const RECENT_WORLDS = graphql(`
  query RecentWorlds($filter: WorldFilter, $sort: WorldSort, $ascending: Boolean, $after: String) {
    viewer {
      id
      worlds: recentWorlds(first: 24, filter: $filter, sort: $sort, ascending: $ascending, after: $after) {
        ...WorldList
      }
    }
  }
`)
