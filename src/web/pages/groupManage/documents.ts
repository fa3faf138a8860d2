import { graphql } from '../../generated/index.ts'

/** What the viewer may manage in a group, with how many wait in its lists. */
export const MANAGED_GROUP = graphql(`
  fragment ManagedGroup on Group {
    id
    name
    shortCode
    discriminator
    iconUrl
    memberCount
    viewerStatus
    requestCount: requests(first: 1) {
      totalCount
    }
    inviteCount: invites(first: 1) {
      totalCount
    }
    banCount: bans(first: 1) {
      totalCount
    }
    ...GroupRights
  }
`)

export const MANAGED_GROUP_QUERY = graphql(`
  query ManagedGroupById($groupId: ID!) {
    group(id: $groupId) {
      id
      ...ManagedGroup
    }
  }
`)

export const MANAGED_GROUP_CHANGES = graphql(`
  subscription ManagedGroupChanges($groupId: ID!, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      kind
      group {
        id
        ...ManagedGroup
      }
    }
  }
`)

/** The viewer's own roles may have changed, or the viewer is a member no longer. */
export const MANAGED_GROUP_RIGHTS_CHANGES = graphql(`
  subscription ManagedGroupRightsChanges($initial: Boolean) {
    viewerGroupsChanged(initial: $initial) {
      kind
      groupId
      group {
        id
        ...ManagedGroup
      }
    }
  }
`)

export const MANAGED_GROUP_MODERATION = graphql(`
  subscription ManagedGroupModeration($groupId: ID!, $initial: Boolean) {
    groupModeration(groupId: $groupId, initial: $initial) {
      group {
        id
        ...ManagedGroup
      }
    }
  }
`)
