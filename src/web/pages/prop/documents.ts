import { graphql } from '../../generated/index.ts'

export const PROP = graphql(`
  fragment PropPage on Prop {
    id
    name
    description
    imageUrl
    isPublic
    tags
    spawnType
    worldPlacementMask
    maxCountPerUser
    createdAt
    updatedAt
    viewerCanUpdate
    viewerCanReport
    author {
      id
      isViewer
      displayName
      ...PersonChip
    }
    ...PropPackages
  }
`)

export const PROP_DETAILS = graphql(`
  query PropDetails($propId: ID!) {
    node(id: $propId) {
      __typename
      id
      ... on Prop {
        ...PropPage
      }
    }
  }
`)

/** Changes of the viewer's own props, on any device. */
export const PROP_CHANGES = graphql(`
  subscription PropChanges($propId: ID!, $initial: Boolean) {
    contentChanged(initial: $initial) {
      query {
        node(id: $propId) {
          __typename
          id
          ... on Prop {
            ...PropPage
          }
        }
      }
    }
  }
`)
