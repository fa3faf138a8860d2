import { graphql } from '../../../generated/index.ts'

export const CONSOLE_PERSON = graphql(`
  query ConsolePerson($userId: ID!) {
    user(id: $userId) {
      id
      displayName
      viewerCanSuspend
      ...PersonAvatar
      account {
        isEmailVerified
        pendingEmail
        isAdmin
        deletionAt
        twoFactorEnabledAt
        staffPermissions
        suspension {
          startedAt
          endsAt
          reason
        }
        loginLocks {
          ...ConsoleLoginLock
          isInForce
        }
      }
    }
  }
`)

export const CONSOLE_PERSON_FACTS = graphql(`
  query ConsolePersonFacts($userId: ID!) {
    user(id: $userId) {
      id
      createdAt
      account {
        username
        email
        isEmailVerified
        pendingEmail
        lastLoginAt
        lastActivityAt
        deletionAt
        suspension {
          startedAt
          endsAt
          reason
        }
        storage {
          usedBytes
          allowedBytes
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
      }
    }
  }
`)

export const CONSOLE_PERSON_SECURITY = graphql(`
  query ConsolePersonSecurity($userId: ID!) {
    user(id: $userId) {
      id
      displayName
      account {
        twoFactorEnabledAt
        unusedRecoveryCodes
        loginPlaces {
          network
          lastUsedAt
        }
        loginLocks {
          ...ConsoleLoginLock
          isInForce
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
