import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { appealsSearchOf } from '../pages/console/appeals/search.ts'
import { auditSearchOf } from '../pages/console/audit/search.ts'
import { peopleSearchOf } from '../pages/console/people/search.ts'
import { accountSearchOf } from '../pages/console/person/search.ts'
import { reportListSearchOf } from '../pages/console/reports/listSearch.ts'
import { reportsSearchOf } from '../pages/console/reports/search.ts'
import { contentPages } from './consoleContent.tsx'
import { economyPages } from './consoleEconomy.tsx'
import { frameRoute } from './consoleFrame.tsx'
import { operationsPages } from './consoleOperations.tsx'
import { loading } from './frame.tsx'

const startRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/ConsoleStart.tsx')),
    'ConsoleStart',
  ),
})

const reportsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/reports',
  validateSearch: reportsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/reports/ReportsPage.tsx')),
    'ReportsPage',
  ),
})

const reportListRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/reports/list',
  validateSearch: reportListSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/reports/ReportListPage.tsx')),
    'ReportListPage',
  ),
})

const reportedSubjectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/reports/$contentId',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/reports/SubjectPage.tsx')),
    'SubjectPage',
  ),
})

const appealsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/appeals',
  validateSearch: appealsSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/appeals/AppealsPage.tsx')),
    'AppealsPage',
  ),
})

const auditRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/audit',
  validateSearch: auditSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/audit/AuditPage.tsx')),
    'AuditPage',
  ),
})

const staffRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/staff',
  component: lazyRouteComponent(
    loading(() => import('../pages/console/staff/StaffPage.tsx')),
    'StaffPage',
  ),
})

const peopleRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/people',
  validateSearch: peopleSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/people/PeopleListPage.tsx')),
    'PeopleListPage',
  ),
})

const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/people/$userId',
  validateSearch: accountSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/console/person/AccountPage.tsx')),
    'AccountPage',
  ),
})

/** The console of the staff. */
export const consoleRoute = frameRoute.addChildren([
  startRoute,
  reportsRoute,
  reportListRoute,
  reportedSubjectRoute,
  appealsRoute,
  auditRoute,
  staffRoute,
  peopleRoute,
  accountRoute,
  ...contentPages,
  ...economyPages,
  ...operationsPages,
])
