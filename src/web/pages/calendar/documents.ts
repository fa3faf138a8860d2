import { graphql } from '../../generated/index.ts'

export const EVENT_LIST = graphql(`
  fragment CalendarEventList on CalendarEventConnection {
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
        isDraft
        viewerInterest {
          isFollowing
        }
        ...EventRow
      }
    }
  }
`)

export const CALENDAR_EVENTS = graphql(`
  query CalendarEvents($source: CalendarSource!, $first: Int!, $since: DateTime, $until: DateTime, $after: String) {
    calendarEvents(
      source: $source
      first: $first
      since: $since
      until: $until
      includeOngoing: true
      after: $after
    ) {
      ...CalendarEventList
    }
  }
`)

/** Events of all groups of the viewer. */
export const OWN_CALENDAR_CHANGES = graphql(`
  subscription OwnCalendarChanges($initial: Boolean) {
    calendarChanged(initial: $initial) {
      kind
      calendarEvent {
        id
        ...EventRow
      }
    }
  }
`)

export const FOLLOWED_EVENT_CHANGES = graphql(`
  subscription FollowedEventChanges($initial: Boolean) {
    followedEventsChanged(initial: $initial) {
      kind
      calendarEvent {
        id
        interestedUserCount
        ...EventRow
      }
    }
  }
`)

export const EVENT_CARDS = graphql(`
  fragment EventCardList on CalendarEventConnection {
    totalCount
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      cursor
      node {
        id
        ...EventCard
      }
    }
  }
`)

export const DISCOVER_EVENTS = graphql(`
  query DiscoverEvents($filter: CalendarDiscoveryFilter, $after: String) {
    events: discoverCalendarEvents(first: 12, filter: $filter, after: $after) {
      ...EventCardList
    }
  }
`)

export const FIND_EVENTS = graphql(`
  query FindEvents($term: String!, $utcOffset: Int, $after: String) {
    events: searchCalendarEvents(first: 12, term: $term, utcOffset: $utcOffset, after: $after) {
      ...EventCardList
    }
  }
`)

export const OWN_CALENDAR_GROUPS = graphql(`
  query OwnCalendarGroups {
    viewer {
      ...CalendarGroups
    }
  }
`)
