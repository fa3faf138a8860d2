import { graphql } from '../../generated/index.ts'

/** What the author gives of an avatar. */
export const AVATAR_EDIT = graphql(`
  fragment AvatarEdit on Avatar {
    id
    updatedAt
    name
    description
    imageUrl
    tags
    releaseStatus
    isSearchable
    isUploadPending
    viewerCanUpdate
    viewerCanDelete
    author {
      id
      isViewer
    }
    primaryStyle {
      id
      name
    }
    secondaryStyle {
      id
      name
    }
    packages {
      id
      platform
      variant
      unityVersion
      assetVersion
      performanceRating
      scanStatus
      createdAt
    }
    ...AvatarGallery
  }
`)

export const AVATAR_TO_EDIT = graphql(`
  query AvatarToEdit($avatarId: ID!) {
    avatar(id: $avatarId) {
      id
      ...AvatarEdit
    }
  }
`)

/** An avatar that was deleted on another device cannot be changed any longer. */
export const AVATAR_EDIT_CHANGES = graphql(`
  subscription AvatarEditChanges($avatarId: ID!, $initial: Boolean) {
    avatarChanged(avatarId: $avatarId, initial: $initial) {
      avatar {
        id
        ...AvatarEdit
      }
    }
  }
`)

export const CREATE_AVATAR = graphql(`
  mutation CreateAvatar($input: CreateAvatarInput!) {
    createAvatar(input: $input) {
      avatar {
        id
        ...AvatarEdit
      }
    }
  }
`)

export const UPDATE_AVATAR = graphql(`
  mutation UpdateAvatar($input: UpdateAvatarInput!) {
    updateAvatar(input: $input) {
      avatar {
        id
        ...AvatarEdit
      }
    }
  }
`)

export const DELETE_AVATAR = graphql(`
  mutation DeleteAvatar($input: DeleteAvatarInput!) {
    deleteAvatar(input: $input) {
      deletedAvatarId
    }
  }
`)

export const ADD_GALLERY_IMAGE = graphql(`
  mutation AddAvatarGalleryImage($input: UploadImageInput!, $avatarId: ID!) {
    uploadImage(input: $input) {
      query {
        avatar(id: $avatarId) {
          id
          ...AvatarGallery
        }
      }
    }
  }
`)

export const DELETE_GALLERY_IMAGE = graphql(`
  mutation DeleteAvatarGalleryImage($input: DeleteFileInput!, $avatarId: ID!) {
    deleteFile(input: $input) {
      query {
        avatar(id: $avatarId) {
          id
          ...AvatarGallery
        }
      }
    }
  }
`)

export const SET_GALLERY_ORDER = graphql(`
  mutation SetAvatarGalleryOrder($input: SetAvatarGalleryOrderInput!) {
    setAvatarGalleryOrder(input: $input) {
      avatar {
        id
        ...AvatarGallery
      }
    }
  }
`)
