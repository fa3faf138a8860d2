import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const favoritesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/favorites',
  component: lazyRouteComponent(
    loading(() => import('../pages/favorites/FavoritesPage.tsx')),
    'FavoritesPage',
  ),
})

/** Favorites of all kinds. */
export const favoriteRoutes = [favoritesRoute] as const
