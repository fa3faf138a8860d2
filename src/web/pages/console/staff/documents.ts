import { graphql } from '../../../generated/index.ts'

export const CONSOLE_STAFF = graphql(`
  query ConsoleStaff {
    staff {
      isAdmin
      permissions
      user {
        id
        displayName
        ...PersonAvatar
      }
    }
  }
`)

export const FIND_STAFF = graphql(`
  query ConsoleFindStaff($search: String!) {
    users(first: 10, filter: { search: $search }, sort: RELEVANCE) {
      edges {
        cursor
        node {
          id
          displayName
        }
      }
    }
  }
`)

export const GRANT_STAFF_PERMISSION = graphql(`
  mutation ConsoleGrantStaffPermission($input: GrantStaffPermissionInput!) {
    grantStaffPermission(input: $input) {
      user {
        id
      }
      query {
        staff {
          isAdmin
          permissions
          user {
            id
            displayName
            ...PersonAvatar
          }
        }
      }
    }
  }
`)

export const REVOKE_STAFF_PERMISSION = graphql(`
  mutation ConsoleRevokeStaffPermission($input: RevokeStaffPermissionInput!) {
    revokeStaffPermission(input: $input) {
      user {
        id
      }
      query {
        staff {
          isAdmin
          permissions
          user {
            id
            displayName
            ...PersonAvatar
          }
        }
      }
    }
  }
`)
