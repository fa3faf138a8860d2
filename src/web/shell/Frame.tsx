import { AppShell, Box, Group, ScrollArea, Text } from '@mantine/core'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showAppBadge } from '../appBadge.ts'
import { Logo } from '../components/Logo.tsx'
import { UnreadCount } from '../components/PageTitle.tsx'
import { RouteLink } from '../components/RouteLink.tsx'
import { ShowDeviceNotifications } from '../deviceNotifications/ShowDeviceNotifications.tsx'
import { useDeviceNotifications } from '../deviceNotifications/setting.ts'
import type { ShellQuery } from '../generated/graphql.ts'
import { refreshSoon, socket, startAs } from '../graph/client.ts'
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
  const isSignedOut = data?.viewer === null
  useEffect(() => {
    if (viewer) startAs(viewer.id)
    if (isSignedOut) socket.end('SIGNED_OUT')
  }, [viewer, isSignedOut])
  useLive(SHELL_CHANGES, viewer ? {} : null)
  useLive(LIST_CHANGES, viewer ? {} : null, () => refreshSoon())
  useLive(UNREAD_CHANGES, feedPosition(viewer))
  useMailedNotice()
  const device = useDeviceNotifications()
  const unread = viewer?.unreadNotificationCount ?? 0
  useEffect(() => showAppBadge(unread), [unread])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: { base: 60, sm: 0 } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <Box component="a" href="#content" className="skipLink">
        {t('skipToContent')}
      </Box>
      <AppShell.Header>
        <Header viewer={viewer} />
      </AppShell.Header>
      <AppShell.Navbar p="sm" visibleFrom="sm">
        <AppShell.Section grow component={ScrollArea} type="auto">
          <Navigation unread={unread} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Banners email={unconfirmedOf(viewer)} />
        {device === 'on' && (
          <Suspense fallback={null}>
            <ShowDeviceNotifications position={feedPosition(viewer)} />
          </Suspense>
        )}
        <UnreadCount value={unread}>{children}</UnreadCount>
      </AppShell.Main>
      <AppShell.Footer hiddenFrom="sm">
        <TabBar unread={unread} />
      </AppShell.Footer>
    </AppShell>
  )
}

type ShellViewer = ShellQuery['viewer']

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
