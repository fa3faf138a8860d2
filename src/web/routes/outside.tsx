import { createRoute, redirect } from '@tanstack/react-router'
import { pageOf } from '../components/subjects.ts'
import { shellRoute } from './frame.tsx'

/** Files of calendars name this address of an event. */
const calendarFileRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/group/$groupId/calendar/$eventId',
  beforeLoad: ({ params: { eventId } }) => {
    throw redirect({ ...pageOf('CalendarEvent', eventId), replace: true })
  },
})

/** Addresses that the server gives to programs of others, and that lead on to a page. */
export const outsideRoutes = [calendarFileRoute] as const
