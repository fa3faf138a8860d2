import { graphql } from '../../../generated/index.ts'

export const GROUP_MEMBERS = graphql(`
  fragment GroupMembers on Group {
    id
    memberCount
    viewerCanSeeAllMembers
    members(first: 30, after: $more, filter: $filter, sort: $sort) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          joinedAt
          roles {
            id
            name
          }
          user {
            id
            ...PersonChip
          }
        }
      }
    }
  }
`)

export const GROUP_MEMBER_LIST = graphql(`
  query GroupMemberList($groupId: ID!, $filter: GroupMemberFilter, $sort: GroupMemberSort, $more: String) {
    group(id: $groupId) {
      id
      ...GroupMembers
    }
  }
`)

export const GROUP_MEMBER_CHANGES = graphql(`
  subscription GroupMemberChanges(
    $groupId: ID!
    $filter: GroupMemberFilter
    $sort: GroupMemberSort
    $more: String
    $initial: Boolean
  ) {
    groupChanged(groupId: $groupId, initial: $initial) {
      kind
      group {
        id
        ...GroupMembers
      }
    }
  }
`)
