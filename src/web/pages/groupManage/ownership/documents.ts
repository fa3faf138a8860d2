import { graphql } from '../../../generated/index.ts'

export const MANAGE_OWNERSHIP = graphql(`
  fragment ManageOwnership on Group {
    id
    name
    viewerCanTransfer
    viewerCanDelete
    viewerCanAcceptTransfer
    transferExpiresAt
    transferTarget {
      id
      displayName
      ...PersonChip
    }
    owner {
      id
      displayName
      ...PersonChip
    }
  }
`)

export const MANAGE_OWNERSHIP_QUERY = graphql(`
  query ManageGroupOwnership($groupId: ID!) {
    group(id: $groupId) {
      id
      ...ManageOwnership
    }
  }
`)

export const MANAGE_OWNERSHIP_CHANGES = graphql(`
  subscription ManageGroupOwnershipChanges($groupId: ID!, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      group {
        id
        ...ManageOwnership
      }
    }
  }
`)

export const TRANSFER_REQUIREMENTS = graphql(`
  query ManageTransferRequirements($groupId: ID!, $targetId: ID) {
    group(id: $groupId) {
      id
      transferability(targetId: $targetId) {
        isPossible
        isNotMonetized
        hasSubscriptions
        hasVerifiedEmail
        targetCanOwnMoreGroups
        targetIsMember
      }
    }
  }
`)

export const FIND_MEMBERS = graphql(`
  query ManageFindMembers($groupId: ID!, $filter: GroupMemberFilter) {
    group(id: $groupId) {
      id
      members(first: 10, filter: $filter) {
        edges {
          cursor
          node {
            id
            user {
              id
              displayName
              isViewer
            }
          }
        }
      }
    }
  }
`)

export const OFFER_OR_ACCEPT_GROUP = graphql(`
  mutation ManageOfferOrAccept($input: InitiateOrAcceptGroupTransferInput!) {
    initiateOrAcceptGroupTransfer(input: $input) {
      isAccepted
      group {
        id
        ...ManageOwnership
        ...ManagedGroup
      }
    }
  }
`)

export const CANCEL_TRANSFER = graphql(`
  mutation ManageCancelTransfer($input: CancelGroupTransferInput!) {
    cancelGroupTransfer(input: $input) {
      group {
        id
        ...ManageOwnership
        ...ManagedGroup
      }
    }
  }
`)

export const DELETE_GROUP = graphql(`
  mutation ManageDeleteGroup($input: DeleteGroupInput!) {
    deleteGroup(input: $input) {
      deletedGroupId
    }
  }
`)
