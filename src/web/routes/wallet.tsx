import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { walletSearchOf } from '../pages/wallet/search.ts'
import { loading, shellRoute } from './frame.tsx'

const walletRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/wallet',
  validateSearch: walletSearchOf,
  component: lazyRouteComponent(
    loading(() => import('../pages/wallet/WalletPage.tsx')),
    'WalletPage',
  ),
})

/** Tokens, payments and purchases of the person. */
export const walletRoutes = [walletRoute] as const
