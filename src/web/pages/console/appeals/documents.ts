import { graphql } from '../../../generated/index.ts'

export const CONSOLE_APPEAL = graphql(`
  fragment ConsoleAppeal on Appeal {
    id
    text
    status
    decision
    createdAt
    user {
      id
      displayName
    }
    sanction {
      id
      kind
      reason
      contentId
      contentName
      createdAt
    }
  }
`)

export const CONSOLE_APPEALS = graphql(`
  query ConsoleAppeals($filter: AppealFilter, $first: Int = 50, $more: String) {
    appeals(filter: $filter, first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleAppeal
        }
      }
    }
  }
`)

export const CONSOLE_APPEALS_LIVE = graphql(`
  subscription ConsoleAppealsLive($initial: Boolean = false) {
    moderationQueue(initial: $initial) {
      kind
      appeal {
        id
        ...ConsoleAppeal
      }
    }
  }
`)

export const DECIDE_APPEAL = graphql(`
  mutation DecideAppeal($input: DecideAppealInput!) {
    decideAppeal(input: $input) {
      appeal {
        id
        ...ConsoleAppeal
      }
    }
  }
`)
