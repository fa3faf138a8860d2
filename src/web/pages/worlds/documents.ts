import { graphql } from '../../generated/index.ts'

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

export const OWN_WORLD_LIST = graphql(`
  fragment OwnWorldList on WorldConnection {
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
        ...WorldRelease
      }
    }
  }
`)

/** Also the worlds that an admin has hidden. */
export const OWN_WORLDS = graphql(`
  query OwnWorlds($filter: WorldFilter, $sort: WorldSort, $ascending: Boolean, $after: String) {
    viewer {
      id
      worlds(first: 24, filter: $filter, sort: $sort, ascending: $ascending, after: $after) {
        ...OwnWorldList
      }
    }
  }
`)

/** What the viewer makes, changes and deletes, on any device. */
export const OWN_WORLD_CHANGES = graphql(`
  subscription OwnWorldChanges($initial: Boolean) {
    contentChanged(initial: $initial) {
      contentType
      action
      deletedId
      world {
        id
        ...WorldCard
        ...WorldRelease
      }
    }
  }
`)
