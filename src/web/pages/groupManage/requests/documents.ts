import { graphql } from '../../../generated/index.ts'

export const MANAGE_REQUESTS = graphql(`
  fragment ManageRequests on Group {
    id
    requests(first: 30, after: $more) {
      ...ManageOutsiderList
    }
  }
`)

export const MANAGE_BLOCKED_REQUESTS = graphql(`
  fragment ManageBlockedRequests on Group {
    id
    blockedRequests: requests(first: 30, after: $moreBlocked, blocked: true) {
      ...ManageOutsiderList
    }
  }
`)

export const MANAGE_REQUESTS_QUERY = graphql(`
  query ManageGroupRequests($groupId: ID!, $more: String) {
    group(id: $groupId) {
      id
      ...ManageRequests
    }
  }
`)

export const MANAGE_BLOCKED_REQUESTS_QUERY = graphql(`
  query ManageGroupBlockedRequests($groupId: ID!, $moreBlocked: String) {
    group(id: $groupId) {
      id
      ...ManageBlockedRequests
    }
  }
`)

export const MANAGE_REQUESTS_CHANGES = graphql(`
  subscription ManageGroupRequestsChanges($groupId: ID!, $more: String, $moreBlocked: String, $initial: Boolean) {
    groupModeration(groupId: $groupId, initial: $initial) {
      group {
        id
        ...ManageRequests
        ...ManageBlockedRequests
      }
    }
  }
`)

export const ANSWER_REQUEST = graphql(`
  mutation ManageAnswerRequest($input: RespondGroupJoinRequestInput!, $more: String, $moreBlocked: String) {
    respondGroupJoinRequest(input: $input) {
      groupMember {
        id
        ...ManageOutsider
      }
      group {
        id
        ...ManageRequests
        ...ManageBlockedRequests
        ...ManagedGroup
      }
    }
  }
`)

/** Lets a person ask again. */
export const ALLOW_REQUESTS = graphql(`
  mutation ManageAllowRequests($input: KickGroupMemberInput!, $more: String, $moreBlocked: String) {
    kickGroupMember(input: $input) {
      groupMember {
        id
        ...ManageOutsider
      }
      group {
        id
        ...ManageRequests
        ...ManageBlockedRequests
      }
    }
  }
`)
