import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'

/** Shown where an id is nobody's. */
export function UnknownPerson() {
  const { t } = useTranslation('person')
  return (
    <Stack align="center" py={80} gap="sm">
      <PageTitle>{t('unknown.title')}</PageTitle>
      <Title order={1} size="h2" ta="center">
        {t('unknown.title')}
      </Title>
      <Text c="dimmed" ta="center">
        {t('unknown.text')}
      </Text>
      <RouteButton to="/people" search={{ tab: 'find' }} mt="sm">
        {t('unknown.find')}
      </RouteButton>
    </Stack>
  )
}
