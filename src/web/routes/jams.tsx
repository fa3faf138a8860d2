import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { jamSearchOf } from '../pages/jams/search.ts'
import { loading, shellRoute } from './frame.tsx'

const jamsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jams',
  validateSearch: jamSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/jams/JamsPage.tsx')),
    'JamsPage',
  ),
})

const jamRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jams/$jamId',
  component: lazyRouteComponent(
    loading(() => import('../pages/jam/JamPage.tsx')),
    'JamPage',
  ),
})

/** Jams. */
export const jamRoutes = [jamsRoute, jamRoute] as const
