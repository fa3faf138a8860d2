import { graphql } from '../../../generated/index.ts'

export const MANAGE_BANS = graphql(`
  fragment ManageBans on Group {
    id
    bans(first: 30, after: $more) {
      ...ManageOutsiderList
    }
  }
`)

export const MANAGE_BANS_QUERY = graphql(`
  query ManageGroupBans($groupId: ID!, $more: String) {
    group(id: $groupId) {
      id
      ...ManageBans
    }
  }
`)

export const MANAGE_BANS_CHANGES = graphql(`
  subscription ManageGroupBansChanges($groupId: ID!, $more: String, $initial: Boolean) {
    groupModeration(groupId: $groupId, initial: $initial) {
      group {
        id
        ...ManageBans
      }
    }
  }
`)

export const BAN_PERSON = graphql(`
  mutation ManageBanPerson($input: BanGroupMemberInput!, $groupId: ID!, $more: String) {
    banGroupMember(input: $input) {
      groupMember {
        ...ManageChangedOutsider
      }
      group {
        id
        ...ManageBans
        ...ManagedGroup
      }
    }
  }
`)

export const UNBAN_PERSON = graphql(`
  mutation ManageUnbanPerson($input: UnbanGroupMemberInput!, $groupId: ID!, $more: String) {
    unbanGroupMember(input: $input) {
      groupMember {
        ...ManageChangedOutsider
      }
      group {
        id
        ...ManageBans
        ...ManagedGroup
      }
    }
  }
`)
