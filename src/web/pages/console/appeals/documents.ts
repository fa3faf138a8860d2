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

export const CONSOLE_APPEAL_LIST = graphql(`
  fragment ConsoleAppealList on Query {
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

export const CONSOLE_APPEALS = graphql(`
  query ConsoleAppeals($filter: AppealFilter, $first: Int = 50, $more: String) {
    ...ConsoleAppealList
  }
`)

export const CONSOLE_APPEALS_LIVE = graphql(`
  subscription ConsoleAppealsLive($filter: AppealFilter, $first: Int = 50, $more: String, $initial: Boolean) {
    moderationQueue(initial: $initial) {
      query {
        ...ConsoleAppealList
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
