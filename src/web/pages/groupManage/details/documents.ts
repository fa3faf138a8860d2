import { graphql } from '../../../generated/index.ts'

export const MANAGE_DETAILS = graphql(`
  fragment ManageDetails on Group {
    id
    updatedAt
    name
    shortCode
    description
    rules
    languages
    links
    tags
    joinState
    promptsToJoin
    privacy
  }
`)

export const MANAGE_PICTURES = graphql(`
  fragment ManagePictures on Group {
    id
    iconId
    iconUrl
    bannerId
    bannerUrl
  }
`)

export const MANAGE_DETAILS_QUERY = graphql(`
  query ManageGroupDetails($groupId: ID!) {
    group(id: $groupId) {
      id
      ...ManageDetails
      ...ManagePictures
    }
  }
`)

export const MANAGE_DETAILS_CHANGES = graphql(`
  subscription ManageGroupDetailsChanges($groupId: ID!, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      group {
        id
        ...ManageDetails
        ...ManagePictures
      }
    }
  }
`)

export const UPDATE_GROUP = graphql(`
  mutation ManageUpdateGroup($input: UpdateGroupInput!) {
    updateGroup(input: $input) {
      group {
        id
        ...ManageDetails
        ...ManagePictures
        ...ManagedGroup
      }
    }
  }
`)

export const UPLOAD_GROUP_PICTURE = graphql(`
  mutation ManageUploadPicture($input: UploadImageInput!) {
    uploadImage(input: $input) {
      file {
        id
      }
    }
  }
`)
