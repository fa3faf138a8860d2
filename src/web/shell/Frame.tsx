import { Box, Group, Paper, Text } from '@mantine/core'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showAppBadge } from '../appBadge.ts'
import { Logo } from '../components/Logo.tsx'
import { UnreadCount } from '../components/PageTitle.tsx'
import { RouteLink } from '../components/RouteLink.tsx'
import { ShowDeviceNotifications } from '../deviceNotifications/ShowDeviceNotifications.tsx'
import { useDeviceNotifications } from '../deviceNotifications/setting.ts'
import type { ShellQuery } from '../generated/graphql.ts'
import { refreshOwnLists, refreshSoon, socket, startAs } from '../graph/client.ts'
import { feedPosition, useLive, usePanel } from '../graph/hooks.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Banners } from './Banners.tsx'
import { LIST_CHANGES, SHELL, SHELL_CHANGES, UNREAD_CHANGES } from './documents.ts'
import { Navigation } from './Navigation.tsx'
import { SearchButton } from './SearchButton.tsx'
import { TabBar } from './TabBar.tsx'
import { useMailedNotice } from './useMailedNotice.ts'

/** The frame of all pages: navigation at the side, on a phone at the bottom. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const { data } = usePanel(SHELL, {})
  const viewer = data?.viewer
  useSession(viewer)
  useLive(SHELL_CHANGES, viewer ? {} : null)
  useLive(LIST_CHANGES, viewer ? {} : null, ({ viewerListsChanged: { kind } }) =>
    kind === 'INITIAL' ? refreshOwnLists() : refreshSoon(),
  )
  useLive(UNREAD_CHANGES, feedPosition(viewer))
  useMailedNotice()
  const device = useDeviceNotifications()
  const isStaff = (viewer?.staffPermissions.length ?? 0) > 0
  const unread = viewer?.unreadNotificationCount ?? 0
  useEffect(() => showAppBadge(unread), [unread])
  return (
    <>
      <Box component="a" href="#content" className="skipLink">
        {t('skipToContent')}
      </Box>
      <Paper component="header" className="frameHeader" radius={0}>
        <Header viewer={viewer} />
      </Paper>
      <Paper className="frameNavigation" radius={0} p="sm" visibleFrom="sm">
        <Navigation unread={unread} isStaff={isStaff} />
      </Paper>
      <main id="content" tabIndex={-1} className="frameMain">
        <Banners email={unconfirmedOf(viewer)} />
        {device === 'on' && (
          <Suspense fallback={null}>
            <ShowDeviceNotifications position={feedPosition(viewer)} />
          </Suspense>
        )}
        <UnreadCount value={unread}>{children}</UnreadCount>
      </main>
      <Paper component="footer" className="frameFooter" radius={0} hiddenFrom="sm">
        <TabBar unread={unread} isStaff={isStaff} />
      </Paper>
    </>
  )
}

type ShellViewer = ShellQuery['viewer']

/** Names whose page it is once that is known, and ends it when there is no session any more. */
function useSession(viewer: ShellViewer | undefined): void {
  useEffect(() => {
    if (viewer) startAs(viewer.id)
    if (viewer === null) socket.end('SIGNED_OUT')
  }, [viewer])
}

function Header({ viewer }: { readonly viewer: ShellViewer | undefined }) {
  const { t } = useTranslation()
  return (
    <Group h="100%" px="md" justify="space-between" wrap="nowrap">
      <RouteLink to="/" underline="never" c="inherit" aria-label={`Plaza · ${t('nav.home')}`}>
        <Group gap="xs" wrap="nowrap">
          <Logo size={28} />
          <Text fw={700} fz="lg" visibleFrom="xs">
            Plaza
          </Text>
        </Group>
      </RouteLink>
      <SearchButton />
      {viewer && (
        <AccountMenu
          personId={viewer.user.id}
          name={viewer.user.displayName}
          username={viewer.username}
          person={viewer.user}
        />
      )}
    </Group>
  )
}

/** The address that waits for its confirmation; null if none does. */
function unconfirmedOf(viewer: ShellViewer | undefined): string | null {
  if (!viewer) return null
  return viewer.pendingEmail ?? (viewer.isEmailVerified ? null : (viewer.email ?? null))
}
