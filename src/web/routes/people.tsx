import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { peopleSearchOf } from '../pages/people/search.ts'
import { personSearchOf } from '../pages/person/search.ts'
import { loading, shellRoute } from './frame.tsx'

const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: peopleSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/people/PeoplePage.tsx')),
    'PeoplePage',
  ),
})

const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$personId',
  validateSearch: personSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/person/PersonPage.tsx')),
    'PersonPage',
  ),
})

/** People. */
export const peopleRoutes = [peopleRoute, personRoute] as const
