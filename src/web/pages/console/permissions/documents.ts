import { graphql } from '../../../generated/index.ts'

export const CONSOLE_PERMISSION = graphql(`
  fragment ConsolePermission on Permission {
    id
    name
    displayName
    description
    isNameProtected
    updatedAt
    data {
      tags
      max
      maxGroupsOwned
      maxGroupsJoined
      badges {
        id
        name
      }
      maxFavoriteGroups {
        avatar
        friend
        world
      }
      maxFavoritesPerGroup {
        avatar
        friend
        world
      }
    }
  }
`)

export const CONSOLE_PERMISSIONS = graphql(`
  query ConsolePermissions($first: Int = 50, $more: String) {
    permissions(first: $first, after: $more) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ConsolePermission
        }
      }
    }
  }
`)

export const PERMISSION_HOLDERS = graphql(`
  query ConsolePermissionHolders($id: ID!, $more: String) {
    permission(id: $id) {
      id
      holders(first: 30, after: $more) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          cursor
          node {
            id
            displayName
          }
        }
      }
    }
  }
`)

export const CREATE_PERMISSION = graphql(`
  mutation ConsoleCreatePermission($input: CreatePermissionInput!) {
    createPermission(input: $input) {
      permission {
        id
        ...ConsolePermission
      }
    }
  }
`)

export const UPDATE_PERMISSION = graphql(`
  mutation ConsoleUpdatePermission($input: UpdatePermissionInput!) {
    updatePermission(input: $input) {
      permission {
        id
        ...ConsolePermission
      }
    }
  }
`)

export const DELETE_PERMISSION = graphql(`
  mutation ConsoleDeletePermission($input: DeletePermissionInput!) {
    deletePermission(input: $input) {
      deletedPermissionId
    }
  }
`)
