import { Badge, Stack, Text } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RouteNavLink } from '../components/RouteLink.tsx'
import { isActive, type NavigationPage, PAGE_GROUPS, pagesOf } from './pages.ts'

interface NavigationProps {
  /** Unread notifications. */
  readonly unread: number
  /** Whether the viewer has permissions of the staff. */
  readonly isStaff: boolean
  /** Called when a page was chosen. */
  readonly onChoose?: (() => void) | undefined
}

/** All pages, in groups. */
export function Navigation({ unread, isStaff, onChoose }: NavigationProps) {
  const { t } = useTranslation()
  return (
    <Stack component="nav" gap="md" aria-label={t('nav.label')}>
      {PAGE_GROUPS.map((name) => (
        <Stack key={name} gap={2}>
          {name !== 'start' && (
            <Text size="xs" fw={600} c="dimmed" px="sm">
              {t(`nav.sections.${name}`)}
            </Text>
          )}
          {pagesOf(name, isStaff).map((page) => (
            <PageLink key={page.to} page={page} unread={unread} onChoose={onChoose} />
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

interface PageLinkProps extends Omit<NavigationProps, 'isStaff'> {
  readonly page: NavigationPage
}

function PageLink({ page: { to, name, Icon }, unread, onChoose }: PageLinkProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const active = isActive(pathname, to)
  return (
    <RouteNavLink
      to={to}
      label={t(`nav.${name}`)}
      leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
      active={active}
      {...(active && { 'aria-current': 'page' as const })}
      rightSection={name === 'notifications' && unread > 0 ? <Badge size="sm">{unread}</Badge> : null}
      variant="light"
      py={6}
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
      {...(onChoose && { onClick: onChoose })}
    />
  )
}
