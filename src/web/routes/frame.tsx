import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { NotFoundPage } from '../components/NotFoundPage.tsx'
import { PageFault } from '../components/PageFault.tsx'
import { unreachable } from '../graph/refusal.ts'

/**
 * Loads a script. Without a network that is refused like any request, rather than by loading the page anew. Where the page
 * is being loaded anew, as the script is missing, there is nothing instead of it, and nothing more is shown.
 */
export const loading =
  <Module,>(load: () => Promise<Module | undefined>) =>
  (): Promise<Module> =>
    load().then(
      (module) => module ?? new Promise<never>(() => {}),
      (error: unknown) => {
        throw navigator.onLine ? error : unreachable('there is no network')
      },
    )

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
  errorComponent: PageFault,
})

/** Whether the browser may have a session; the server has written it into the page. */
const mayBeSignedIn = () => document.documentElement.dataset.session !== 'none'

/**
 * Mailed links lead to the root of the site, with what they are about in the query. What they have done is told to who has
 * a session by the frame of the pages, to all others by the page to sign in.
 */
function followMailedLink(search: Record<string, unknown>): void {
  const { resetPassword, refusedLink, dataExport, email, loginPlace } = search
  if (resetPassword === '') throw redirect({ to: '/forgot-password', replace: true })
  if (typeof resetPassword === 'string')
    throw redirect({ to: '/reset-password', search: { token: resetPassword }, replace: true })
  if (typeof refusedLink === 'string')
    throw redirect({ to: '/refused-link', search: { reason: refusedLink }, replace: true })
  if (dataExport === 'finished')
    throw redirect({ to: '/settings/$section', params: { section: 'account' }, replace: true })
  if (mayBeSignedIn()) return
  if (email === 'confirmed') throw redirect({ to: '/sign-in', search: { notice: 'emailConfirmed' }, replace: true })
  if (loginPlace === 'verified') throw redirect({ to: '/sign-in', search: { notice: 'placeApproved' }, replace: true })
}

/** The pages that need a session. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ location, search }) => {
    followMailedLink(search)
    if (!mayBeSignedIn()) throw redirect({ to: '/sign-in', search: { to: location.href }, replace: true })
  },
  component: lazyRouteComponent(
    loading(() => import('../shell/Shell.tsx')),
    'Shell',
  ),
})
