import { createRouter } from '@tanstack/react-router'
import { PageFault } from './components/PageFault.tsx'
import { avatarRoutes } from './routes/avatars.tsx'
import { calendarRoutes } from './routes/calendar.tsx'
import { consoleRoute } from './routes/console.tsx'
import { favoriteRoutes } from './routes/favorites.tsx'
import { fileRoutes } from './routes/files.tsx'
import { rootRoute, shellRoute } from './routes/frame.tsx'
import { groupManageRoutes } from './routes/groupManage.tsx'
import { groupRoutes } from './routes/groups.tsx'
import { inventoryRoutes } from './routes/inventory.tsx'
import { jamRoutes } from './routes/jams.tsx'
import { outsideRoutes } from './routes/outside.tsx'
import { peopleRoutes } from './routes/people.tsx'
import { propRoutes } from './routes/props.tsx'
import { sellingRoutes } from './routes/seller.tsx'
import { settingsRoutes } from './routes/settings.tsx'
import { signedOutRoutes } from './routes/signedOut.tsx'
import { startRoutes } from './routes/start.tsx'
import { storeRoutes } from './routes/stores.tsx'
import { walletRoutes } from './routes/wallet.tsx'
import { worldRoutes } from './routes/worlds.tsx'
import { isPageOutdated } from './version.ts'

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...signedOutRoutes,
    shellRoute.addChildren([
      ...startRoutes,
      ...outsideRoutes,
      ...peopleRoutes,
      ...worldRoutes,
      ...groupRoutes,
      ...groupManageRoutes,
      ...calendarRoutes,
      ...avatarRoutes,
      ...propRoutes,
      ...jamRoutes,
      ...favoriteRoutes,
      ...fileRoutes,
      ...inventoryRoutes,
      ...walletRoutes,
      ...storeRoutes,
      ...sellingRoutes,
      ...settingsRoutes,
      consoleRoute,
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
