import { graphql } from '../../../generated/index.ts'

export const CONSOLE_GRANTS_OF = graphql(`
  query ConsoleGrantsOf($userId: ID!, $more: String) {
    user(id: $userId) {
      id
      account {
        badges(first: 50, after: $more) {
          pageInfo {
            hasNextPage
            endCursor
          }
          edges {
            cursor
            node {
              id
              isHidden
              assignedAt
              badge {
                id
                name
                description
                imageUrl
              }
            }
          }
        }
        permissionGrants {
          isByStaff
          grantedAt
          permission {
            id
            name
            displayName
            description
          }
        }
      }
    }
  }
`)

export const BADGE_CHOICES = graphql(`
  query ConsoleBadgeChoices($more: String) {
    badges(first: 100, after: $more) {
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

export const PERMISSION_CHOICES = graphql(`
  query ConsolePermissionChoices($more: String) {
    permissions(first: 100, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          name
          displayName
        }
      }
    }
  }
`)

export const AWARD_BADGE = graphql(`
  mutation ConsoleAwardBadge($input: AwardBadgeInput!) {
    awardBadge(input: $input) {
      user {
        id
      }
    }
  }
`)

export const WITHDRAW_BADGE = graphql(`
  mutation ConsoleWithdrawBadge($input: WithdrawBadgeInput!) {
    withdrawBadge(input: $input) {
      deletedUserBadgeId
    }
  }
`)

export const GRANT_PERMISSION = graphql(`
  mutation ConsoleGrantPermission($input: GrantPermissionInput!) {
    grantPermission(input: $input) {
      user {
        id
      }
    }
  }
`)

export const REVOKE_PERMISSION = graphql(`
  mutation ConsoleRevokePermission($input: RevokePermissionInput!) {
    revokePermission(input: $input) {
      user {
        id
      }
    }
  }
`)
