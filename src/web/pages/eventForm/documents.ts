import { graphql } from '../../generated/index.ts'

/** What is chosen from in the form of an event. */
export const EVENT_FORM_GROUP = graphql(`
  fragment EventFormGroup on Group {
    id
    name
    privacy
    viewerCanManageCalendar
    roles(first: 50) {
      edges {
        cursor
        node {
          id
          name
        }
      }
    }
  }
`)

export const NEW_EVENT = graphql(`
  query NewEvent($groupId: ID!, $hasGroup: Boolean!) {
    group(id: $groupId) @include(if: $hasGroup) {
      id
      ...EventFormGroup
    }
    viewer {
      ...CalendarGroups
    }
  }
`)

export const EDITED_EVENT = graphql(`
  fragment EditedEvent on CalendarEvent {
    id
    kind
    title
    description
    startsAt
    endsAt
    category
    access
    imageUrl
    languages
    platforms
    tags
    isDraft
    hostEarlyJoinMinutes
    guestEarlyJoinMinutes
    closeInstanceAfterEndMinutes
    usesInstanceOverflow
    viewerCanUpdate
    updatedAt
    roles {
      id
    }
    recurrence {
      frequency
      interval
      timezone
      daysOfWeek
      count
      until
    }
    series {
      id
    }
    group {
      id
      ...EventFormGroup
    }
  }
`)

export const EDIT_EVENT = graphql(`
  query EditEvent($eventId: ID!) {
    calendarEvent(id: $eventId) {
      id
      ...EditedEvent
    }
  }
`)

export const EDIT_EVENT_CHANGES = graphql(`
  subscription EditEventChanges($groupId: ID!, $initial: Boolean) {
    calendarChanged(groupId: $groupId, initial: $initial) {
      kind
      eventId
      calendarEvent {
        id
        ...EditedEvent
      }
    }
  }
`)

export const CREATE_EVENT = graphql(`
  mutation CreateEvent($input: CreateGroupCalendarEventInput!) {
    createGroupCalendarEvent(input: $input) {
      calendarEvent {
        id
        kind
        occurrences(first: 1) {
          edges {
            cursor
            node {
              id
            }
          }
        }
      }
    }
  }
`)

export const UPDATE_EVENT = graphql(`
  mutation UpdateEvent($input: UpdateGroupCalendarEventInput!) {
    updateGroupCalendarEvent(input: $input) {
      calendarEvent {
        id
        ...EditedEvent
      }
    }
  }
`)
