import { graphql } from '../../../generated/index.ts'

export const CREATE_INSTANCE = graphql(`
  mutation CreateInstance($input: CreateInstanceInput!) {
    createInstance(input: $input) {
      instance {
        id
        ...InstanceRow
      }
    }
  }
`)

/** The groups of the viewer, among which one hosts a new instance. */
export const HOST_GROUPS = graphql(`
  query InstanceHostGroups($after: String) {
    viewer {
      id
      groups(first: 100, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            name
            viewerCanCreateInstance
          }
        }
      }
    }
  }
`)

/** Which instances the viewer may make for a group. */
export const HOST_GROUP = graphql(`
  query InstanceHostGroup($groupId: ID!) {
    group(id: $groupId) {
      id
      privacy
      viewerPermissions
      roles(first: 100) {
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
