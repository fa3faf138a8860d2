/**
 * The documents of the pages of a group, which `pages` names beside the others. Lists that a page shows in several parts have
 * edges, and their arguments are the same in every document, so that stores know them for one list.
 */

const POST = `
    fragment pages_post on GroupPost {
      id title text imageUrl createdAt visibility isNotified viewerCanUpdate viewerCanDelete
      author { id displayName }
      roles { id name }
    }`

const ROLE = `
    fragment pages_role on GroupRole {
      id name kind order permissions isManagement isSelfAssignable viewerCanUpdate viewerCanDelete viewerCanAssign
    }`

const MEMBER = `
    fragment pages_member on GroupMember {
      id status joinedAt managerNotes viewerCanRemove viewerCanBan viewerCanAssignRoles viewerCanWriteNotes
      user { id displayName pictureUrl(size: 64) isFriend }
      roles { id name order }
    }`

const OUTSIDER = `
    fragment pages_outsider on GroupMember {
      id status invitedAt requestedAt bannedAt viewerCanAnswer viewerCanUnban viewerCanWithdrawInvite
      user { id displayName pictureUrl(size: 64) }
    }`

const STANDING = `
    fragment pages_standing on Group {
      id memberCount joinState viewerStatus viewerPermissions viewerCanJoin viewerCanLeave viewerCanInvite viewerCanUpdate
      viewerMembership { id status roles { id name } }
    }`

const PLACE = `
    fragment pages_place on InstanceQueuePlace {
      position queueSize keptUntil
      instance { id name occupantCount capacity viewerCanEnter }
    }`

export const groupPages = {
  groups: `
    query pagesGroupsQuery($after: String) {
      viewer {
        id
        groups(first: 10, after: $after) {
          totalCount
          edges { cursor node { id name shortCode iconUrl } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
  group: `
    query pagesGroupQuery($id: ID!, $after: String) {
      group(id: $id) {
        id name shortCode discriminator description iconUrl bannerUrl onlineMemberCount privacy viewerCanWritePosts
        ...pages_standing
        owner { id displayName pictureUrl(size: 64) }
        announcement { id title text author { id displayName } }
        posts(first: 5, after: $after) {
          totalCount
          edges { cursor node { ...pages_post } }
          pageInfo { hasNextPage endCursor }
        }
        galleries(first: 10) {
          nodes { id name viewerCanSubmit images(first: 12) { totalCount nodes { id imageUrl } } }
        }
        newest: members(first: 12, sort: JOINED_AT_DESCENDING) { nodes { id user { id displayName } } }
      }
    }${POST}${STANDING}`,
  groupMembers: `
    query pagesGroupMembersQuery($id: ID!, $after: String) {
      group(id: $id) {
        id viewerCanBan viewerCanRemoveMembers
        members(first: 10, after: $after) {
          totalCount
          edges { cursor node { ...pages_member } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }${MEMBER}`,
  groupRoles: `
    query pagesGroupRolesQuery($id: ID!, $after: String) {
      group(id: $id) {
        id viewerCanCreateRoles
        roles(first: 3, after: $after) {
          totalCount
          edges { cursor node { ...pages_role } }
          pageInfo { hasNextPage endCursor }
        }
        permissions { permission displayName description isManagement viewerCanGrant }
      }
      groupRoleTemplates { template name roles { name permissions } }
    }${ROLE}`,
  groupModeration: `
    query pagesGroupModerationQuery($id: ID!, $afterInvite: String, $afterRequest: String, $afterBan: String) {
      group(id: $id) {
        id viewerCanAnswerRequests viewerCanBan
        invites(first: 5, after: $afterInvite) {
          totalCount
          edges { cursor node { ...pages_outsider invitedBy { id displayName } } }
          pageInfo { hasNextPage endCursor }
        }
        requests(first: 5, after: $afterRequest) {
          totalCount
          edges { cursor node { ...pages_outsider } }
          pageInfo { hasNextPage endCursor }
        }
        blocked: requests(first: 5, blocked: true) {
          totalCount
          edges { cursor node { ...pages_outsider } }
          pageInfo { hasNextPage endCursor }
        }
        bans(first: 5, after: $afterBan) {
          totalCount
          edges { cursor node { ...pages_outsider } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }${OUTSIDER}`,
  groupAudit: `
    query pagesGroupAuditQuery($id: ID!, $after: String) {
      group(id: $id) {
        id auditLogTypes
        auditLog(first: 10, after: $after) {
          totalCount
          edges { cursor node { id type description data createdAt targetId actor { id displayName } } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
  groupQueue: `
    query pagesGroupQueueQuery($location: ID!) {
      instance(location: $location) {
        id name displayName type groupAccess isInviteOnly hasQueue occupantCount capacity
        viewerCanEnter viewerCanModerate viewerCanClose
        group { id name iconUrl }
        world { id name thumbnailUrl }
      }
      viewer { id queuePlace { ...pages_place } }
    }${PLACE}`,
  joinGroup: `
    mutation pagesJoinGroupMutation($input: JoinGroupInput!) {
      joinGroup(input: $input) {
        group { ...pages_standing }
        groupEdge { cursor node { id name shortCode iconUrl } }
        groupMemberEdge { cursor node { ...pages_member } }
        viewer { id }
      }
    }${STANDING}${MEMBER}`,
  createGroupRole: `
    mutation pagesCreateGroupRoleMutation($input: CreateGroupRoleInput!) {
      createGroupRole(input: $input) {
        group { id }
        groupRole { ...pages_role }
        groupRoleEdge { cursor node { ...pages_role } }
        viewer { id }
      }
    }${ROLE}`,
  updateGroupRole: `
    mutation pagesUpdateGroupRoleMutation($input: UpdateGroupRoleInput!) {
      updateGroupRole(input: $input) { group { id } groupRole { ...pages_role } viewer { id } }
    }${ROLE}`,
  deleteGroupRole: `
    mutation pagesDeleteGroupRoleMutation($input: DeleteGroupRoleInput!) {
      deleteGroupRole(input: $input) { deletedGroupRoleId group { id } viewer { id } }
    }`,
  banGroupMember: `
    mutation pagesBanGroupMemberMutation($input: BanGroupMemberInput!) {
      banGroupMember(input: $input) {
        deletedGroupMemberId
        group { id memberCount }
        groupMember { ...pages_outsider }
        banEdge { cursor node { ...pages_outsider } }
        viewer { id }
      }
    }${OUTSIDER}`,
  unbanGroupMember: `
    mutation pagesUnbanGroupMemberMutation($input: UnbanGroupMemberInput!) {
      unbanGroupMember(input: $input) {
        deletedGroupMemberId
        group { id }
        groupMember { ...pages_outsider }
        viewer { id }
      }
    }${OUTSIDER}`,
  addGroupPost: `
    mutation pagesAddGroupPostMutation($input: AddGroupPostInput!) {
      addGroupPost(input: $input) {
        group { id lastPostedAt }
        groupPostEdge { cursor node { ...pages_post } }
        viewer { id }
      }
    }${POST}`,
  deleteGroupPost: `
    mutation pagesDeleteGroupPostMutation($input: DeleteGroupPostInput!) {
      deleteGroupPost(input: $input) { deletedGroupPostId group { id lastPostedAt } viewer { id } }
    }`,
  enterInstance: `
    mutation pagesEnterInstanceMutation($input: EnterInstanceInput!) {
      enterInstance(input: $input) {
        queuePosition
        instance { id occupantCount viewerCanEnter }
        viewer { id queuePlace { ...pages_place } }
      }
    }${PLACE}`,
  leaveQueue: `
    mutation pagesLeaveQueueMutation {
      leaveInstanceQueue(input: {}) { leftInstance { id } viewer { id queuePlace { ...pages_place } } }
    }${PLACE}`,
  groupChanges: `
    subscription pagesGroupChangesSubscription($groupId: ID!) {
      groupChanged(groupId: $groupId) {
        kind groupId roleId
        group {
          id name description lastPostedAt
          posts(first: 5) {
            totalCount
            edges { cursor node { ...pages_post } }
            pageInfo { hasNextPage endCursor }
          }
        }
        role { ...pages_role }
        viewer { id }
      }
    }${POST}${ROLE}`,
  groupModerations: `
    subscription pagesGroupModerationsSubscription($groupId: ID!) {
      groupModeration(groupId: $groupId) {
        group {
          id
          invites(first: 5) {
            totalCount
            edges { cursor node { ...pages_outsider invitedBy { id displayName } } }
            pageInfo { hasNextPage endCursor }
          }
          bans(first: 5) {
            totalCount
            edges { cursor node { ...pages_outsider } }
            pageInfo { hasNextPage endCursor }
          }
          auditLog(first: 10) {
            totalCount
            edges { cursor node { id type description data createdAt targetId actor { id displayName } } }
            pageInfo { hasNextPage endCursor }
          }
        }
        viewer { id }
      }
    }${OUTSIDER}`,
  viewerGroups: `
    subscription pagesViewerGroupsSubscription {
      viewerGroupsChanged { kind groupId group { ...pages_standing } viewer { id } }
    }${STANDING}`,
  queue: `
    subscription pagesQueueSubscription {
      instanceQueue {
        kind location
        instance { id occupantCount viewerCanEnter }
        queuePlace { ...pages_place }
        viewer { id queuePlace { ...pages_place } }
      }
    }${PLACE}`,
} as const
