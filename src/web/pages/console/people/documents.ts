import { graphql } from '../../../generated/index.ts'

export const CONSOLE_LISTED_PERSON = graphql(`
  fragment ConsoleListedPerson on User {
    id
    displayName
    createdAt
    ...PersonAvatar
    account {
      username
      email
      isEmailVerified
      isAdmin
      lastLoginAt
      deletionAt
      twoFactorEnabledAt
      staffPermissions
      suspension {
        endsAt
      }
    }
  }
`)

export const CONSOLE_PEOPLE = graphql(`
  query ConsolePeople($filter: UserFilter, $sort: UserSort, $ascending: Boolean, $first: Int = 50, $more: String) {
    users(first: $first, after: $more, filter: $filter, sort: $sort, ascending: $ascending) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleListedPerson
        }
      }
    }
  }
`)
