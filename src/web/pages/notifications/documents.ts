import { graphql } from '../../generated/index.ts'

export const NOTIFICATION_LIST = graphql(`
  fragment NotificationList on NotificationConnection {
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...NotificationRow
      }
    }
  }
`)

export const NOTIFICATION_PAGE = graphql(`
  query NotificationPage($filter: NotificationFilter, $cursor: String) {
    viewer {
      id
      notificationFeedCursor
      notificationFeedSequence
      notifications(first: 20, filter: $filter, after: $cursor) {
        ...NotificationList
      }
    }
  }
`)

export const NOTIFICATION_CHANGES = graphql(`
  subscription NotificationChanges($filter: NotificationFilter, $after: String) {
    notificationFeed(after: $after) {
      cursor
      sequence
      viewer {
        id
        notifications(first: 20, filter: $filter) {
          ...NotificationList
        }
      }
    }
  }
`)

export const DELETE_ALL_NOTIFICATIONS = graphql(`
  mutation DeleteAllNotifications($input: DeleteAllNotificationsInput!) {
    deleteAllNotifications(input: $input) {
      deletedNotificationIds
      viewer {
        id
        unreadNotificationCount
      }
    }
  }
`)
