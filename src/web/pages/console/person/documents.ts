import { graphql } from '../../../generated/index.ts'

export const CONSOLE_PERSON = graphql(`
  query ConsolePerson($userId: ID!) {
    user(id: $userId) {
      id
      displayName
      isViewer
      createdAt
      viewerCanSuspend
      ...PersonAvatar
      account {
        username
        email
        isEmailVerified
        pendingEmail
        isAdmin
        lastLoginAt
        lastActivityAt
        deletionAt
        twoFactorEnabledAt
        unusedRecoveryCodes
        staffPermissions
        suspension {
          startedAt
          endsAt
          reason
        }
        storage {
          usedBytes
          allowedBytes
        }
        loginPlaces {
          network
          lastUsedAt
        }
        loginLocks {
          ...ConsoleLoginLock
          isInForce
        }
        pastDisplayNames(first: 20) {
          edges {
            cursor
            node {
              id
              displayName
              updatedAt
            }
          }
        }
        permissions(first: 50) {
          edges {
            cursor
            node {
              id
              displayName
            }
          }
        }
        sessions(first: 50) {
          edges {
            cursor
            node {
              id
              createdAt
              lastUsedAt
              address
              userAgent
              pendingFactors
            }
          }
        }
      }
    }
  }
`)

export const CONSOLE_FRIENDS_OF = graphql(`
  query ConsoleFriendsOf($userId: ID!, $more: String) {
    user(id: $userId) {
      id
      account {
        friends(first: 24, after: $more) {
          pageInfo {
            hasNextPage
            endCursor
          }
          edges {
            cursor
            node {
              id
              displayName
              ...PersonAvatar
            }
          }
        }
      }
    }
  }
`)

export const CONSOLE_REPORTS_OF = graphql(`
  query ConsoleReportsOf($filter: ReportFilter) {
    reports(first: 20, filter: $filter) {
      edges {
        cursor
        node {
          id
          createdAt
          status
          category
          reason
          contentName
        }
      }
    }
  }
`)
