import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'

export const CALENDAR_GROUPS = graphql(`
  fragment CalendarGroups on Viewer {
    id
    groups(first: 100) {
      edges {
        cursor
        node {
          id
          name
          viewerCanManageCalendar
        }
      }
    }
  }
`)

/** The groups of the viewer in which they may create events. */
export const calendarGroupsOf = (viewer: FragmentType<typeof CALENDAR_GROUPS> | null | undefined) =>
  (getFragmentData(CALENDAR_GROUPS, viewer)?.groups.edges ?? [])
    .map(({ node }) => node)
    .filter((group) => group.viewerCanManageCalendar)
