import { graphql } from '../../../generated/index.ts'

/** A person who is no member, in the lists of requests, invites and bans. */
export const OUTSIDER = graphql(`
  fragment ManageOutsider on GroupMember {
    id
    status
    isRequestBlocked
    requestedAt
    invitedAt
    bannedAt
    viewerCanAnswer
    viewerCanWithdrawInvite
    viewerCanUnban
    invitedBy {
      id
      displayName
    }
    user {
      id
      displayName
      ...PersonChip
    }
  }
`)

export const OUTSIDER_LIST = graphql(`
  fragment ManageOutsiderList on GroupMemberConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...ManageOutsider
      }
    }
  }
`)

/** What a ban or an invite changes of a person, in the lists and among those who were found. */
export const CHANGED_OUTSIDER = graphql(`
  fragment ManageChangedOutsider on GroupMember {
    id
    ...ManageOutsider
    user {
      id
      ...FoundPerson
    }
  }
`)

/** A person who was searched for, with what stands between them and the group. */
export const FOUND_PERSON = graphql(`
  fragment FoundPerson on User {
    id
    displayName
    isViewer
    groupMembership(groupId: $groupId) {
      id
      status
      viewerCanBan
    }
    ...PersonChip
  }
`)

export const FIND_PEOPLE = graphql(`
  query ManageFindPeople($groupId: ID!, $search: String!, $more: String) {
    users(first: 10, after: $more, filter: { search: $search }, sort: RELEVANCE) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...FoundPerson
        }
      }
    }
  }
`)
