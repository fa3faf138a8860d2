import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const avatarsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/avatars',
  component: lazyRouteComponent(
    loading(() => import('../pages/avatars/AvatarsPage.tsx')),
    'AvatarsPage',
  ),
})

/** Avatars. */
export const avatarRoutes = [avatarsRoute] as const
