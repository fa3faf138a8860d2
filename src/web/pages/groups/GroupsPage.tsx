import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'

export function GroupsPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle>{t('nav.groups')}</PageTitle>
      <Title order={1} size="h2">
        {t('nav.groups')}
      </Title>
    </>
  )
}
