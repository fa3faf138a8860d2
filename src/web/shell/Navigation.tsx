import { Badge, Group, Indicator, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconBell, IconHome, IconPlanet, IconSettings, IconUsers } from '@tabler/icons-react'
import { createLink, useLocation } from '@tanstack/react-router'
import { forwardRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteNavLink } from '../components/RouteLink.tsx'

const PAGES = [
  { to: '/', name: 'home', Icon: IconHome },
  { to: '/people', name: 'people', Icon: IconUsers },
  { to: '/worlds', name: 'worlds', Icon: IconPlanet },
  { to: '/notifications', name: 'notifications', Icon: IconBell },
  { to: '/settings', name: 'settings', Icon: IconSettings },
] as const

const isActive = (path: string, to: string) => (to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`))

interface NavigationProps {
  /** Unread notifications. */
  readonly unread: number
}

export function Navigation({ unread }: NavigationProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <Stack component="nav" gap={4} aria-label={t('nav.label')}>
      {PAGES.map(({ to, name, Icon }) => (
        <RouteNavLink
          key={to}
          to={to}
          label={t(`nav.${name}`)}
          leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
          active={isActive(pathname, to)}
          {...(isActive(pathname, to) && { 'aria-current': 'page' as const })}
          rightSection={name === 'notifications' && unread > 0 ? <Badge size="sm">{unread}</Badge> : null}
          variant="light"
          style={{ borderRadius: 'var(--mantine-radius-md)' }}
        />
      ))}
    </Stack>
  )
}

const TabLink = createLink(
  forwardRef<HTMLAnchorElement, React.ComponentProps<'a'>>((props, ref) => (
    <UnstyledButton component="a" ref={ref} flex="1 1 auto" py={6} {...props} />
  )),
)

/** The navigation of a phone. */
export function TabBar({ unread }: NavigationProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <Group component="nav" gap={0} h="100%" wrap="nowrap" aria-label={t('nav.label')}>
      {PAGES.map(({ to, name, Icon }) => {
        const active = isActive(pathname, to)
        return (
          <TabLink key={to} to={to} {...(active && { 'aria-current': 'page' as const })}>
            <Stack align="center" gap={2} c={active ? 'var(--mantine-primary-color-light-color)' : 'dimmed'}>
              <Indicator label={unread} size={16} disabled={name !== 'notifications' || unread === 0}>
                <Icon size={22} stroke={1.6} aria-hidden />
              </Indicator>
              <Text fz={10} lh={1} fw={active ? 650 : 400} style={{ whiteSpace: 'nowrap' }}>
                {t(`nav.${name}`)}
              </Text>
            </Stack>
          </TabLink>
        )
      })}
    </Group>
  )
}
