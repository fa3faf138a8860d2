import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory',
  component: lazyRouteComponent(
    loading(() => import('../pages/inventory/InventoryPage.tsx')),
    'InventoryPage',
  ),
})

/** What the person owns. */
export const inventoryRoutes = [inventoryRoute] as const
