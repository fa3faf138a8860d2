import { graphql } from '../../generated/index.ts'

export const INSTANCE = graphql(`
  fragment InstancePage on Instance {
    id
    name
    displayName
    shortName
    type
    groupAccess
    isInviteOnly
    allowsInviteRequests
    ageGate
    roleIds
    region
    capacity
    occupantCount
    isOpen
    closedAt
    hardClose
    hasQueue
    queueSize
    viewerCanEnter
    viewerCanInvite
    viewerCanClose
    viewerCanModerate
    viewerCanAnnounce
    world {
      id
      name
      imageUrl
    }
    group {
      id
      name
    }
    owner {
      id
      displayName
      viewerCanRequestInvite
    }
    creator {
      id
      displayName
    }
    calendarEvent {
      id
      title
    }
    ...InstancePeople
  }
`)

export const INSTANCE_PERSON_LIST = graphql(`
  fragment InstancePersonList on UserConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        displayName
        isViewer
        ...PersonChip
      }
    }
  }
`)

export const INSTANCE_PEOPLE = graphql(`
  fragment InstancePeople on Instance {
    id
    occupantCount
    viewerCanModerate
    occupants(first: 30, after: $occupantsAfter) {
      ...InstancePersonList
    }
    friends(first: 30, after: $friendsAfter) {
      ...InstancePersonList
    }
  }
`)

export const INSTANCE_AT = graphql(`
  query InstanceAt($location: ID!, $occupantsAfter: String, $friendsAfter: String) {
    instance(location: $location) {
      ...InstancePage
    }
  }
`)

export const INSTANCE_BY_NAME = graphql(`
  query InstanceByName($shortName: String!, $occupantsAfter: String, $friendsAfter: String) {
    instance: instanceByShortName(shortName: $shortName) {
      ...InstancePage
    }
  }
`)

export const INSTANCE_CHANGES = graphql(`
  subscription InstanceChanges($location: ID!, $occupantsAfter: String, $friendsAfter: String, $initial: Boolean) {
    instanceChanged(location: $location, initial: $initial) {
      instance {
        ...InstancePage
      }
    }
  }
`)

export const QUEUE_PLACE = graphql(`
  fragment QueuePlace on Viewer {
    id
    queuePlace {
      position
      queueSize
      keptUntil
      instance {
        id
      }
    }
  }
`)

export const OWN_QUEUE_PLACE = graphql(`
  query OwnQueuePlace {
    viewer {
      ...QueuePlace
    }
  }
`)

export const OWN_QUEUE_CHANGES = graphql(`
  subscription OwnQueueChanges($initial: Boolean) {
    instanceQueue(initial: $initial) {
      viewer {
        ...QueuePlace
      }
      instance {
        id
        queueSize
        viewerCanEnter
      }
    }
  }
`)

export const LEAVE_QUEUE = graphql(`
  mutation LeaveQueue {
    leaveInstanceQueue(input: {}) {
      viewer {
        ...QueuePlace
      }
      leftInstance {
        id
        queueSize
        viewerCanEnter
      }
    }
  }
`)

export const RENAME_INSTANCE = graphql(`
  mutation RenameInstance($input: RenameInstanceInput!, $occupantsAfter: String, $friendsAfter: String) {
    renameInstance(input: $input) {
      instance {
        ...InstancePage
      }
    }
  }
`)

export const CLOSE_INSTANCE = graphql(`
  mutation CloseInstance($input: CloseInstanceInput!, $occupantsAfter: String, $friendsAfter: String) {
    closeInstance(input: $input) {
      instance {
        ...InstancePage
      }
    }
  }
`)

export const KICK = graphql(`
  mutation KickFromInstance($input: KickFromGroupInstanceInput!, $occupantsAfter: String, $friendsAfter: String) {
    kickFromGroupInstance(input: $input) {
      instance {
        id
        queueSize
        ...InstancePeople
      }
    }
  }
`)

export const WARN = graphql(`
  mutation WarnInInstance($input: WarnInGroupInstanceInput!) {
    warnInGroupInstance(input: $input) {
      instance {
        id
      }
    }
  }
`)

export const ANNOUNCE = graphql(`
  mutation AnnounceInInstance($input: AnnounceInGroupInstanceInput!) {
    announceInGroupInstance(input: $input) {
      instance {
        id
      }
    }
  }
`)
