import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { assetsSearchOf } from '../pages/console/assets/search.ts'
import { contentSearchOf, itemsSearchOf } from '../pages/console/content/search.ts'
import { consoleJamsSearchOf } from '../pages/console/jams/search.ts'
import { frameRoute } from './consoleFrame.tsx'
import { loading } from './frame.tsx'

const contentRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/content',
  validateSearch: contentSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/content/ContentPage.tsx')),
    'ContentPage',
  ),
})

const assetsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/assets',
  validateSearch: assetsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/assets/AssetsPage.tsx')),
    'AssetsPage',
  ),
})

const worldsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/worlds',
  validateSearch: itemsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/content/ListPages.tsx')),
    'WorldsPage',
  ),
})

const groupsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/groups',
  validateSearch: itemsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/content/ListPages.tsx')),
    'GroupsPage',
  ),
})

const judgedWorldRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/worlds/$worldId',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/content/ItemPage.tsx')),
    'JudgedWorldPage',
  ),
})

const judgedGroupRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/groups/$groupId',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/content/ItemPage.tsx')),
    'JudgedGroupPage',
  ),
})

const jamsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/jams',
  validateSearch: consoleJamsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/jams/JamsListPage.tsx')),
    'JamsListPage',
  ),
})

const newJamRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/jams/new',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/jams/NewJamPage.tsx')),
    'NewJamPage',
  ),
})

const editedJamRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/jams/$jamId',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/jams/EditedJamPage.tsx')),
    'EditedJamPage',
  ),
})

/** Pages of the console about content. */
export const contentPages = [
  contentRoute,
  assetsRoute,
  worldsRoute,
  groupsRoute,
  judgedWorldRoute,
  judgedGroupRoute,
  jamsRoute,
  newJamRoute,
  editedJamRoute,
]
