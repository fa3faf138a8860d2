import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const storesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/stores',
  component: lazyRouteComponent(
    loading(() => import('../pages/stores/StoresPage.tsx')),
    'StoresPage',
  ),
})

/** What others sell. */
export const storeRoutes = [storesRoute] as const
