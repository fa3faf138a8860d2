import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { favoritesSearchOf } from '../pages/favorites/search.ts'
import { loading, shellRoute } from './frame.tsx'

const favoritesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/favorites',
  validateSearch: favoritesSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/favorites/FavoritesPage.tsx')),
    'FavoritesPage',
  ),
})

/** Favorites of all kinds. */
export const favoriteRoutes = [favoritesRoute] as const
