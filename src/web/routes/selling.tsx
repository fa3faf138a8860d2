import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const sellingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/selling',
  component: lazyRouteComponent(
    loading(() => import('../pages/selling/SellingPage.tsx')),
    'SellingPage',
  ),
})

/** What the person sells. */
export const sellingRoutes = [sellingRoute] as const
