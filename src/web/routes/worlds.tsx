import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isWorldSection } from '../pages/worldEdit/sections.ts'
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

const newWorldRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/worlds/new',
  component: lazyRouteComponent(
    loading(() => import('../pages/worldNew/NewWorldPage.tsx')),
    'NewWorldPage',
  ),
})

const worldEditStartRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/worlds/$worldId/edit',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/worlds/$worldId/edit/$section', params: { ...params, section: 'details' }, replace: true })
  },
})

const worldEditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/worlds/$worldId/edit/$section',
  beforeLoad: ({ params: { worldId, section } }) => {
    if (!isWorldSection(section)) throw redirect({ to: '/worlds/$worldId/edit', params: { worldId }, replace: true })
  },
  component: lazyRouteComponent(
    loading(() => import('../pages/worldEdit/WorldEditPage.tsx')),
    'WorldEditPage',
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
export const worldRoutes = [
  worldsRoute,
  worldRoute,
  newWorldRoute,
  worldEditStartRoute,
  worldEditRoute,
  instanceRoute,
] as const
