import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'

export function FilesPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle>{t('nav.files')}</PageTitle>
      <Title order={1} size="h2">
        {t('nav.files')}
      </Title>
    </>
  )
}
