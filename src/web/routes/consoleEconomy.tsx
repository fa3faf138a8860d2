import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { catalogueSearchOf } from '../pages/console/catalogue/search.ts'
import { economySearchOf } from '../pages/console/economy/search.ts'
import { frameRoute } from './consoleFrame.tsx'
import { loading } from './frame.tsx'

const economyRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/economy',
  validateSearch: economySearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/economy/EconomyPage.tsx')),
    'EconomyPage',
  ),
})

const economyPersonRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/economy/people/$userId',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/economy/person/EconomyPersonPage.tsx')),
    'EconomyPersonPage',
  ),
})

const catalogueRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/catalogue',
  validateSearch: catalogueSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/catalogue/CataloguePage.tsx')),
    'CataloguePage',
  ),
})

/** Pages of the console about the economy. */
export const economyPages = [economyRoute, economyPersonRoute, catalogueRoute]
