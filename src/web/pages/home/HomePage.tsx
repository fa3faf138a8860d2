import { Grid, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { AnnouncementsPanel } from './AnnouncementsPanel.tsx'
import { FriendsPanel } from './FriendsPanel.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { TodayPanel } from './TodayPanel.tsx'
import { WorldsPanel } from './WorldsPanel.tsx'

/** Friends and where they are, what waits for an answer, and what is on. */
export function HomePage() {
  const { t } = useTranslation('home')
  return (
    <>
      <PageTitle>Plaza</PageTitle>
      <VisuallyHidden component="h1">{t('title')}</VisuallyHidden>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="md">
            <AnnouncementsPanel />
            <FriendsPanel />
            <WorldsPanel />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="md">
            <NotificationsPanel />
            <TodayPanel />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}
