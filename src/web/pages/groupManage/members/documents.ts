import { graphql } from '../../../generated/index.ts'

export const MANAGE_MEMBER_ROW = graphql(`
  fragment ManageMemberRow on GroupMember {
    id
    status
    joinedAt
    managerNotes
    roles {
      id
      name
      order
    }
    viewerCanRemove
    viewerCanBan
    viewerCanWriteNotes
    viewerCanAssignRoles
    user {
      id
      displayName
      ...PersonChip
    }
  }
`)

export const MANAGE_MEMBERS = graphql(`
  fragment ManageMembers on Group {
    id
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
          status
          ...ManageMemberRow
        }
      }
    }
  }
`)

/** The roles that members can be found by, and given. */
export const ASSIGNABLE_ROLES = graphql(`
  fragment AssignableRoles on Group {
    id
    permissions {
      permission
      isManagement
      viewerCanGrant
    }
    roles(first: 50) {
      edges {
        cursor
        node {
          id
          name
          kind
          order
          permissions
          requiresPurchase
          requiresTwoFactor
          viewerCanAssign
        }
      }
    }
  }
`)

export const MANAGE_MEMBERS_QUERY = graphql(`
  query ManageGroupMembers($groupId: ID!, $filter: GroupMemberFilter, $sort: GroupMemberSort, $more: String) {
    group(id: $groupId) {
      id
      ...ManageMembers
      ...AssignableRoles
    }
  }
`)

export const MANAGE_MEMBERS_CHANGES = graphql(`
  subscription ManageGroupMembersChanges(
    $groupId: ID!
    $filter: GroupMemberFilter
    $sort: GroupMemberSort
    $more: String
    $initial: Boolean
  ) {
    groupChanged(groupId: $groupId, initial: $initial) {
      group {
        id
        ...ManageMembers
        ...AssignableRoles
      }
    }
  }
`)

/** Notes about members are told as entries of the audit log. */
export const MANAGE_MEMBER_NOTES_CHANGES = graphql(`
  subscription ManageMemberNotesChanges(
    $groupId: ID!
    $filter: GroupMemberFilter
    $sort: GroupMemberSort
    $more: String
    $initial: Boolean
  ) {
    groupModeration(groupId: $groupId, initial: $initial) {
      group {
        id
        ...ManageMembers
      }
    }
  }
`)

export const REMOVE_MEMBER = graphql(`
  mutation ManageRemoveMember(
    $input: KickGroupMemberInput!
    $filter: GroupMemberFilter
    $sort: GroupMemberSort
    $more: String
  ) {
    kickGroupMember(input: $input) {
      groupMember {
        id
        ...ManageMemberRow
      }
      group {
        id
        ...ManageMembers
        ...ManagedGroup
      }
    }
  }
`)

export const BAN_MEMBER = graphql(`
  mutation ManageBanMember(
    $input: BanGroupMemberInput!
    $filter: GroupMemberFilter
    $sort: GroupMemberSort
    $more: String
  ) {
    banGroupMember(input: $input) {
      groupMember {
        id
        ...ManageMemberRow
      }
      group {
        id
        ...ManageMembers
        ...ManagedGroup
      }
    }
  }
`)

export const WRITE_MEMBER_NOTES = graphql(`
  mutation ManageWriteNotes($input: UpdateGroupMemberInput!) {
    updateGroupMember(input: $input) {
      groupMember {
        id
        ...ManageMemberRow
      }
    }
  }
`)

export const GIVE_ROLE = graphql(`
  mutation ManageGiveRole($input: AddGroupMemberRoleInput!) {
    addGroupMemberRole(input: $input) {
      groupMember {
        id
        ...ManageMemberRow
      }
    }
  }
`)

export const TAKE_ROLE = graphql(`
  mutation ManageTakeRole($input: RemoveGroupMemberRoleInput!) {
    removeGroupMemberRole(input: $input) {
      groupMember {
        id
        ...ManageMemberRow
      }
    }
  }
`)
