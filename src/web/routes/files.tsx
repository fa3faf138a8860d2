import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { filesSearchOf } from '../pages/files/search.ts'
import { loading, shellRoute } from './frame.tsx'

const filesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files',
  validateSearch: filesSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/files/FilesPage.tsx')),
    'FilesPage',
  ),
})

/** Files of the person, pictures above all. */
export const fileRoutes = [filesRoute] as const
