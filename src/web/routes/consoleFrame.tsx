import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

/** The frame of all pages of the console. */
export const frameRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/console',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/ConsoleFrame.tsx')),
    'ConsoleFrame',
  ),
})
