import { Box, Grid, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RouteButton, RouteNavLink } from '../../components/RouteLink.tsx'
import { CONSOLE_PAGES, type ConsolePage, pagesFor } from './sections.ts'
import { useStaff } from './useStaff.ts'

/** The console of the staff: its pages beside their menu. For others there is no such page. */
export function ConsoleFrame() {
  const { pathname } = useLocation()
  const permissions = useStaff()
  if (!permissions) return <DetailSkeleton />
  const pages = pagesFor(permissions)
  if (pages.length === 0) return <NotFoundPage />
  const active = CONSOLE_PAGES.findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  const isAllowed = !active || pages.includes(active)
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 2 }}>
        <Menu pages={pages} active={active} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 10 }}>
        <Suspense fallback={<DetailSkeleton />}>
          {isAllowed ? <Outlet /> : <NotAllowed page={active} pages={pages} />}
        </Suspense>
      </Grid.Col>
    </Grid>
  )
}

interface MenuProps {
  readonly pages: readonly ConsolePage[]
  readonly active: ConsolePage | undefined
}

/** The menu at the side; where there is no room for it, a list to choose from. */
function Menu({ pages, active }: MenuProps) {
  const { t } = useTranslation('console')
  const navigate = useNavigate()
  return (
    <>
      <Stack component="nav" gap={2} aria-label={t('menu')} visibleFrom="lg">
        {pages.map(({ to, name, Icon }) => (
          <RouteNavLink
            key={to}
            to={to}
            label={t(`pages.${name}`)}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            active={name === active?.name}
            {...(name === active?.name && { 'aria-current': 'page' as const })}
            variant="light"
            py={6}
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
        ))}
      </Stack>
      <Box hiddenFrom="lg">
        <NativeSelect
          aria-label={t('menu')}
          value={active?.name ?? ''}
          data={pages.map(({ name }) => ({ value: name, label: t(`pages.${name}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const page = pages.find(({ name }) => name === value)
            if (page) void navigate({ to: page.to })
          }}
        />
      </Box>
    </>
  )
}

interface NotAllowedProps {
  readonly page: ConsolePage
  readonly pages: readonly ConsolePage[]
}

/** In place of a page that the permissions of the viewer do not open, with those that they do. */
function NotAllowed({ page, pages }: NotAllowedProps) {
  const { t } = useTranslation('console')
  return (
    <Stack align="flex-start" role="status">
      <PageTitle>{t('pageTitle', { page: t(`pages.${page.name}`) })}</PageTitle>
      <Title order={1} size="h3">
        {t('notAllowed.title', { page: t(`pages.${page.name}`) })}
      </Title>
      <Text size="sm">
        {t('notAllowed.text', { permissions: page.anyOf.map((name) => t(`permissions.${name}.name`)).join(', ') })}
      </Text>
      {pages.map(({ to, name }) => (
        <RouteButton key={to} to={to} variant="default">
          {t(`pages.${name}`)}
        </RouteButton>
      ))}
    </Stack>
  )
}
