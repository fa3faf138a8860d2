import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const filesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files',
  component: lazyRouteComponent(
    loading(() => import('../pages/files/FilesPage.tsx')),
    'FilesPage',
  ),
})

/** Files of the person, pictures above all. */
export const fileRoutes = [filesRoute] as const
