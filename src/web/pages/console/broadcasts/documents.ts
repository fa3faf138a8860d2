import { graphql } from '../../../generated/index.ts'

export const CONSOLE_NOTICE = graphql(`
  fragment ConsoleNotice on InfoPush {
    id
    slug
    isEnabled
    isShown
    releaseStatus
    priority
    tags
    startsAt
    endsAt
    createdAt
    updatedAt
    data {
      name
      description
      imageUrl
      template
      version
      article {
        text
        imageUrl
        onPressed {
          command
          parameters
        }
      }
      contentList {
        index
        name
        platform
        sortHeading
        sortOrder
        sortOwnership
        tag
        type
      }
      onPressed {
        command
        parameters
      }
    }
  }
`)

export const CONSOLE_NOTICES = graphql(`
  query ConsoleNotices($isShown: Boolean, $first: Int = 50, $more: String) {
    allInfoPushes(isShown: $isShown, first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleNotice
        }
      }
    }
  }
`)

export const CREATE_NOTICE = graphql(`
  mutation ConsoleCreateNotice($input: CreateInfoPushInput!) {
    createInfoPush(input: $input) {
      infoPush {
        id
        ...ConsoleNotice
      }
    }
  }
`)

export const UPDATE_NOTICE = graphql(`
  mutation ConsoleUpdateNotice($input: UpdateInfoPushInput!) {
    updateInfoPush(input: $input) {
      infoPush {
        id
        ...ConsoleNotice
      }
    }
  }
`)

export const DELETE_NOTICE = graphql(`
  mutation ConsoleDeleteNotice($input: DeleteInfoPushInput!) {
    deleteInfoPush(input: $input) {
      deletedInfoPushId
    }
  }
`)

export const CONSOLE_BROADCAST = graphql(`
  fragment ConsoleBroadcast on Broadcast {
    id
    type
    title
    message
    link
    linkText
    imageUrl
    category
    canReply
    canDelete
    requireSeen
    createdAt
    expiresAt
    finishedAt
    isForEverybody
    receiverCount
    sentCount
    sender {
      id
      displayName
    }
  }
`)

export const CONSOLE_BROADCASTS = graphql(`
  query ConsoleBroadcasts($first: Int = 50, $more: String) {
    broadcasts(first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleBroadcast
        }
      }
    }
  }
`)

export const BROADCAST_RECEIVERS = graphql(`
  query ConsoleBroadcastReceivers($id: ID!, $more: String) {
    broadcast(id: $id) {
      id
      receivers(first: 20, after: $more) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            displayName
          }
        }
      }
    }
  }
`)

export const SEND_NOTIFICATION = graphql(`
  mutation ConsoleSendNotification($input: SendNotificationInput!) {
    sendNotification(input: $input) {
      broadcast {
        id
        ...ConsoleBroadcast
      }
    }
  }
`)
