import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { signInSearchOf } from '../pages/signIn/search.ts'
import { loading, rootRoute } from './frame.tsx'

const signInPages = loading(() => import('../pages/signIn/index.ts'))

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

const appealRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/appeal',
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(signInPages, 'AppealPage'),
})

const refusedLinkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/refused-link',
  validateSearch: ({ reason }: Record<string, unknown>) => ({ reason: typeof reason === 'string' ? reason : '' }),
  component: lazyRouteComponent(signInPages, 'RefusedLinkPage'),
})

/** The pages of who has no session. */
export const signedOutRoutes = [
  signInRoute,
  registerRoute,
  firstRunRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  appealRoute,
  refusedLinkRoute,
] as const
