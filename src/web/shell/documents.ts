import { graphql } from '../generated/gql.ts'

export const SHELL = graphql(`
  query Shell {
    viewer {
      id
      username
      isAdmin
      staffPermissions
      email
      isEmailVerified
      pendingEmail
      notificationFeedCursor
      notificationFeedSequence
      unreadNotificationCount
      user {
        id
        displayName
        ...PersonAvatar
      }
    }
  }
`)

export const SHELL_CHANGES = graphql(`
  subscription ShellChanges($initial: Boolean) {
    viewerChanged(initial: $initial) {
      id
      isAdmin
      staffPermissions
      email
      isEmailVerified
      pendingEmail
      instance {
        id
      }
      user {
        id
        displayName
        ...PersonAvatar
      }
    }
  }
`)

/** Of favorites, notes, mutes, blocks and sent requests, also on other devices. */
export const LIST_CHANGES = graphql(`
  subscription ViewerListChanges($initial: Boolean) {
    viewerListsChanged(initial: $initial) {
      kind
    }
  }
`)

export const UNREAD_CHANGES = graphql(`
  subscription UnreadChanges($after: String) {
    notificationFeed(after: $after) {
      cursor
      sequence
      viewer {
        id
        unreadNotificationCount
      }
    }
  }
`)

export const SIGN_OUT = graphql(`
  mutation SignOut($input: LogoutInput!) {
    logout(input: $input) {
      deletedSessionId
    }
  }
`)
