import { graphql } from '../../../generated/index.ts'

export const CONSOLE_ITEM = graphql(`
  fragment ConsoleItem on ContentItem {
    contentId
    kind
    name
    description
    imageUrl
    thumbnailUrl
    createdAt
    updatedAt
    state
    tags
    isFeatured
    isVerified
    memberCount
    openReportCount
    author {
      id
      displayName
    }
    hiding {
      id
      hiddenAt
      reason
      hiddenBy {
        id
        displayName
      }
    }
  }
`)

export const CONSOLE_ITEMS = graphql(`
  query ConsoleItems(
    $kind: ContentItemKind!
    $filter: ContentItemFilter
    $sort: ContentItemSort
    $ascending: Boolean
    $first: Int = 50
    $more: String
  ) {
    contentItems(kind: $kind, filter: $filter, sort: $sort, ascending: $ascending, first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          ...ConsoleItem
        }
      }
    }
  }
`)

export const CONSOLE_ITEM_ALONE = graphql(`
  query ConsoleItemAlone($contentId: ID!) {
    contentItem(contentId: $contentId) {
      ...ConsoleItem
    }
  }
`)

export const CONSOLE_HIDDEN = graphql(`
  query ConsoleHidden($filter: HiddenContentFilter, $ascending: Boolean, $first: Int = 50, $more: String) {
    hiddenContent(filter: $filter, ascending: $ascending, first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          contentId
          kind
          item {
            ...ConsoleItem
          }
        }
      }
    }
  }
`)

export const SHOW_CONTENT = graphql(`
  mutation ConsoleShowContent($input: ShowContentInput!) {
    showContent(input: $input) {
      clientMutationId
    }
  }
`)

export const VERIFY_GROUP = graphql(`
  mutation ConsoleVerifyGroup($input: VerifyGroupInput!) {
    verifyGroup(input: $input) {
      clientMutationId
    }
  }
`)

export const FEATURE_EVENT = graphql(`
  mutation ConsoleFeatureEvent($input: FeatureCalendarEventInput!) {
    featureCalendarEvent(input: $input) {
      clientMutationId
    }
  }
`)

export const ADD_WORLD_TAGS = graphql(`
  mutation ConsoleAddWorldTags($input: AddWorldTagsInput!) {
    addWorldTags(input: $input) {
      clientMutationId
    }
  }
`)

export const REMOVE_WORLD_TAGS = graphql(`
  mutation ConsoleRemoveWorldTags($input: RemoveWorldTagsInput!) {
    removeWorldTags(input: $input) {
      clientMutationId
    }
  }
`)
