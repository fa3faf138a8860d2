import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isManageSection, manageSearchOf } from '../pages/groupManage/search.ts'
import { loading, shellRoute } from './frame.tsx'

const manageStartRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/$groupId/manage',
  component: lazyRouteComponent(
    loading(() => import('../pages/groupManage/GroupManageStart.tsx')),
    'GroupManageStart',
  ),
})

const manageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/$groupId/manage/$section',
  validateSearch: manageSearchOf,
  beforeLoad: ({ params: { groupId, section } }) => {
    if (!isManageSection(section)) throw redirect({ to: '/groups/$groupId/manage', params: { groupId }, replace: true })
  },
  component: lazyRouteComponent(
    loading(() => import('../pages/groupManage/GroupManagePage.tsx')),
    'GroupManagePage',
  ),
})

/** Managing a group. */
export const groupManageRoutes = [manageStartRoute, manageRoute] as const
