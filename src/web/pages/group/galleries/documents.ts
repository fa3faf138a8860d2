import { graphql } from '../../../generated/index.ts'

export const GROUP_GALLERIES = graphql(`
  fragment GroupGalleries on Group {
    id
    viewerCanCreateGalleries
    galleries(first: 10) {
      totalCount
      edges {
        cursor
        node {
          id
          name
          description
          membersOnly
          images(first: 1, isApproved: true) {
            totalCount
            edges {
              cursor
              node {
                id
                thumbnailUrl
              }
            }
          }
        }
      }
    }
  }
`)

export const GROUP_GALLERY_LIST = graphql(`
  query GroupGalleryList($groupId: ID!) {
    group(id: $groupId) {
      id
      ...GroupGalleries
    }
  }
`)

export const GROUP_GALLERY_CHANGES = graphql(`
  subscription GroupGalleryChanges($groupId: ID!, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      kind
      group {
        id
        ...GroupGalleries
      }
    }
  }
`)

export const GALLERY_PICTURE = graphql(`
  fragment GalleryPicture on GroupGalleryImage {
    id
    fileId
    imageUrl
    thumbnailUrl
    isApproved
    createdAt
    viewerCanApprove
    viewerCanDelete
    submittedBy {
      id
      displayName
      ...PersonChip
    }
  }
`)

/** A gallery with its pictures, and apart from them those that wait for approval. */
export const GALLERY = graphql(`
  fragment Gallery on GroupGallery {
    id
    updatedAt
    name
    description
    membersOnly
    roleIdsToView
    roleIdsToSubmit
    roleIdsToAutoApprove
    roleIdsToManage
    viewerCanUpdate
    viewerCanDelete
    viewerCanSubmit
    viewerCanManageImages
    viewerNeedsApproval
    images(first: 30, after: $more, isApproved: true) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...GalleryPicture
        }
      }
    }
    waiting: images(first: 30, after: $moreWaiting, isApproved: false) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...GalleryPicture
        }
      }
    }
  }
`)

/** A picture by its id, wherever it stands in its gallery. */
export const ONE_PICTURE = graphql(`
  query OneGalleryPicture($pictureId: ID!) {
    node(id: $pictureId) {
      __typename
      ... on GroupGalleryImage {
        ...GalleryPicture
      }
    }
  }
`)

export const ONE_GALLERY = graphql(`
  query OneGallery($galleryId: ID!, $more: String, $moreWaiting: String) {
    node(id: $galleryId) {
      __typename
      ... on GroupGallery {
        ...Gallery
      }
    }
  }
`)

/** The gallery is read by its id, as the list of galleries has no pictures but one. */
export const ONE_GALLERY_CHANGES = graphql(`
  subscription OneGalleryChanges($groupId: ID!, $galleryId: ID!, $more: String, $moreWaiting: String, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      kind
      query {
        node(id: $galleryId) {
          __typename
          ... on GroupGallery {
            ...Gallery
          }
        }
      }
    }
  }
`)

export const CREATE_GALLERY = graphql(`
  mutation CreateGallery($input: CreateGroupGalleryInput!) {
    createGroupGallery(input: $input) {
      groupGallery {
        id
      }
      group {
        ...GroupGalleries
      }
    }
  }
`)

export const UPDATE_GALLERY = graphql(`
  mutation UpdateGallery($input: UpdateGroupGalleryInput!, $more: String, $moreWaiting: String) {
    updateGroupGallery(input: $input) {
      groupGallery {
        ...Gallery
      }
    }
  }
`)

export const DELETE_GALLERY = graphql(`
  mutation DeleteGallery($input: DeleteGroupGalleryInput!) {
    deleteGroupGallery(input: $input) {
      deletedGroupGalleryId
      group {
        ...GroupGalleries
      }
    }
  }
`)

export const ADD_PICTURE = graphql(`
  mutation AddGalleryPicture($input: AddGroupGalleryImageInput!, $more: String, $moreWaiting: String) {
    addGroupGalleryImage(input: $input) {
      groupGalleryImage {
        id
        gallery {
          ...Gallery
        }
      }
    }
  }
`)

export const APPROVE_PICTURE = graphql(`
  mutation ApproveGalleryPicture($input: ApproveGroupGalleryImageInput!, $more: String, $moreWaiting: String) {
    approveGroupGalleryImage(input: $input) {
      groupGalleryImage {
        id
        gallery {
          ...Gallery
        }
        ...GalleryPicture
      }
    }
  }
`)

export const DELETE_PICTURE = graphql(`
  mutation DeleteGalleryPicture($input: DeleteGroupGalleryImageInput!, $more: String, $moreWaiting: String) {
    deleteGroupGalleryImage(input: $input) {
      deletedGroupGalleryImageId
      groupGallery {
        ...Gallery
      }
    }
  }
`)

export const ORDER_PICTURES = graphql(`
  mutation OrderGalleryPictures($input: SetGroupGalleryFileOrderInput!, $galleryId: ID!, $more: String, $moreWaiting: String) {
    setGroupGalleryFileOrder(input: $input) {
      galleryId
      query {
        node(id: $galleryId) {
          __typename
          ... on GroupGallery {
            ...Gallery
          }
        }
      }
    }
  }
`)
