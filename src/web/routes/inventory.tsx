import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { type InventorySearch, inventorySearchOf } from '../pages/inventory/search.ts'
import { loading, shellRoute } from './frame.tsx'

const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory',
  validateSearch: (search: Record<string, unknown>): InventorySearch => inventorySearchOf(search),
  component: lazyRouteComponent(
    loading(() => import('../pages/inventory/InventoryPage.tsx')),
    'InventoryPage',
  ),
})

/** What the person owns. */
export const inventoryRoutes = [inventoryRoute] as const
