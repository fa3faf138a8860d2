import { graphql } from '../../generated/index.ts'

export const WORLD_INSTANCES = graphql(`
  fragment WorldInstances on World {
    id
    occupantCount
    instances(first: 30) {
      totalCount
      edges {
        cursor
        node {
          id
          ...InstanceRow
        }
      }
    }
  }
`)

export const WORLD = graphql(`
  fragment WorldPage on World {
    id
    name
    description
    imageUrl
    capacity
    recommendedCapacity
    favoriteCount
    visitCount
    viewerCanReport
    viewerCanUpdate
    viewerCanCreateInstance
    publishedAt
    updatedAt
    tags
    releaseStatus
    author {
      id
      displayName
      isViewer
      ...PersonChip
    }
    packages {
      id
      platform
    }
    ...FavoriteWorld
  }
`)

export const WORLD_DETAILS = graphql(`
  query WorldDetails($worldId: ID!) {
    world(id: $worldId) {
      id
      ...WorldPage
    }
  }
`)

/** A world that was deleted or hidden is null: its page is read again. */
export const WORLD_DETAIL_CHANGES = graphql(`
  subscription WorldChanges($worldId: ID!, $initial: Boolean) {
    worldChanged(worldId: $worldId, initial: $initial) {
      kind
      world {
        id
        ...WorldPage
      }
    }
  }
`)

export const WORLD_PEOPLE = graphql(`
  query WorldPeople($worldId: ID!) {
    world(id: $worldId) {
      id
      ...WorldInstances
    }
  }
`)

export const WORLD_CHANGES = graphql(`
  subscription WorldPeopleChanges($worldId: ID!, $initial: Boolean) {
    worldOccupancy(worldId: $worldId, initial: $initial) {
      world {
        id
        ...WorldInstances
      }
    }
  }
`)

/** What the world has stored about the viewer. */
export const OWN_DATA = graphql(`
  query OwnWorldData($worldId: ID!) {
    world(id: $worldId) {
      id
      persistence
    }
  }
`)

export const DELETE_OWN_DATA = graphql(`
  mutation DeleteOwnWorldData($input: DeleteWorldPersistenceInput!) {
    deleteWorldPersistence(input: $input) {
      world {
        id
        persistence
      }
    }
  }
`)
