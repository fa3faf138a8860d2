import { graphql } from '../../generated/index.ts'

export const EVENT_INTEREST = graphql(`
  fragment EventInterest on CalendarEvent {
    id
    interestedUserCount
    viewerInterest {
      isFollowing
    }
    series {
      id
      interestedUserCount
      viewerInterest {
        isFollowing
      }
    }
  }
`)

export const EVENT = graphql(`
  fragment EventPage on CalendarEvent {
    id
    kind
    title
    description
    imageUrl
    category
    access
    languages
    platforms
    tags
    startsAt
    endsAt
    originalStartsAt
    isDraft
    isException
    isFeatured
    guestEarlyJoinMinutes
    icsUrl
    viewerCanUpdate
    viewerCanDelete
    series {
      id
      viewerCanUpdate
      viewerCanDelete
    }
    roles {
      id
      name
    }
    author {
      id
      ...PersonChip
    }
    group {
      id
      name
      bannerUrl
      viewerCanReport
      viewerCanSeeInside
      ...GroupChip
    }
    recurrence {
      frequency
      interval
      timezone
      daysOfWeek
      count
      until
    }
    ...EventInterest
  }
`)

export const EVENT_DETAILS = graphql(`
  query EventDetails($eventId: ID!) {
    calendarEvent(id: $eventId) {
      id
      ...EventPage
    }
  }
`)

/** Which dates of a series come next; for one of them, those of its series. */
export const EVENT_DATES = graphql(`
  fragment EventDates on CalendarEvent {
    id
    occurrences(first: 10, since: $since, after: $after) {
      ...EventDateList
    }
    series {
      id
      occurrences(first: 10, since: $since, after: $after) {
        ...EventDateList
      }
    }
  }
`)

export const EVENT_DATES_QUERY = graphql(`
  query EventDatesOf($eventId: ID!, $since: DateTime!, $after: String) {
    calendarEvent(id: $eventId) {
      id
      ...EventDates
    }
  }
`)

export const EVENT_DATE_CHANGES = graphql(`
  subscription EventDateChanges(
    $groupId: ID!
    $eventId: ID!
    $since: DateTime!
    $after: String
    $initial: Boolean
  ) {
    calendarChanged(groupId: $groupId, initial: $initial) {
      query {
        calendarEvent(id: $eventId) {
          id
          ...EventDates
        }
      }
    }
  }
`)

export const EVENT_DATE_LIST = graphql(`
  fragment EventDateList on CalendarEventConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        title
        startsAt
        endsAt
        isException
      }
    }
  }
`)

export const EVENT_INSTANCES = graphql(`
  fragment EventInstances on CalendarEvent {
    id
    instances(first: 20) {
      totalCount
      edges {
        cursor
        node {
          id
          ...InstanceRow
        }
      }
    }
  }
`)

export const EVENT_INSTANCES_QUERY = graphql(`
  query EventInstancesOf($eventId: ID!) {
    calendarEvent(id: $eventId) {
      id
      ...EventInstances
    }
  }
`)

export const EVENT_CHANGES = graphql(`
  subscription EventChanges($groupId: ID!, $initial: Boolean) {
    calendarChanged(groupId: $groupId, initial: $initial) {
      kind
      eventId
      calendarEvent {
        id
        ...EventPage
      }
    }
  }
`)

export const EVENT_INSTANCE_CHANGES = graphql(`
  subscription EventInstanceChanges($groupId: ID!, $eventId: ID!, $initial: Boolean) {
    groupInstancesChanged(groupId: $groupId, initial: $initial) {
      query {
        calendarEvent(id: $eventId) {
          id
          ...EventInstances
        }
      }
    }
  }
`)

/** The event that is on screen is read again: following a series changes its dates, too. */
export const FOLLOW_EVENT = graphql(`
  mutation FollowEvent($input: FollowGroupCalendarEventInput!, $shown: ID!) {
    followGroupCalendarEvent(input: $input) {
      calendarEvent {
        ...EventInterest
      }
      query {
        calendarEvent(id: $shown) {
          ...EventInterest
        }
      }
    }
  }
`)

export const DELETE_EVENT = graphql(`
  mutation DeleteEvent($input: DeleteGroupCalendarEventInput!) {
    deleteGroupCalendarEvent(input: $input) {
      deletedCalendarEventId
    }
  }
`)
