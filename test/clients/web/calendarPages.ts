/** The documents of the pages of calendars, which `pages` names beside the others. */

const EVENT = `
    fragment pages_event on CalendarEvent {
      id kind title category access startsAt endsAt isLive isDraft imageUrl interestedUserCount viewerCanUpdate
      viewerInterest { isFollowing since }
    }`

const LIST = `totalCount edges { cursor node { ...pages_event } } pageInfo { hasNextPage endCursor }`

export const calendarPages = {
  calendar: `
    query pagesCalendarQuery($id: ID!, $after: String) {
      group(id: $id) {
        id name viewerCanManageCalendar
        nextCalendarEvent { ...pages_event }
        calendarEvents(first: 5, after: $after) { ${LIST} }
      }
    }${EVENT}`,
  calendarMonth: `
    query pagesCalendarMonthQuery($id: ID!, $month: DateTime!) {
      group(id: $id) {
        id name
        month: calendarEvents(first: 100, month: $month) {
          totalCount
          nodes { ...pages_event author { id displayName } series { id title } roles { id name } }
        }
      }
    }${EVENT}`,
  calendarEvent: `
    query pagesCalendarEventQuery($id: ID!, $after: String) {
      calendarEvent(id: $id) {
        ...pages_event
        description languages platforms tags icsUrl
        recurrence { frequency interval timezone daysOfWeek count until }
        group { id name iconUrl }
        author { id displayName }
        series { id title }
        followers(first: 12) { totalCount nodes { id displayName } }
        occurrences(first: 5, after: $after) { ${LIST} }
      }
    }${EVENT}`,
  createEvent: `
    mutation pagesCreateEventMutation($input: CreateGroupCalendarEventInput!) {
      createGroupCalendarEvent(input: $input) {
        group { id }
        calendarEvent { ...pages_event }
        calendarEventEdge { cursor node { ...pages_event } }
        viewer { id }
      }
    }${EVENT}`,
  updateEvent: `
    mutation pagesUpdateEventMutation($input: UpdateGroupCalendarEventInput!) {
      updateGroupCalendarEvent(input: $input) { calendarEvent { ...pages_event } viewer { id } }
    }${EVENT}`,
  deleteEvent: `
    mutation pagesDeleteEventMutation($input: DeleteGroupCalendarEventInput!) {
      deleteGroupCalendarEvent(input: $input) { deletedCalendarEventId group { id } viewer { id } }
    }`,
  followEvent: `
    mutation pagesFollowEventMutation($input: FollowGroupCalendarEventInput!) {
      followGroupCalendarEvent(input: $input) { calendarEvent { ...pages_event } viewer { id } }
    }${EVENT}`,
  calendarChanges: `
    subscription pagesCalendarChangesSubscription($groupId: ID!) {
      calendarChanged(groupId: $groupId) {
        kind eventId
        calendarEvent { ...pages_event }
        group { id nextCalendarEvent { ...pages_event } calendarEvents(first: 5) { ${LIST} } }
        viewer { id }
      }
    }${EVENT}`,
  followedEvents: `
    subscription pagesFollowedEventsSubscription {
      followedEventsChanged { kind eventId calendarEvent { ...pages_event } viewer { id } }
    }${EVENT}`,
} as const
