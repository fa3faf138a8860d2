import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isItemSection, isSellingSection, sellingSearchOf } from '../pages/selling/sections.ts'
import { loading, shellRoute } from './frame.tsx'

const sellingStartRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/selling',
  beforeLoad: () => {
    throw redirect({ to: '/selling/$section', params: { section: 'setup' }, replace: true })
  },
})

const sellingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/selling/$section',
  validateSearch: sellingSearchOf,
  beforeLoad: ({ params }) => {
    if (!isSellingSection(params.section)) throw redirect({ to: '/selling', replace: true })
  },
  component: lazyRouteComponent(
    loading(() => import('../pages/selling/SellingPage.tsx')),
    'SellingPage',
  ),
})

const sellingItemRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/selling/$section/$itemId',
  beforeLoad: ({ params }) => {
    if (!isItemSection(params.section)) throw redirect({ to: '/selling', replace: true })
  },
  component: lazyRouteComponent(
    loading(() => import('../pages/selling/SellingItemPage.tsx')),
    'SellingItemPage',
  ),
})

/** What the person sells. */
export const sellingRoutes = [sellingStartRoute, sellingRoute, sellingItemRoute] as const
