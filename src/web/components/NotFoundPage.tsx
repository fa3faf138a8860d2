import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from './PageTitle.tsx'
import { RouteButton } from './RouteLink.tsx'

/** Shown within the frame for things that are gone, and alone at addresses that have no page. */
export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <Stack align="center" py={80} px="md" gap="sm">
      <PageTitle>{t('notFound.title')}</PageTitle>
      <Title order={1} size="h2" ta="center">
        {t('notFound.title')}
      </Title>
      <Text c="dimmed" ta="center">
        {t('notFound.text')}
      </Text>
      <RouteButton to="/" mt="sm">
        {t('notFound.home')}
      </RouteButton>
    </Stack>
  )
}
