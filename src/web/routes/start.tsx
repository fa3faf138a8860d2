import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { searchWordsOf } from '../pages/search/search.ts'
import { loading, shellRoute } from './frame.tsx'

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(
    loading(() => import('../pages/home/HomePage.tsx')),
    'HomePage',
  ),
})

const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  validateSearch: ({ show }: Record<string, unknown>): { show?: 'unread' } => (show === 'unread' ? { show } : {}),
  component: lazyRouteComponent(
    loading(() => import('../pages/notifications/NotificationsPage.tsx')),
    'NotificationsPage',
  ),
})

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: searchWordsOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/search/SearchPage.tsx')),
    'SearchPage',
  ),
})

/** What concerns everything: Home, notifications, the search. */
export const startRoutes = [homeRoute, notificationsRoute, searchRoute] as const
