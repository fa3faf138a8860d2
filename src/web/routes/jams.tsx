import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const jamsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jams',
  component: lazyRouteComponent(
    loading(() => import('../pages/jams/JamsPage.tsx')),
    'JamsPage',
  ),
})

/** Jams. */
export const jamRoutes = [jamsRoute] as const
