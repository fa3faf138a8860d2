import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const calendarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  component: lazyRouteComponent(
    loading(() => import('../pages/calendar/CalendarPage.tsx')),
    'CalendarPage',
  ),
})

/** Events of groups. */
export const calendarRoutes = [calendarRoute] as const
