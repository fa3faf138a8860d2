import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { isSettingsSection, settingsSearch } from '../pages/settings/sections.ts'
import { loading, shellRoute } from './frame.tsx'

const settingsStartRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'profile' }, replace: true })
  },
})

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/$section',
  validateSearch: settingsSearch,
  beforeLoad: ({ params }) => {
    if (!isSettingsSection(params.section)) throw redirect({ to: '/settings', replace: true })
  },
  component: lazyRouteComponent(
    loading(() => import('../pages/settings/SettingsPage.tsx')),
    'SettingsPage',
  ),
})

/** The settings. */
export const settingsRoutes = [settingsStartRoute, settingsRoute] as const
