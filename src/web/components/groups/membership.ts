import { graphql } from '../../generated/index.ts'

/** What stands between the viewer and a group, and what they can do about it. */
export const GROUP_STANDING = graphql(`
  fragment GroupStanding on Group {
    id
    name
    joinState
    viewerStatus
    viewerCanJoin
    viewerCanLeave
    viewerCanBlock
    viewerCanRepresent
    viewerCanReport
    viewerMembership {
      id
      isRequestBlocked
      isRepresenting
      invitedBy {
        id
        displayName
      }
    }
  }
`)

/** Groups that the viewer may join soon, by an invite or a request that waits. */
export const WAITING_GROUP_LIST = graphql(`
  fragment WaitingGroupList on GroupConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...GroupCard
        ...GroupStanding
      }
    }
  }
`)

/** Groups that have invited the viewer. */
export const INVITED_GROUPS = graphql(`
  fragment InvitedGroups on Viewer {
    id
    invitedGroups(first: 24, after: $more) {
      totalCount
      ...WaitingGroupList
    }
  }
`)

/** Groups that the viewer has asked to join. */
export const REQUESTED_GROUPS = graphql(`
  fragment RequestedGroups on Viewer {
    id
    requestedGroups(first: 24, after: $more) {
      ...WaitingGroupList
    }
  }
`)

/** What an act of the viewer may change of a group, wherever it is on screen. */
export const CHANGED_GROUP = graphql(`
  fragment ChangedGroup on Group {
    ...GroupCard
    ...GroupPage
  }
`)

export const JOIN_GROUP = graphql(`
  mutation JoinGroup($input: JoinGroupInput!, $more: String) {
    joinGroup(input: $input) {
      group {
        ...ChangedGroup
      }
      viewer {
        ...OwnGroups
        ...InvitedGroups
        ...RequestedGroups
      }
    }
  }
`)

export const LEAVE_GROUP = graphql(`
  mutation LeaveGroup($input: LeaveGroupInput!, $more: String) {
    leaveGroup(input: $input) {
      group {
        ...ChangedGroup
      }
      viewer {
        ...OwnGroups
      }
    }
  }
`)

export const CANCEL_GROUP_REQUEST = graphql(`
  mutation CancelGroupRequest($input: CancelGroupRequestInput!, $more: String) {
    cancelGroupRequest(input: $input) {
      group {
        ...ChangedGroup
      }
      viewer {
        ...RequestedGroups
      }
    }
  }
`)

export const DECLINE_GROUP_INVITE = graphql(`
  mutation DeclineGroupInvite($input: DeclineGroupInviteInput!, $more: String) {
    declineGroupInvite(input: $input) {
      group {
        ...ChangedGroup
      }
      viewer {
        ...InvitedGroups
      }
    }
  }
`)

export const BLOCK_GROUP = graphql(`
  mutation BlockGroup($input: BlockGroupInput!, $more: String) {
    blockGroup(input: $input) {
      group {
        ...ChangedGroup
      }
      viewer {
        ...InvitedGroups
        ...RequestedGroups
      }
    }
  }
`)

/** Removing oneself from a group that one has blocked ends the block. */
export const UNBLOCK_GROUP = graphql(`
  mutation UnblockGroup($input: KickGroupMemberInput!) {
    kickGroupMember(input: $input) {
      group {
        ...ChangedGroup
      }
    }
  }
`)

/** The group that was represented before is so no longer. */
export const REPRESENT_GROUP = graphql(`
  mutation RepresentGroup($input: UpdateGroupRepresentationInput!) {
    updateGroupRepresentation(input: $input) {
      group {
        ...ChangedGroup
      }
      viewer {
        id
        user {
          id
          representedGroup {
            id
            ...GroupChip
          }
        }
      }
    }
  }
`)
