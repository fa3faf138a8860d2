import { graphql } from '../../../generated/index.ts'

export const CONSOLE_REVIEW = graphql(`
  fragment ConsoleReview on AssetReview {
    id
    fileId
    fileName
    version
    reviewNotes
    createdAt
    updatedAt
    owner {
      id
      displayName
    }
    analysis {
      isReadable
      reason
      engineVersion
    }
  }
`)

export const CONSOLE_REVIEWS = graphql(`
  query ConsoleReviews($isWaiting: Boolean, $ascending: Boolean, $first: Int = 50, $more: String) {
    assetReviews(isWaiting: $isWaiting, ascending: $ascending, first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleReview
        }
      }
    }
  }
`)

export const WRITE_REVIEW_NOTES = graphql(`
  mutation ConsoleWriteReviewNotes($input: UpdateAssetReviewNotesInput!) {
    updateAssetReviewNotes(input: $input) {
      assetReview {
        id
        ...ConsoleReview
      }
    }
  }
`)

export const CONSOLE_BUNDLE = graphql(`
  fragment ConsoleBundle on AdminAssetBundle {
    id
    name
    assetType
    description
    isPublic
    tags
    createdAt
    packages {
      assetUrl
      platform
      unityVersion
      variant
    }
  }
`)

export const CONSOLE_BUNDLES = graphql(`
  query ConsoleAssetBundles($first: Int = 50, $more: String) {
    adminAssetBundles(first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleBundle
        }
      }
    }
  }
`)

export const CREATE_BUNDLE = graphql(`
  mutation ConsoleCreateBundle($input: CreateAdminAssetBundleInput!) {
    createAdminAssetBundle(input: $input) {
      adminAssetBundle {
        id
      }
    }
  }
`)

export const DELETE_BUNDLE = graphql(`
  mutation ConsoleDeleteBundle($input: DeleteAdminAssetBundleInput!) {
    deleteAdminAssetBundle(input: $input) {
      deletedAdminAssetBundleId
    }
  }
`)

export const CONSOLE_STYLES = graphql(`
  query ConsoleStyles($first: Int = 100, $more: String) {
    avatarStyles(first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          name
        }
      }
    }
  }
`)

export const SET_STYLE = graphql(`
  mutation ConsoleSetStyle($input: SetAvatarStyleInput!) {
    setAvatarStyle(input: $input) {
      avatarStyle {
        id
        name
      }
    }
  }
`)
