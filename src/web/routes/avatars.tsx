import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { avatarSearchOf } from '../pages/avatars/search.ts'
import { loading, shellRoute } from './frame.tsx'

const avatarsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/avatars',
  validateSearch: avatarSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/avatars/AvatarsPage.tsx')),
    'AvatarsPage',
  ),
})

const newAvatarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/avatars/new',
  component: lazyRouteComponent(
    loading(() => import('../pages/avatarEdit/NewAvatarPage.tsx')),
    'NewAvatarPage',
  ),
})

const avatarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/avatars/$avatarId',
  component: lazyRouteComponent(
    loading(() => import('../pages/avatar/AvatarPage.tsx')),
    'AvatarPage',
  ),
})

const editAvatarRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/avatars/$avatarId/edit',
  component: lazyRouteComponent(
    loading(() => import('../pages/avatarEdit/EditAvatarPage.tsx')),
    'EditAvatarPage',
  ),
})

/** Avatars. */
export const avatarRoutes = [avatarsRoute, newAvatarRoute, avatarRoute, editAvatarRoute] as const
