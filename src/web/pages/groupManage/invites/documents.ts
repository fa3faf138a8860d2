import { graphql } from '../../../generated/index.ts'

export const MANAGE_INVITES = graphql(`
  fragment ManageInvites on Group {
    id
    joinState
    viewerCanInvite
    invites(first: 30, after: $more) {
      ...ManageOutsiderList
    }
  }
`)

export const MANAGE_INVITES_QUERY = graphql(`
  query ManageGroupInvites($groupId: ID!, $more: String) {
    group(id: $groupId) {
      id
      ...ManageInvites
    }
  }
`)

export const MANAGE_INVITES_CHANGES = graphql(`
  subscription ManageGroupInvitesChanges($groupId: ID!, $more: String, $initial: Boolean) {
    groupModeration(groupId: $groupId, initial: $initial) {
      group {
        id
        ...ManageInvites
      }
    }
  }
`)

export const INVITE_TO_GROUP = graphql(`
  mutation ManageInvite($input: CreateGroupInviteInput!, $groupId: ID!, $more: String) {
    createGroupInvite(input: $input) {
      groupMember {
        ...ManageChangedOutsider
      }
      group {
        id
        ...ManageInvites
        ...ManagedGroup
      }
    }
  }
`)

export const WITHDRAW_GROUP_INVITE = graphql(`
  mutation ManageWithdrawInvite($input: DeleteGroupInviteInput!, $groupId: ID!, $more: String) {
    deleteGroupInvite(input: $input) {
      groupMember {
        ...ManageChangedOutsider
      }
      group {
        id
        ...ManageInvites
        ...ManagedGroup
      }
    }
  }
`)
