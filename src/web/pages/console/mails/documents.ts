import { graphql } from '../../../generated/index.ts'

export const CONSOLE_MAIL = graphql(`
  fragment ConsoleMail on QueuedMail {
    id
    state
    receiver
    subject
    createdAt
    nextAttemptAt
    attempts
    error
  }
`)

export const CONSOLE_MAILS = graphql(`
  query ConsoleMails($state: MailState, $first: Int = 50, $more: String) {
    mails(first: $first, after: $more, state: $state) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleMail
        }
      }
    }
  }
`)

export const RETRY_MAIL = graphql(`
  mutation ConsoleRetryMail($input: RetryMailInput!) {
    retryMail(input: $input) {
      mail {
        id
        ...ConsoleMail
      }
    }
  }
`)

export const DISCARD_MAIL = graphql(`
  mutation ConsoleDiscardMail($input: DiscardMailInput!) {
    discardMail(input: $input) {
      deletedMailId
    }
  }
`)
