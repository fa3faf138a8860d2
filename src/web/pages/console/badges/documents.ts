import { graphql } from '../../../generated/index.ts'

export const CONSOLE_BADGE = graphql(`
  fragment ConsoleBadge on Badge {
    id
    name
    description
    imageUrl
    updatedAt
  }
`)

export const CONSOLE_BADGES = graphql(`
  query ConsoleBadges($first: Int = 50, $more: String) {
    badges(first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleBadge
        }
      }
    }
  }
`)

export const BADGE_HOLDERS = graphql(`
  query ConsoleBadgeHolders($id: ID!, $more: String) {
    node(id: $id) {
      id
      ... on Badge {
        holders(first: 30, after: $more) {
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
  }
`)

export const CREATE_BADGE = graphql(`
  mutation ConsoleCreateBadge($input: CreateBadgeInput!) {
    createBadge(input: $input) {
      badge {
        id
        ...ConsoleBadge
      }
    }
  }
`)

export const CHANGE_BADGE = graphql(`
  mutation ConsoleChangeBadge($input: ChangeBadgeInput!) {
    changeBadge(input: $input) {
      badge {
        id
        ...ConsoleBadge
      }
    }
  }
`)
