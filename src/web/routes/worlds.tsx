import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { worldSearchOf } from '../pages/worlds/search.ts'
import { loading, shellRoute } from './frame.tsx'

const worldsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/worlds',
  validateSearch: worldSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/worlds/WorldsPage.tsx')),
    'WorldsPage',
  ),
})

const worldRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/worlds/$worldId',
  component: lazyRouteComponent(
    loading(() => import('../pages/world/WorldPage.tsx')),
    'WorldPage',
  ),
})

const instanceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/instances/$instanceId',
  component: lazyRouteComponent(
    loading(() => import('../pages/instance/InstancePage.tsx')),
    'InstancePage',
  ),
})

/** Worlds and their instances. */
export const worldRoutes = [worldsRoute, worldRoute, instanceRoute] as const
