import { graphql } from '../../../generated/index.ts'

export const MANAGE_ROLE = graphql(`
  fragment ManageRole on GroupRole {
    id
    updatedAt
    name
    description
    kind
    order
    permissions
    isManagement
    isSelfAssignable
    isAddedOnJoin
    requiresTwoFactor
    requiresPurchase
    viewerCanUpdate
    viewerCanDelete
  }
`)

export const MANAGE_ROLES = graphql(`
  fragment ManageRoles on Group {
    id
    permissions {
      permission
      isManagement
      viewerCanGrant
    }
    roles(first: 50) {
      totalCount
      edges {
        cursor
        node {
          id
          ...ManageRole
        }
      }
    }
  }
`)

export const MANAGE_ROLES_QUERY = graphql(`
  query ManageGroupRoles($groupId: ID!) {
    group(id: $groupId) {
      id
      ...ManageRoles
    }
  }
`)

export const MANAGE_ROLES_CHANGES = graphql(`
  subscription ManageGroupRolesChanges($groupId: ID!, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      group {
        id
        ...ManageRoles
      }
    }
  }
`)

export const ROLE_TEMPLATES = graphql(`
  query ManageRoleTemplates {
    groupRoleTemplates {
      template
      roles {
        name
        description
        permissions
        isAddedOnJoin
      }
    }
  }
`)

export const CREATE_ROLE = graphql(`
  mutation ManageCreateRole($input: CreateGroupRoleInput!) {
    createGroupRole(input: $input) {
      groupRole {
        id
        name
      }
      group {
        id
        ...ManageRoles
        ...ManagedGroup
      }
    }
  }
`)

export const UPDATE_ROLE = graphql(`
  mutation ManageUpdateRole($input: UpdateGroupRoleInput!) {
    updateGroupRole(input: $input) {
      group {
        id
        ...ManageRoles
        ...ManagedGroup
      }
    }
  }
`)

export const DELETE_ROLE = graphql(`
  mutation ManageDeleteRole($input: DeleteGroupRoleInput!) {
    deleteGroupRole(input: $input) {
      deletedGroupRoleId
      group {
        id
        ...ManageRoles
        ...ManagedGroup
      }
    }
  }
`)
