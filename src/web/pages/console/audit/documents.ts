import { graphql } from '../../../generated/index.ts'

export const CONSOLE_AUDIT_ENTRY = graphql(`
  fragment ConsoleAuditEntry on AuditEntry {
    id
    at
    act
    actorId
    subjectId
    reportId
    details
    actor {
      id
      displayName
    }
    subject {
      __typename
      ... on User {
        id
        displayName
      }
      ... on World {
        id
        name
      }
      ... on Avatar {
        id
        name
      }
      ... on Group {
        id
        name
      }
    }
  }
`)

export const CONSOLE_AUDIT_LOG = graphql(`
  query ConsoleAuditLog($filter: AuditFilter, $first: Int = 50, $more: String) {
    auditLog(first: $first, after: $more, filter: $filter) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsoleAuditEntry
        }
      }
    }
  }
`)

export const CONSOLE_ACTS_UPON = graphql(`
  query ConsoleActsUpon($subjectId: ID!) {
    auditLog(first: 50, filter: { subjectId: $subjectId }) {
      edges {
        cursor
        node {
          id
          at
          act
          details
          actor {
            id
            displayName
          }
        }
      }
    }
  }
`)
