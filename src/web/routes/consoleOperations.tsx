import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { broadcastsSearchOf } from '../pages/console/broadcasts/search.ts'
import { configurationSearchOf } from '../pages/console/configuration/search.ts'
import { jobsSearchOf } from '../pages/console/jobs/search.ts'
import { mailsSearchOf } from '../pages/console/mails/search.ts'
import { nodesSearchOf } from '../pages/console/nodes/search.ts'
import { overviewSearchOf } from '../pages/console/overview/range.ts'
import { reasonsSearchOf } from '../pages/console/reasons/search.ts'
import { settingsSearchOf } from '../pages/console/settings/search.ts'
import { frameRoute } from './consoleFrame.tsx'
import { loading } from './frame.tsx'

const overviewRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/overview',
  validateSearch: overviewSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/overview/OverviewPage.tsx')),
    'OverviewPage',
  ),
})

const jobsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/jobs',
  validateSearch: jobsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/jobs/JobsPage.tsx')),
    'JobsPage',
  ),
})

const mailsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/mails',
  validateSearch: mailsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/mails/MailsPage.tsx')),
    'MailsPage',
  ),
})

const broadcastsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/broadcasts',
  validateSearch: broadcastsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/broadcasts/BroadcastsPage.tsx')),
    'BroadcastsPage',
  ),
})

const nodesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/nodes',
  validateSearch: nodesSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/nodes/NodesPage.tsx')),
    'NodesPage',
  ),
})

const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings',
  validateSearch: settingsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/settings/SettingsPage.tsx')),
    'SettingsPage',
  ),
})

const configurationRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/configuration',
  validateSearch: configurationSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/configuration/ConfigurationPage.tsx')),
    'ConfigurationPage',
  ),
})

const badgesRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/badges',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/badges/BadgesPage.tsx')),
    'BadgesPage',
  ),
})

const permissionsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/permissions',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/permissions/PermissionsPage.tsx')),
    'PermissionsPage',
  ),
})

const reasonsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/reasons',
  validateSearch: reasonsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/reasons/ReasonsPage.tsx')),
    'ReasonsPage',
  ),
})

/** Pages of the console about the server and its configuration. */
export const operationsPages = [
  overviewRoute,
  jobsRoute,
  mailsRoute,
  broadcastsRoute,
  nodesRoute,
  settingsRoute,
  configurationRoute,
  badgesRoute,
  permissionsRoute,
  reasonsRoute,
]
