import { graphql } from '../../generated/index.ts'

/** What the author gives of a prop. */
export const PROP_EDIT = graphql(`
  fragment PropEdit on Prop {
    id
    updatedAt
    name
    description
    imageUrl
    isPublic
    tags
    spawnType
    worldPlacementMask
    viewerCanUpdate
    viewerCanPublish
    viewerCanDelete
    author {
      id
      isViewer
    }
    ...PropPackages
  }
`)

export const PROP_TO_EDIT = graphql(`
  query PropToEdit($propId: ID!) {
    node(id: $propId) {
      __typename
      id
      ... on Prop {
        ...PropEdit
      }
    }
  }
`)

/** Changes on other devices; a prop that was deleted there is null. */
export const PROP_EDIT_CHANGES = graphql(`
  subscription PropEditChanges($propId: ID!, $initial: Boolean) {
    contentChanged(initial: $initial) {
      query {
        node(id: $propId) {
          __typename
          id
          ... on Prop {
            ...PropEdit
          }
        }
      }
    }
  }
`)

export const CREATE_PROP = graphql(`
  mutation CreateProp($input: CreatePropInput!) {
    createProp(input: $input) {
      prop {
        id
        ...PropEdit
      }
    }
  }
`)

export const UPDATE_PROP = graphql(`
  mutation UpdateProp($input: UpdatePropInput!) {
    updateProp(input: $input) {
      prop {
        id
        ...PropEdit
      }
    }
  }
`)

export const PUBLISH_PROP = graphql(`
  mutation PublishProp($input: PublishPropInput!) {
    publishProp(input: $input) {
      prop {
        id
        ...PropEdit
      }
    }
  }
`)

export const UNPUBLISH_PROP = graphql(`
  mutation UnpublishProp($input: UnpublishPropInput!) {
    unpublishProp(input: $input) {
      prop {
        id
        ...PropEdit
      }
    }
  }
`)

export const DELETE_PROP = graphql(`
  mutation DeleteProp($input: DeletePropInput!) {
    deleteProp(input: $input) {
      deletedPropId
    }
  }
`)
