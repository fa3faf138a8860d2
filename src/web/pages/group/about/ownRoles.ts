import { graphql } from '../../../generated/index.ts'

/** The roles of a group, with what the viewer can take for themselves, and what they hold. */
export const OWN_ROLES = graphql(`
  fragment OwnGroupRoles on Group {
    id
    viewerStatus
    viewerMembership {
      id
      roles {
        id
        name
      }
    }
    roles(first: 50) {
      edges {
        cursor
        node {
          id
          name
          description
          order
          isSelfAssignable
          requiresPurchase
          viewerCanTake
        }
      }
    }
  }
`)

export const OWN_ROLES_QUERY = graphql(`
  query OwnGroupRolesOf($groupId: ID!) {
    group(id: $groupId) {
      id
      ...OwnGroupRoles
    }
    viewer {
      id
      user {
        id
      }
    }
  }
`)

export const ROLE_CHANGES = graphql(`
  subscription OwnGroupRoleChanges($groupId: ID!, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      group {
        id
        ...OwnGroupRoles
      }
    }
  }
`)

export const TAKE_ROLE = graphql(`
  mutation TakeOwnGroupRole($input: AddGroupMemberRoleInput!) {
    addGroupMemberRole(input: $input) {
      groupMember {
        id
        roles {
          id
          name
        }
      }
    }
  }
`)

export const RETURN_ROLE = graphql(`
  mutation ReturnOwnGroupRole($input: RemoveGroupMemberRoleInput!) {
    removeGroupMemberRole(input: $input) {
      groupMember {
        id
        roles {
          id
          name
        }
      }
    }
  }
`)
