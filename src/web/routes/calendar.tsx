import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { calendarSearchOf } from '../pages/calendar/search.ts'
import { loading, shellRoute } from './frame.tsx'

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  validateSearch: calendarSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/calendar/CalendarPage.tsx')),
    'CalendarPage',
  ),
})

/** What the address of a new event says: the id of its group. */
const newEventSearchOf = ({ group }: Record<string, unknown>): { readonly group?: string | undefined } => ({
  group: typeof group === 'string' && group !== '' ? group : undefined,
})

const newEventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar/new',
  validateSearch: newEventSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/eventForm/NewEventPage.tsx')),
    'NewEventPage',
  ),
})

const eventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar/$eventId',
  component: lazyRouteComponent(
    loading(() => import('../pages/event/EventPage.tsx')),
    'EventPage',
  ),
})

const editEventRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar/$eventId/edit',
  component: lazyRouteComponent(
    loading(() => import('../pages/eventForm/EditEventPage.tsx')),
    'EditEventPage',
  ),
})

/** Events of groups. */
export const calendarRoutes = [calendarRoute, newEventRoute, eventRoute, editEventRoute] as const
