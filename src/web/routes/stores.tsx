import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { storesSearchOf } from '../pages/stores/search.ts'
import { loading, shellRoute } from './frame.tsx'

const storesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/stores',
  validateSearch: storesSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/stores/StoresPage.tsx')),
    'StoresPage',
  ),
})

const storeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/stores/$storeId',
  component: lazyRouteComponent(
    loading(() => import('../pages/store/StorePage.tsx')),
    'StorePage',
  ),
})

const listingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/listings/$listingId',
  component: lazyRouteComponent(
    loading(() => import('../pages/listing/ListingPage.tsx')),
    'ListingPage',
  ),
})

/** What others sell. */
export const storeRoutes = [storesRoute, storeRoute, listingRoute] as const
