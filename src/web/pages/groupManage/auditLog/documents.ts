import { graphql } from '../../../generated/index.ts'

export const AUDIT_ENTRY = graphql(`
  fragment AuditEntry on GroupAuditEntry {
    id
    type
    createdAt
    actorId
    targetId
    data
    actor {
      id
      displayName
    }
    targetUser {
      id
      displayName
    }
  }
`)

export const AUDIT_LOG = graphql(`
  fragment AuditLog on Group {
    id
    auditLogTypes
    auditLog(first: 30, after: $more, filter: $filter) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...AuditEntry
        }
      }
    }
  }
`)

export const AUDIT_LOG_QUERY = graphql(`
  query ManageGroupAuditLog($groupId: ID!, $filter: GroupAuditFilter, $more: String) {
    group(id: $groupId) {
      id
      ...AuditLog
      roles(first: 50) {
        edges {
          cursor
          node {
            id
            name
          }
        }
      }
    }
  }
`)

export const AUDIT_LOG_CHANGES = graphql(`
  subscription ManageGroupAuditLogChanges(
    $groupId: ID!
    $filter: GroupAuditFilter
    $more: String
    $initial: Boolean
  ) {
    groupModeration(groupId: $groupId, initial: $initial) {
      group {
        id
        ...AuditLog
      }
    }
  }
`)

export const FIND_ACTORS = graphql(`
  query ManageFindActors($search: String!) {
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
