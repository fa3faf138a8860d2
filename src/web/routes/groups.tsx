import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { groupSearchOf } from '../pages/group/search.ts'
import { groupsSearchOf } from '../pages/groups/search.ts'
import { loading, shellRoute } from './frame.tsx'

const groupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups',
  validateSearch: groupsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/groups/GroupsPage.tsx')),
    'GroupsPage',
  ),
})

const newGroupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/new',
  component: lazyRouteComponent(
    loading(() => import('../pages/newGroup/NewGroupPage.tsx')),
    'NewGroupPage',
  ),
})

const groupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/$groupId',
  validateSearch: groupSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/group/GroupPage.tsx')),
    'GroupPage',
  ),
})

/** Groups. */
export const groupRoutes = [groupsRoute, newGroupRoute, groupRoute] as const
