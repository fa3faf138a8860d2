import { graphql } from '../../generated/index.ts'

export const RESPOND_NOTIFICATION = graphql(`
  mutation RespondNotification($input: RespondNotificationInput!) {
    respondNotification(input: $input) {
      notification {
        id
        ...NotificationRow
      }
      viewer {
        id
        unreadNotificationCount
      }
    }
  }
`)

export const RESPOND_INVITE = graphql(`
  mutation RespondInvite($input: RespondInviteInput!) {
    respondInvite(input: $input) {
      notification {
        id
        ...NotificationRow
      }
      viewer {
        id
        unreadNotificationCount
      }
    }
  }
`)

export const INVITE_ANSWERS = graphql(`
  query InviteAnswers($type: InviteMessageType!) {
    viewer {
      id
      inviteMessages(type: $type) {
        id
        slot
        message
      }
    }
  }
`)

export const MARK_NOTIFICATION_AS_READ = graphql(`
  mutation MarkNotificationAsRead($input: MarkNotificationAsReadInput!) {
    markNotificationAsRead(input: $input) {
      notification {
        id
        ...NotificationRow
      }
      viewer {
        id
        unreadNotificationCount
      }
    }
  }
`)

export const DELETE_NOTIFICATION = graphql(`
  mutation DeleteNotification($input: DeleteNotificationInput!) {
    deleteNotification(input: $input) {
      deletedNotificationId
      viewer {
        id
        unreadNotificationCount
      }
    }
  }
`)

export const REPLY_NOTIFICATION = graphql(`
  mutation ReplyNotification($input: ReplyNotificationInput!) {
    replyNotification(input: $input) {
      notification {
        id
        ...NotificationRow
      }
    }
  }
`)

export const APPEAL = graphql(`
  mutation Appeal($input: AppealInput!) {
    appeal(input: $input) {
      appeal {
        id
        sanction {
          id
          ...AppealAct
        }
      }
    }
  }
`)
