import { graphql } from '../../generated/index.ts'

/** What a group is, for everybody who may see it. */
export const GROUP_PAGE = graphql(`
  fragment GroupPage on Group {
    id
    name
    shortCode
    discriminator
    iconUrl
    bannerUrl
    description
    rules
    links
    languages
    tags
    privacy
    joinState
    isVerified
    isHidden
    memberCount
    onlineMemberCount
    createdAt
    owner {
      id
      ...PersonChip
    }
    store {
      id
      displayName
      description
    }
    viewerStatus
    viewerCanSeeInside
    viewerMembership {
      id
      joinedAt
      visibility
      isSubscribedToAnnouncements
      isSubscribedToEventAnnouncements
      isRepresenting
      roles {
        id
        name
      }
    }
    ...GroupStanding
    ...GroupRights
  }
`)

export const GROUP_DETAILS = graphql(`
  query GroupDetails($groupId: ID!) {
    group(id: $groupId) {
      id
      ...GroupPage
    }
    viewer {
      id
      user {
        id
      }
    }
  }
`)

/** A group that was deleted or hidden is null: its page is read again. */
export const GROUP_CHANGES = graphql(`
  subscription GroupChanges($groupId: ID!, $initial: Boolean) {
    groupChanged(groupId: $groupId, initial: $initial) {
      kind
      group {
        id
        ...GroupPage
      }
    }
  }
`)

/** Invites, answers to requests, bans and roles of the viewer. */
export const GROUP_STANDING_CHANGES = graphql(`
  subscription GroupStandingChanges($initial: Boolean) {
    viewerGroupsChanged(initial: $initial) {
      kind
      groupId
      group {
        id
        ...GroupPage
      }
    }
  }
`)

/** The roles of a group, to choose from. */
export const GROUP_ROLE_CHOICES = graphql(`
  fragment GroupRoleChoices on Group {
    id
    roles(first: 50) {
      edges {
        cursor
        node {
          id
          name
          kind
        }
      }
    }
  }
`)

export const GROUP_ROLES = graphql(`
  query GroupRoles($groupId: ID!) {
    group(id: $groupId) {
      id
      ...GroupRoleChoices
    }
  }
`)
