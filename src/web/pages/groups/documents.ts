import { graphql } from '../../generated/index.ts'

export const GROUP_LIST = graphql(`
  fragment GroupList on GroupConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...GroupCard
      }
    }
  }
`)

/** The groups that the viewer is in. */
export const OWN_GROUPS = graphql(`
  fragment OwnGroups on Viewer {
    id
    groups(first: 24, after: $more) {
      ...GroupList
    }
  }
`)

export const OWN_GROUP_LIST = graphql(`
  query OwnGroupList($more: String) {
    viewer {
      ...OwnGroups
    }
  }
`)

export const INVITED_GROUP_LIST = graphql(`
  query InvitedGroupList($more: String) {
    viewer {
      id
      user {
        id
      }
      ...InvitedGroups
    }
  }
`)

export const REQUESTED_GROUP_LIST = graphql(`
  query RequestedGroupList($more: String) {
    viewer {
      id
      user {
        id
      }
      ...RequestedGroups
    }
  }
`)

export const GROUP_LIST_CHANGES = graphql(`
  subscription GroupListChanges($more: String, $initial: Boolean) {
    viewerGroupsChanged(initial: $initial) {
      kind
      groupId
      group {
        id
        ...GroupCard
      }
      viewer {
        ...OwnGroups
        ...InvitedGroups
        ...RequestedGroups
      }
    }
  }
`)

export const FOUND_GROUPS = graphql(`
  query FoundGroups($filter: GroupFilter, $more: String) {
    groups(first: 24, filter: $filter, after: $more) {
      ...GroupList
    }
  }
`)
