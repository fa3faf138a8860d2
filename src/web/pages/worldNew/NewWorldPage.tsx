import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { NewWorldForm } from './NewWorldForm.tsx'

/** Uploads a world, which is private until its author publishes it. */
export function NewWorldPage() {
  const { t } = useTranslation('ownWorlds')
  return (
    <Stack gap="md" maw={720}>
      <PageTitle>{t('new.pageTitle')}</PageTitle>
      <Title order={1} size="h2">
        {t('new.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('new.text')}
      </Text>
      <NewWorldForm />
    </Stack>
  )
}
