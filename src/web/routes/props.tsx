import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loading, shellRoute } from './frame.tsx'

const propsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/props',
  component: lazyRouteComponent(
    loading(() => import('../pages/props/PropsPage.tsx')),
    'PropsPage',
  ),
})

const newPropRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/props/new',
  component: lazyRouteComponent(
    loading(() => import('../pages/propEdit/NewPropPage.tsx')),
    'NewPropPage',
  ),
})

const propRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/props/$propId',
  component: lazyRouteComponent(
    loading(() => import('../pages/prop/PropPage.tsx')),
    'PropPage',
  ),
})

const editPropRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/props/$propId/edit',
  component: lazyRouteComponent(
    loading(() => import('../pages/propEdit/EditPropPage.tsx')),
    'EditPropPage',
  ),
})

/** Props. */
export const propRoutes = [propsRoute, newPropRoute, propRoute, editPropRoute] as const
