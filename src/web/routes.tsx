import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { NotFoundPage } from './components/NotFoundPage.tsx'
import { PageFault } from './components/PageFault.tsx'
import { unreachable } from './graph/refusal.ts'
import { peopleSearchOf } from './pages/people/search.ts'
import { searchWordsOf } from './pages/search/search.ts'
import { isSettingsSection, settingsSearch } from './pages/settings/sections.ts'
import { signInSearchOf } from './pages/signIn/search.ts'
import { worldSearchOf } from './pages/worlds/search.ts'
import { isPageOutdated } from './version.ts'

/**
 * Loads a script. Without a network that is refused like any request, rather than by loading the page anew. Where the page
 * is being loaded anew, as the script is missing, there is nothing instead of it, and nothing more is shown.
 */
const loading =
  <Module,>(load: () => Promise<Module | undefined>) =>
  (): Promise<Module> =>
    load().then(
      (module) => module ?? new Promise<never>(() => {}),
      (error: unknown) => {
        throw navigator.onLine ? error : unreachable('there is no network')
      },
    )

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  errorComponent: PageFault,
})

const signInPages = loading(() => import('./pages/signIn/index.ts'))

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: signInSearchOf,
  component: lazyRouteComponent(signInPages, 'SignInPage'),
})

const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyRouteComponent(signInPages, 'RegisterPage'),
})

const firstRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/first-run',
  component: lazyRouteComponent(signInPages, 'FirstRunPage'),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(signInPages, 'ForgotPasswordPage'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(signInPages, 'ResetPasswordPage'),
})

/** Whether the browser may have a session; the server has written it into the page. */
const mayBeSignedIn = () => document.documentElement.dataset.session !== 'none'

/** Mailed links lead to the root of the site, with what they are about in the query. */
function followMailedLink(search: Record<string, unknown>): void {
  const { resetPassword, email, loginPlace } = search
  if (typeof resetPassword === 'string')
    throw redirect({ to: '/reset-password', search: { token: resetPassword }, replace: true })
  if (mayBeSignedIn()) return
  if (email === 'confirmed') throw redirect({ to: '/sign-in', search: { notice: 'emailConfirmed' }, replace: true })
  if (loginPlace === 'verified') throw redirect({ to: '/sign-in', search: { notice: 'placeApproved' }, replace: true })
}

/** The pages that need a session. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ location, search }) => {
    followMailedLink(search)
    if (!mayBeSignedIn()) throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true })
  },
  component: lazyRouteComponent(
    loading(() => import('./shell/Shell.tsx')),
    'Shell',
  ),
})

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(
    loading(() => import('./pages/home/HomePage.tsx')),
    'HomePage',
  ),
})

const peopleRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people',
  validateSearch: peopleSearchOf,
  component: lazyRouteComponent(
    loading(() => import('./pages/people/PeoplePage.tsx')),
    'PeoplePage',
  ),
})

const personRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/people/$personId',
  component: lazyRouteComponent(
    loading(() => import('./pages/person/PersonPage.tsx')),
    'PersonPage',
  ),
})

const worldsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/worlds',
  validateSearch: worldSearchOf,
  component: lazyRouteComponent(
    loading(() => import('./pages/worlds/WorldsPage.tsx')),
    'WorldsPage',
  ),
})

const worldRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/worlds/$worldId',
  component: lazyRouteComponent(
    loading(() => import('./pages/world/WorldPage.tsx')),
    'WorldPage',
  ),
})

const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/notifications',
  validateSearch: ({ show }: Record<string, unknown>): { show?: 'unread' } => (show === 'unread' ? { show } : {}),
  component: lazyRouteComponent(
    loading(() => import('./pages/notifications/NotificationsPage.tsx')),
    'NotificationsPage',
  ),
})

const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search',
  validateSearch: searchWordsOf,
  component: lazyRouteComponent(
    loading(() => import('./pages/search/SearchPage.tsx')),
    'SearchPage',
  ),
})

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
    loading(() => import('./pages/settings/SettingsPage.tsx')),
    'SettingsPage',
  ),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    registerRoute,
    firstRunRoute,
    forgotPasswordRoute,
    resetPasswordRoute,
    shellRoute.addChildren([
      homeRoute,
      peopleRoute,
      personRoute,
      worldsRoute,
      worldRoute,
      notificationsRoute,
      searchRoute,
      settingsStartRoute,
      settingsRoute,
    ]),
  ]),
  defaultErrorComponent: PageFault,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

// A page of an older version is loaded anew where its person goes next.
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (!pathChanged || !isPageOutdated()) return
  router.history.flush()
  location.reload()
})

// Who reads with the keyboard or by ear goes on at the new page.
router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  const content = document.getElementById('content')
  const isKept = content?.contains(document.activeElement) ?? false
  if (pathChanged && fromLocation && !isKept) content?.focus({ preventScroll: true })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
