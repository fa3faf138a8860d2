import { graphql } from '../../generated/index.ts'

export const WORLD_EDIT = graphql(`
  fragment WorldEdit on World {
    id
    updatedAt
    name
    description
    imageUrl
    thumbnailUrl
    capacity
    recommendedCapacity
    tags
    urls
    previewYoutubeId
    viewerCanUpdate
    viewerCanDelete
    author {
      id
      isViewer
    }
    packages {
      id
      platform
      unityVersion
      assetVersion
      assetUrl
      createdAt
    }
    ...WorldRelease
  }
`)

export const WORLD_TO_EDIT = graphql(`
  query WorldToEdit($worldId: ID!) {
    world(id: $worldId) {
      ...WorldEdit
    }
  }
`)

export const WORLD_EDIT_CHANGES = graphql(`
  subscription WorldEditChanges($worldId: ID!, $initial: Boolean) {
    worldChanged(worldId: $worldId, initial: $initial) {
      kind
      world {
        ...WorldEdit
      }
    }
  }
`)

export const UPDATE_WORLD = graphql(`
  mutation UpdateWorld($input: UpdateWorldInput!) {
    updateWorld(input: $input) {
      world {
        ...WorldEdit
      }
    }
  }
`)

export const DELETE_PLATFORM = graphql(`
  mutation DeleteWorldPlatform($input: DeleteWorldPlatformInput!) {
    deleteWorldPlatform(input: $input) {
      deletedWorldPackageId
      world {
        ...WorldEdit
      }
    }
  }
`)

export const PUBLISH_WORLD = graphql(`
  mutation PublishWorld($input: PublishWorldInput!) {
    publishWorld(input: $input) {
      world {
        ...WorldEdit
      }
    }
  }
`)

export const UNPUBLISH_WORLD = graphql(`
  mutation UnpublishWorld($input: UnpublishWorldInput!) {
    unpublishWorld(input: $input) {
      world {
        ...WorldEdit
      }
    }
  }
`)

export const DELETE_WORLD = graphql(`
  mutation DeleteWorld($input: DeleteWorldInput!) {
    deleteWorld(input: $input) {
      deletedWorldId
    }
  }
`)

export const WORLD_FEEDBACK = graphql(`
  query WorldFeedback($worldId: ID!, $after: String) {
    feedback(first: 20, contentId: $worldId, after: $after) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          type
          reason
          description
          contentVersion
          createdAt
          commenter {
            id
            ...PersonChip
          }
        }
      }
    }
  }
`)
