import { Drawer, Group, Indicator, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { createLink, useLocation } from '@tanstack/react-router'
import { type ComponentProps, forwardRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigation } from './Navigation.tsx'
import { isActive, TAB_PAGES } from './pages.ts'

const TabLink = createLink(
  forwardRef<HTMLAnchorElement, ComponentProps<'a'>>((props, ref) => (
    <UnstyledButton component="a" ref={ref} flex="1 1 0" miw={0} py={6} {...props} />
  )),
)

interface TabBarProps {
  /** Whether the viewer has permissions of the staff. */
  readonly isStaff: boolean
  /** Unread notifications. */
  readonly unread: number
}

/** The navigation of a phone: the pages that people open most, and a drawer with all of them. */
export function TabBar({ unread, isStaff }: TabBarProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [isOpen, { open, close }] = useDisclosure(false)
  const isElsewhere = !TAB_PAGES.some(({ to }) => isActive(pathname, to))
  return (
    <>
      <Group component="nav" gap={0} h="100%" wrap="nowrap" aria-label={t('nav.label')}>
        {TAB_PAGES.map(({ to, name, Icon }) => {
          const active = isActive(pathname, to)
          return (
            <TabLink key={to} to={to} {...(active && { 'aria-current': 'page' as const })}>
              <TabContent label={t(`nav.${name}`)} isActive={active}>
                <Indicator label={unread} size={16} disabled={name !== 'notifications' || unread === 0}>
                  <Icon size={22} stroke={1.6} aria-hidden />
                </Indicator>
              </TabContent>
            </TabLink>
          )
        })}
        <UnstyledButton flex="1 1 0" miw={0} py={6} onClick={open} aria-haspopup="dialog">
          <TabContent label={t('nav.more')} isActive={isElsewhere}>
            <IconMenu2 size={22} stroke={1.6} aria-hidden />
          </TabContent>
        </UnstyledButton>
      </Group>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="right"
        size="xs"
        title={t('nav.all')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <Navigation unread={unread} isStaff={isStaff} onChoose={close} />
      </Drawer>
    </>
  )
}

interface TabContentProps {
  readonly label: string
  readonly isActive: boolean
  /** The icon. */
  readonly children: ReactNode
}

const TabContent = ({ label, isActive: active, children }: TabContentProps) => (
  <Stack align="center" gap={2} c={active ? 'var(--mantine-primary-color-light-color)' : 'dimmed'}>
    {children}
    <Text fz={10} lh={1} fw={active ? 650 : 400} style={{ whiteSpace: 'nowrap' }}>
      {label}
    </Text>
  </Stack>
)
