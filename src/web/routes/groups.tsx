import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const groupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups',
  component: lazyRouteComponent(
    loading(() => import('../pages/groups/GroupsPage.tsx')),
    'GroupsPage',
  ),
})

/** Groups. */
export const groupRoutes = [groupsRoute] as const
